export type ImageKind = 'jpeg' | 'png' | 'gif' | 'bmp';

/** Of a picture, unpacked: a phone's pictures have fewer, a bomb has more. */
export const MOST_PIXELS = 25_000_000;

/** The square to cut, in the picture's own pixels; absent is the largest in the middle. */
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

/** What a file is by its first bytes; its name says nothing. */
export function kindOf(file: Buffer): ImageKind | undefined {
  const head = file.toString('hex', 0, 8);
  return MAGIC.find(([, magic]) => head.startsWith(magic))?.[0];
}
