/** Matches invisible characters: controls, formats, variation selectors and letters without a glyph. */
const INVISIBLE = /[\p{Cf}\u{FE00}-\u{FE0F}\u115F\u1160\u3164\u2800]|(?!\s)\p{Cc}/gu;

/** Returns a text without invisible characters, with single blanks and without blanks at its ends. */
export const cleanText = (text: string): string =>
  text.replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim();
