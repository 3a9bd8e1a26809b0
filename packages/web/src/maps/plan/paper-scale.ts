/** Largest number of a scale that is accepted: 1:50,000. */
const RATIO_MAX = 50_000;
const INCHES_PER_FOOT = 12;

export const PAPER_SCALE_HINT = 'Enter a scale such as 1:100, or 1/4" = 1\'.';

/** Reads the scale of a drawing, such as `1:100`, `100`, `1:1,250` or `1/8" = 1'-0"`; undefined for other texts. */
export function parsePaperScale(text: string): number | undefined {
  const cleaned = text
    .trim()
    .replaceAll(/[\u2032\u2019]/g, "'")
    .replaceAll(/[\u2033\u201D]/g, '"');
  const imperial = /^(?:(\d+)[ -])?(\d+)(?:\/(\d+))?\s*"\s*=\s*1\s*'(?:\s*-?\s*0\s*")?$/.exec(cleaned);
  const metric = /^(?:1\s*[:/]\s*)?(\d{1,3}(?:[.,' ]\d{3})+|\d+)$/.exec(cleaned);
  const ratio = imperial
    ? INCHES_PER_FOOT / (Number(imperial[1] ?? 0) + Number(imperial[2]) / Number(imperial[3] ?? 1))
    : Number((metric?.[1] ?? '').replaceAll(/[^\d]/g, ''));
  return Number.isFinite(ratio) && ratio >= 1 && ratio <= RATIO_MAX ? ratio : undefined;
}

/** Returns the error of a scale, if any. An empty text is no scale. */
export const findPaperScaleError = (text: string): Partial<Record<'paperScale', string>> =>
  text.trim() === '' || parsePaperScale(text) !== undefined ? {} : { paperScale: PAPER_SCALE_HINT };

/** Returns the width (m) of the place that a drawing shows. */
export const toRealWidth = (paperWidthMm: number, ratio: number): number =>
  Math.round(paperWidthMm * ratio) / 1_000;

/** True for a file whose pictures have a paper size. */
export const isPdfFile = (file: File | null): boolean => file !== null && /\.pdf$/i.test(file.name);
