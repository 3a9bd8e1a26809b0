/** Generates floor plans as PDF, and hostile files, so that none is stored in the repository. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { CANARY_MARK, createPng, type Sample } from './corpus.ts';

export interface PdfOptions {
  /** Size of each page (points). */
  readonly width?: number;
  readonly height?: number;
  /** Sizes of single pages (points). */
  readonly sizes?: readonly (readonly [width: number, height: number])[];
  /** Drawing commands of each page; a room with its number by default. */
  readonly content?: (page: number) => string;
  /** Filter of the content stream, and the number of times it compresses `content`. */
  readonly deflated?: number;
  /** Further entries of the catalogue and of the trailer. */
  readonly catalogue?: string;
  readonly trailer?: string;
}

const drawRoom = (page: number): string =>
  `4 w 60 60 600 400 re S BT /F1 36 Tf 100 250 Td (Floor ${page} ${CANARY_MARK}) Tj ET`;

/** Builds a PDF with this number of pages. */
export function createPdf(pages: number, options: PdfOptions = {}): Buffer {
  const {
    catalogue = '',
    content = drawRoom,
    deflated = 0,
    height = 520,
    sizes = [],
    trailer = '',
    width = 720,
  } = options;
  const kids = Array.from({ length: pages }, (_, index) => 4 + 2 * index);
  const objects: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    `<< /Type /Pages /Count ${pages} /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [index, id] of kids.entries()) {
    let stream: Buffer = Buffer.from(content(index + 1));
    for (let time = 0; time < deflated; time += 1) stream = deflateSync(stream);
    const filter = deflated === 0 ? '' : `/Filter [${' /FlateDecode'.repeat(deflated)}]`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${(sizes[index] ?? [width, height]).join(' ')}] /Contents ${id + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length} ${filter} >>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    offsets.push(size);
    size += part.length;
    parts.push(part);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${size}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A PDF that a password protects (a standard security handler with random keys, which no empty password opens). */
export const createLockedPdf = (): Buffer =>
  createPdf(1, {
    trailer: `/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> >>`,
  });

const BOMB_BYTES = 200_000_000;
const MUTANTS = 32;
const FLIPPED_BYTES = 40;

/** Changes some bytes of a file, the same ones for the same seed. */
function damage(bytes: Buffer, seed: number): Buffer {
  const copy = Buffer.from(bytes);
  let state = seed * 2_654_435_761 + 1;
  for (let flipped = 0; flipped < FLIPPED_BYTES; flipped += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    copy[state % copy.length] = (state >> 8) & 255;
  }
  return copy;
}

/** Hostile and damaged floor plans: at least 200 files. */
export async function createHostilePlans(): Promise<Sample[]> {
  const room = sharp({ create: { width: 200, height: 120, channels: 3, background: '#ffffff' } });
  const [jpeg, png] = [await room.clone().jpeg().toBuffer(), await room.clone().png().toBuffer()];
  const pdf = createPdf(3);
  const html = Buffer.from(`<html><script>${CANARY_MARK}</script></html>`);
  const script = `/OpenAction << /S /JavaScript /JS (app.alert\\('${CANARY_MARK}'\\)) >>`;
  const names = '/Names << /EmbeddedFiles << /Names [(a.exe) << /Type /Filespec /F (a.exe) >>] >> >>';
  const launch =
    '/OpenAction << /S /Launch /F (/bin/sh) >> /AA << /WC << /S /URI /URI (http://127.0.0.1/) >> >>';
  const own: Sample[] = [
    { name: 'JPEG that is HTML', bytes: html },
    { name: 'JPEG head with HTML', bytes: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), html]) },
    { name: 'PDF head with HTML', bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), html]) },
    { name: 'PNG of 50,000 × 50,000', bytes: createPng(50_000, 50_000, deflateSync(Buffer.alloc(1_000))) },
    { name: 'PNG of 2 × 2^31', bytes: createPng(2, 0x7fffffff, deflateSync(Buffer.alloc(100))) },
    { name: 'locked PDF', bytes: createLockedPdf() },
    { name: 'PDF without pages', bytes: createPdf(0) },
    { name: 'PDF with 16 pages', bytes: createPdf(16) },
    {
      name: 'PDF that counts 10^9 pages',
      bytes: Buffer.from(pdf.toString('latin1').replace('/Count 3', '/Count 999999999'), 'latin1'),
    },
    {
      name: 'PDF whose pages are their own parents',
      bytes: Buffer.from(pdf.toString('latin1').replace('4 0 R', '2 0 R'), 'latin1'),
    },
    {
      name: 'PDF bomb of a stream',
      bytes: createPdf(1, { content: () => ' '.repeat(BOMB_BYTES), deflated: 2 }),
    },
    {
      name: 'PDF that never ends to draw',
      bytes: createPdf(1, { content: () => '0 0 m 700 500 l S\n'.repeat(3_000_000), deflated: 1 }),
    },
    { name: 'PDF with a page of 10^7 points', bytes: createPdf(1, { width: 14_400_000, height: 1 }) },
    { name: 'PDF with a page without a size', bytes: createPdf(1, { width: 0, height: 0 }) },
    { name: 'PDF with a script', bytes: createPdf(1, { catalogue: script }) },
    { name: 'PDF with an attachment', bytes: createPdf(1, { catalogue: names }) },
    { name: 'PDF that starts a program', bytes: createPdf(1, { catalogue: launch }) },
    { name: 'GIF', bytes: await room.clone().gif().toBuffer() },
    {
      name: 'SVG',
      bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><text>${CANARY_MARK}</text></svg>`),
    },
    { name: 'empty file', bytes: Buffer.alloc(0) },
  ];
  const mutants = [jpeg, png, pdf].flatMap((bytes, kind) =>
    Array.from({ length: MUTANTS }, (_, seed) => [
      { name: `damaged ${kind} ${seed}`, bytes: damage(bytes, seed + 1) },
      { name: `cut ${kind} ${seed}`, bytes: bytes.subarray(0, Math.floor((bytes.length * seed) / MUTANTS)) },
    ]).flat(),
  );
  return [...own, ...mutants];
}
