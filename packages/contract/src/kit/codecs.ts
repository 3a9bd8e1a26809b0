/** Implements the encodings of specification §7, which do not protect secrets. */

/**
 * Globals that Node and browsers both provide. They are declared here, because the contract uses the types of
 * neither.
 */
interface Encodings {
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly TextDecoder: new (
    label: 'utf-8',
    options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
  ) => { decode(bytes: Uint8Array): string };
  readonly atob: (base64: string) => string;
  readonly btoa: (binary: string) => string;
}
const { TextEncoder, TextDecoder, atob, btoa } = globalThis as unknown as Encodings;

const HEX = /^(?:[0-9a-f]{2})*$/i;

/** Returns two lower-case digits for each byte. */
export function encodeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Decodes pairs of hexadecimal digits; throws a SyntaxError for anything else. */
export function decodeHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!HEX.test(hex)) throw new SyntaxError('This is not hexadecimal text.');
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}

const xorBytes = (bytes: Uint8Array, key: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(bytes, (byte, index) => byte ^ (key[index % key.length] ?? 0));

function encodeKey(key: string): Uint8Array {
  if (key === '') throw new RangeError('The key is empty.');
  return new TextEncoder().encode(key);
}

/** XORs the UTF-8 bytes of a text with the repeated key; returns hexadecimal text. */
export function encodeXorHex(text: string, key: string): string {
  return encodeHex(xorBytes(new TextEncoder().encode(text), encodeKey(key)));
}

/** Reverses `encodeXorHex`; throws when the result is not UTF-8. */
export function decodeXorHex(hex: string, key: string): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
    xorBytes(decodeHex(hex), encodeKey(key)),
  );
}

/** Encodes UTF-8 text as Base64, as pages store account and nickname (specification §4). */
export function encodeBase64Text(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

/** Reverses `encodeBase64Text`; undefined for an invalid value. */
export function decodeBase64Text(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
