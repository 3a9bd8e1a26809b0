/** Specification §7: encodings that are kept as encodings; nothing secret rests on them. */

/** What every place that runs this has of the web's standards; the contract itself knows neither Node nor a browser. */
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

/** Two lower-case digits for each byte. */
export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of pairs of hexadecimal digits; throws a SyntaxError on anything else. */
export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  if (!HEX.test(hex)) throw new SyntaxError('This is no hexadecimal text.');
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}

const exclusiveOr = (bytes: Uint8Array, key: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(bytes, (byte, index) => byte ^ (key[index % key.length] ?? 0));

function keyBytes(key: string): Uint8Array {
  if (key === '') throw new RangeError('The key is empty.');
  return new TextEncoder().encode(key);
}

/** Text in UTF-8, each byte by XOR with the key over and over, as hexadecimal text. */
export function xorHex(text: string, key: string): string {
  return bytesToHex(exclusiveOr(new TextEncoder().encode(text), keyBytes(key)));
}

/** The text that `xorHex` was given; throws when what comes out is no UTF-8. */
export function unxorHex(hex: string, key: string): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
    exclusiveOr(hexToBytes(hex), keyBytes(key)),
  );
}

/** Text in UTF-8 as Base64: how account and nickname are kept by a page (specification §4). */
export function textToBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

/** The text behind `textToBase64`, or undefined when it is none. */
export function base64ToText(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
