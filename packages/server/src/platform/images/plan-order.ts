/** Maximum number of pixels of an uploaded floor plan. */
export const PLAN_MAX_PIXELS = 100_000_000;

/** An uploaded floor plan. `merged` draws all pages of a PDF on one picture. */
export interface PlanOrder {
  readonly bytes: Uint8Array;
  readonly pages: 'split' | 'merged';
  readonly maxPages: number;
}

/** A picture of a floor as WebP. */
export interface PlanPicture {
  readonly bytes: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

export type PlanResult =
  | { readonly pictures: readonly PlanPicture[] }
  | { readonly refused: string }
  /** Number of pages of a PDF that has too many. */
  | { readonly tooManyPages: number };

/** True if a file begins like a PDF. Some programs write a few bytes before the mark. */
export const isPdf = (file: Buffer): boolean => file.subarray(0, 1_024).includes('%PDF-');
