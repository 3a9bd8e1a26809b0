/** Generates pictures and hostile files, so that none is stored in the repository. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { FOREIGN_KINDS } from './foreign-kinds.ts';

/** Text in every hostile file that no output may contain. */
export const CANARY_MARK = 'nl-canary-5f1d0c7e9a';

export interface Sample {
  readonly name: string;
  readonly bytes: Buffer;
}

const FLIPPED_BYTES = 25;
const picture = () => sharp({ create: { width: 40, height: 24, channels: 3, background: '#3366cc' } });

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Builds a PNG with any declared size and any compressed data. */
export function createPng(
  width: number,
  height: number,
  packed: Buffer,
  extra: readonly Buffer[] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const magic = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [
    magic,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat(parts);
}

export interface BmpFields {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly offset?: number;
  readonly header?: number;
  readonly planes?: number;
  readonly compression?: number;
  readonly colours?: number;
  readonly body?: Buffer;
}

/** Builds a BMP with any header values; the default values are consistent. */
export function createBmp(fields: BmpFields = {}): Buffer {
  const { width = 5, height = 3, depth = 24, header = 40, planes = 1, compression = 0, colours = 0 } = fields;
  const palette = depth <= 8 ? Buffer.alloc(4 * 2 ** depth, 0x55) : Buffer.alloc(0);
  const stride = Math.ceil((Math.abs(width) * depth) / 32) * 4;
  const body = fields.body ?? Buffer.alloc(Math.min(stride * Math.abs(height), 1_000_000), 0x7f);
  const head = Buffer.alloc(54);
  head.write('BM', 'latin1');
  head.writeUInt32LE((fields.offset ?? 54 + palette.length) >>> 0, 10);
  head.writeUInt32LE(header >>> 0, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(planes, 26);
  head.writeUInt16LE(depth, 28);
  head.writeUInt32LE(compression, 30);
  head.writeUInt32LE(colours >>> 0, 46);
  return Buffer.concat([head, palette, body]);
}

/** Returns the valid pictures of each supported format. */
export async function createGoodPictures(): Promise<Sample[]> {
  const exif = { IFD0: { Copyright: CANARY_MARK, ImageDescription: `<script>${CANARY_MARK}</script>` } };
  return [
    { name: 'png', bytes: await picture().png().toBuffer() },
    { name: 'jpeg with a mark in its EXIF', bytes: await picture().jpeg().withExif(exif).toBuffer() },
    { name: 'gif', bytes: await picture().gif().toBuffer() },
    { name: 'gif with a page behind it', bytes: Buffer.concat([await picture().gif().toBuffer(), page()]) },
    {
      name: 'jpeg with an archive behind it',
      bytes: Buffer.concat([await picture().jpeg().toBuffer(), archive()]),
    },
    {
      name: 'png with a text chunk',
      bytes: createPng(2, 1, deflateSync(Buffer.alloc(7)), [
        chunk('tEXt', Buffer.from(`Comment\0${CANARY_MARK}`)),
      ]),
    },
    ...[1, 4, 8, 24, 32].map((depth) => ({ name: `bmp of ${depth} bits`, bytes: createBmp({ depth }) })),
    { name: 'bmp from the top', bytes: createBmp({ height: -3 }) },
    { name: 'bmp with a page behind it', bytes: Buffer.concat([createBmp(), page()]) },
  ];
}

const page = (): Buffer => Buffer.from(`<html><script>alert('${CANARY_MARK}')</script></html>`);
const archive = (): Buffer => Buffer.from(`PK\u0003\u0004${CANARY_MARK}`);
const svg = (): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>${CANARY_MARK}</script></svg>`);

function namedHostile(good: readonly Sample[]): Sample[] {
  const [firstPng, firstJpeg, firstGif] = good.map(({ bytes }) => bytes);
  const getMagicBytes = (bytes: Buffer | undefined): Buffer => bytes?.subarray(0, 8) ?? Buffer.alloc(0);
  const row = Buffer.alloc(1 + 3 * 20_000);
  const bomb = deflateSync(Buffer.concat(Array.from({ length: 1000 }, () => row)), { level: 9 });
  return [
    { name: 'nothing', bytes: Buffer.alloc(0) },
    { name: 'svg', bytes: svg() },
    { name: 'svg that begins as xml', bytes: Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg()]) },
    { name: 'page', bytes: page() },
    { name: 'archive', bytes: archive() },
    { name: 'pdf', bytes: Buffer.from(`%PDF-1.7 ${CANARY_MARK}`) },
    { name: 'webp', bytes: Buffer.from('524946462400000057454250', 'hex') },
    { name: 'tiff', bytes: Buffer.from('49492a0008000000', 'hex') },
    { name: 'page that begins as gif', bytes: Buffer.concat([Buffer.from('GIF89a'), page()]) },
    { name: 'script that begins as bmp', bytes: Buffer.concat([Buffer.from('BM=1;/*'), page()]) },
    { name: 'svg behind the magic of png', bytes: Buffer.concat([getMagicBytes(firstPng), svg()]) },
    { name: 'svg behind the magic of jpeg', bytes: Buffer.concat([getMagicBytes(firstJpeg), svg()]) },
    { name: 'archive behind the magic of gif', bytes: Buffer.concat([getMagicBytes(firstGif), archive()]) },
    {
      name: 'png that declares 2^31 pixels a side',
      bytes: createPng(0x7fffffff, 0x7fffffff, deflateSync(Buffer.alloc(100))),
    },
    {
      name: 'png that declares 60000 a side',
      bytes: createPng(60_000, 60_000, deflateSync(Buffer.alloc(100))),
    },
    { name: 'png that declares nothing a side', bytes: createPng(0, 0, deflateSync(Buffer.alloc(100))) },
    { name: 'png bomb of 400 megapixels', bytes: createPng(20_000, 20_000, bomb) },
    { name: 'png with broken data', bytes: createPng(40, 40, Buffer.alloc(300, 0x9c)) },
    {
      name: 'gif that declares 65535 a side',
      bytes: Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7, 0xff)]),
    },
    { name: 'jpeg of magic only', bytes: Buffer.from('ffd8ff', 'hex') },
    {
      name: 'jpeg without end',
      bytes: Buffer.concat([getMagicBytes(firstJpeg), Buffer.alloc(100_000, 0xff)]),
    },
  ];
}

const HOSTILE_BMPS: readonly BmpFields[] = [
  { width: 0 },
  { width: -5 },
  { width: 0x7fffffff, height: 0x7fffffff },
  { width: 30_000, height: 30_000 },
  { height: -0x80000000 },
  { height: 0 },
  { depth: 7 },
  { depth: 0 },
  { depth: 16 },
  { depth: 65_535, body: Buffer.alloc(9) },
  { compression: 1, depth: 8 },
  { compression: 2, depth: 4 },
  { compression: 4 },
  { compression: 5 },
  { compression: 3, depth: 32 },
  { header: 12 },
  { header: 0xffffffff },
  { offset: 0xffffffff },
  { offset: 0 },
  { offset: 20 },
  { planes: 0 },
  { planes: 9 },
  { colours: 0xffffffff, depth: 8 },
  { colours: 100_000, depth: 1 },
  { body: Buffer.alloc(1) },
  { depth: 8, width: 4000, height: 4000, body: Buffer.alloc(10) },
];

/** BMP files with each compression method at 8, 24 and 32 bits; none is uncompressed (method 0). */
const COMPRESSED_BMPS: readonly BmpFields[] = [1, 2, 3, 4, 5, 6, 11, 12, 13].flatMap((compression) =>
  [8, 24, 32].map((depth) => ({ compression, depth })),
);

/**
 * Creates more than 300 files that are not pictures, or are incomplete ones. Each must be rejected or
 * re-encoded.
 */
export async function createHostileFiles(): Promise<Sample[]> {
  const good = await createGoodPictures();
  const truncated = good.flatMap(({ name, bytes }) =>
    [0.1, 0.25, 0.4, 0.6, 0.8, 0.95].map((part) => ({
      name: `${name}, cut at ${part}`,
      bytes: bytes.subarray(0, Math.floor(bytes.length * part)),
    })),
  );
  // Changes bytes at positions over the whole file: headers, sizes, tables and data.
  const flipped = good.slice(0, 3).flatMap(({ name, bytes }) =>
    Array.from({ length: FLIPPED_BYTES }, (_, index) => {
      const copy = Buffer.from(bytes);
      const at = 8 + Math.floor(((copy.length - 9) * index) / FLIPPED_BYTES);
      copy[at] = (copy[at] ?? 0) ^ 0xff;
      return { name: `${name}, byte ${at} flipped`, bytes: copy };
    }),
  );
  const bmps = [...HOSTILE_BMPS, ...COMPRESSED_BMPS].map((fields, index) => ({
    name: `bmp ${index}`,
    bytes: createBmp(fields),
  }));
  const foreign = FOREIGN_KINDS.map(({ name, head }) => ({ name, bytes: Buffer.concat([head, page()]) }));
  return [...namedHostile(good), ...foreign, ...truncated, ...flipped, ...bmps];
}
