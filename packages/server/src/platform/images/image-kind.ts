export type ImageKind = 'jpeg' | 'png' | 'gif' | 'bmp';

/**
 * Maximum number of pixels of a decompressed picture: more than photos of phones, less than decompression
 * bombs.
 */
export const MAX_PIXELS = 25_000_000;

/** Square to cut out, in pixels of the picture; absent for the largest centred square. */
export interface Crop {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly size?: number | undefined;
}
export interface SquareOrder {
  readonly bytes: Uint8Array;
  readonly crop: Crop;
  readonly pixels: number;
}
export type SquareResult = { readonly bytes: Uint8Array } | { readonly refused: string };

const MAGIC: readonly (readonly [ImageKind, string])[] = [
  ['jpeg', 'ffd8ff'],
  ['png', '89504e470d0a1a0a'],
  ['gif', '474946383761'],
  ['gif', '474946383961'],
  ['bmp', '424d'],
];

/** Detects the format by the first bytes; ignores the file name. */
export function detectKind(file: Buffer): ImageKind | undefined {
  const head = file.toString('hex', 0, 8);
  return MAGIC.find(([, magic]) => head.startsWith(magic))?.[0];
}
