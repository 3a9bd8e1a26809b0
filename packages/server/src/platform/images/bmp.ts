/** Decoded pixels of a picture: 4 bytes each (RGBA), row by row from the top left. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
}

const FILE_HEADER = 14;
const INFO_HEADERS = new Set([40, 52, 56, 108, 124]);
const UNCOMPRESSED = 0;
const MASKS = 3;
const DEPTHS = new Set([1, 4, 8, 24, 32]);

const refuse = (): never => {
  throw new Error('The picture is not an uncompressed BMP.');
};

/**
 * Decodes an uncompressed BMP (1, 4, 8, 24 or 32 bits). Checks every size against the file and the limit before reading
 * pixels; throws for compressed and unusual variants.
 */
export function decodeBmp(file: Buffer, maxPixels: number): Pixels {
  if (file.length < FILE_HEADER + 40 || file.toString('latin1', 0, 2) !== 'BM') refuse();
  const offset = file.readUInt32LE(10);
  const header = file.readUInt32LE(14);
  const width = file.readInt32LE(18);
  const signedHeight = file.readInt32LE(22);
  const height = Math.abs(signedHeight);
  const depth = file.readUInt16LE(28);
  const compression = file.readUInt32LE(30);
  if (!INFO_HEADERS.has(header) || file.readUInt16LE(26) !== 1 || !DEPTHS.has(depth)) refuse();
  if (width < 1 || height < 1 || width * height > maxPixels) refuse();
  if (compression !== UNCOMPRESSED && !(compression === MASKS && depth === 32 && hasPlainMasks(file)))
    refuse();
  const palette = depth <= 8 ? readPalette(file, FILE_HEADER + header, depth, offset) : undefined;
  const stride = Math.ceil((width * depth) / 32) * 4;
  if (offset < FILE_HEADER + header || offset + stride * height > file.length) refuse();
  const rgba = Buffer.alloc(width * height * 4);
  for (let row = 0; row < height; row++) {
    const from = offset + stride * (signedHeight > 0 ? height - 1 - row : row);
    readRow(file, from, { width, depth, palette }, rgba, row * width * 4);
  }
  return { width, height, rgba };
}

/** Returns true when the colour masks are those of an ordinary 32-bit picture. */
const hasPlainMasks = (file: Buffer): boolean =>
  file.length >= 66 &&
  file.readUInt32LE(54) === 0xff0000 &&
  file.readUInt32LE(58) === 0xff00 &&
  file.readUInt32LE(62) === 0xff;

function readPalette(file: Buffer, from: number, depth: number, end: number): Buffer {
  const stated = file.readUInt32LE(46);
  const colours = stated === 0 ? 2 ** depth : stated;
  if (colours > 2 ** depth || from + colours * 4 > Math.min(end, file.length)) refuse();
  return file.subarray(from, from + colours * 4);
}

interface RowForm {
  readonly width: number;
  readonly depth: number;
  readonly palette: Buffer | undefined;
}

function readRow(
  file: Buffer,
  from: number,
  { width, depth, palette }: RowForm,
  to: Buffer,
  at: number,
): void {
  for (let x = 0; x < width; x++) {
    const source = palette ?? file;
    const index = palette ? readPaletteIndex(file, from, x, depth) * 4 : from + x * (depth / 8);
    // An index above the palette gives black, as in common viewers.
    to[at + x * 4] = source[index + 2] ?? 0;
    to[at + x * 4 + 1] = source[index + 1] ?? 0;
    to[at + x * 4 + 2] = source[index] ?? 0;
    to[at + x * 4 + 3] = 255;
  }
}

function readPaletteIndex(file: Buffer, from: number, x: number, depth: number): number {
  const perByte = 8 / depth;
  const byte = file[from + Math.floor(x / perByte)] ?? 0;
  return (byte >> (8 - depth * ((x % perByte) + 1))) & (2 ** depth - 1);
}
