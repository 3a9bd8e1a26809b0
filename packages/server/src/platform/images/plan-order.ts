/** Maximum number of pixels of an uploaded picture: a sheet of A0, scanned with 600 dpi. It is reduced while it is read. */
export const PLAN_MAX_PIXELS = 600_000_000;
/** Maximum number of pixels of a picture inside a PDF, which is read as a whole. */
export const PDF_IMAGE_MAX_PIXELS = 100_000_000;

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
  /** Width of the paper that the picture shows (mm); only of a PDF. */
  readonly paperWidthMm?: number | undefined;
}

export type PlanResult =
  | { readonly pictures: readonly PlanPicture[] }
  | { readonly refused: string }
  /** Number of pages of a PDF that has too many. */
  | { readonly tooManyPages: number };

/** True if a file begins like a PDF. Some programs write a few bytes before the mark. */
export const isPdf = (file: Buffer): boolean => file.subarray(0, 1_024).includes('%PDF-');
