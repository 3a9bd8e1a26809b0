/**
 * Encodes text as Base64 of its UTF-8, as the specification requires (§4). The encoding does not protect
 * secrets.
 */
export const toBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

/** Decodes Base64 of UTF-8; undefined for any other text. */
export function decodeBase64(encoded: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
