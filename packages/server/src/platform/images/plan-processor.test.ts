import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { PlanProcessor } from './plan-processor.ts';
import { CANARY_MARK } from './testing/corpus.ts';
import { createHostilePlans, createLockedPdf, createPdf } from './testing/plan-files.ts';

/** Has time for every file of these tests, also on a busy machine. */
const plans = new PlanProcessor(60_000);
const REQUESTER = { id: 'account', isVisitor: false };
const TIME_LIMIT_MS = 120_000;
/** Share of the damaged files that are tested, because each process takes 0.2 s; `npm run bench -- S11` tests all. */
const SAMPLE_STEP = 12;
/** Number of files that are tested without the tag `proof`. */
const QUICK_SAMPLE = 6;

/** Returns the pictures, or the message of the refusal. */
async function draw(bytes: Buffer, pages: 'split' | 'merged' = 'split', id = REQUESTER.id) {
  try {
    return await plans.draw(bytes, pages, { ...REQUESTER, id });
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the share of dark pixels in a part of a picture (0 to 1), whose edges are shares of its size. */
async function measureInk(
  bytes: Uint8Array,
  [x, y, width, height]: readonly [number, number, number, number],
) {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  let dark = 0;
  let all = 0;
  for (let row = Math.floor(y * info.height); row < (y + height) * info.height; row += 1)
    for (let column = Math.floor(x * info.width); column < (x + width) * info.width; column += 1) {
      all += 1;
      if ((data[row * info.width + column] ?? 255) < 128) dark += 1;
    }
  return dark / all;
}

/** Returns the width (px) of the black bar in a part of a picture. */
async function measureBar(bytes: Uint8Array, left: number, width: number): Promise<number> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark = new Set<number>();
  for (const [index, value] of data.entries()) {
    const column = index % info.width;
    if (value < 128 && column >= left && column < left + width) dark.add(column);
  }
  return dark.size;
}

describe('a floor plan', () => {
  test('as PDF becomes one picture per page, with its lines and its text', async () => {
    const pictures = await draw(createPdf(3));
    if (typeof pictures === 'string') throw new Error(pictures);
    expect(pictures.map(({ heightPx, widthPx }) => [widthPx, heightPx])).toEqual(
      Array.from({ length: 3 }, () => [2400, 1733]),
    );
    const [first] = pictures;
    if (!first) throw new Error('There is no picture.');
    // The room's upper wall, its text, and its empty half.
    expect(await measureInk(first.bytes, [0.1, 0.1, 0.8, 0.03])).toBeGreaterThan(0.05);
    expect(await measureInk(first.bytes, [0.1, 0.4, 0.7, 0.15])).toBeGreaterThan(0.05);
    expect(await measureInk(first.bytes, [0.1, 0.65, 0.7, 0.2])).toBe(0);
  });

  test('as PDF can become one picture with all pages side by side', async () => {
    const pictures = await draw(createPdf(4), 'merged');
    if (typeof pictures === 'string') throw new Error(pictures);
    expect(pictures.length).toBe(1);
    for (const [x, y] of [
      [0, 0],
      [0.5, 0],
      [0, 0.5],
      [0.5, 0.5],
    ] as const)
      expect(await measureInk(pictures[0]?.bytes ?? new Uint8Array(), [x, y, 0.5, 0.5])).toBeGreaterThan(
        0.005,
      );
  });

  test('as PDF with pages of different sizes is merged at one scale, with the width of the paper', async () => {
    // Pages of A1 and A3 with a bar of 20 cm each.
    const millimetres = 72 / 25.4;
    const bar = `0 0 0 rg ${50 * millimetres} ${50 * millimetres} ${200 * millimetres} ${100 * millimetres} re f`;
    const sizes = [
      [841, 594],
      [420, 297],
    ] as const;
    const file = createPdf(2, {
      content: () => bar,
      sizes: sizes.map(([width, height]) => [width * millimetres, height * millimetres]),
    });
    const pictures = await draw(file, 'merged');
    if (typeof pictures === 'string') throw new Error(pictures);
    const [picture] = pictures;
    if (!picture) throw new Error('There is no picture.');
    const pxPerMm = picture.widthPx / (picture.paperWidthMm ?? 0);
    expect(picture.paperWidthMm).toBeCloseTo(2 * 841, -1);
    const half = picture.widthPx / 2;
    const bars = await Promise.all([0, half].map((left) => measureBar(picture.bytes, left, half)));
    for (const width of bars) expect(Math.abs(width - 200 * pxPerMm)).toBeLessThan(3);
    const split = await draw(file);
    if (typeof split === 'string') throw new Error(split);
    expect(split.map(({ paperWidthMm = 0 }) => Math.round(paperWidthMm))).toEqual([841, 420]);
  });

  test.each([
    ['PNG', (image: Sharp) => image.png(), {}],
    ['JPEG', (image: Sharp) => image.jpeg(), {}],
    ['turned PNG', (image: Sharp) => image.png(), { orientation: 6 }],
    ['turned JPEG', (image: Sharp) => image.jpeg(), { orientation: 6 }],
  ])(
    'as %s of a scanned A0 sheet is reduced',
    { tags: ['proof'], timeout: TIME_LIMIT_MS },
    async (_name, encode, metadata) => {
      const scan = sharp({
        create: { width: 14_043, height: 9_933, channels: 3, background: '#fff' },
        limitInputPixels: false,
      });
      const bytes = await encode(scan.withMetadata(metadata)).toBuffer();
      const pictures = await draw(bytes);
      if (typeof pictures === 'string') throw new Error(pictures);
      const size = [pictures[0]?.widthPx, pictures[0]?.heightPx];
      expect('orientation' in metadata ? size.toReversed() : size).toEqual([4000, 2829]);
    },
  );

  test('as picture is turned upright, at most 4,000 px long and without metadata', async () => {
    const photo = await sharp({ create: { width: 5_000, height: 1_000, channels: 3, background: '#fff' } })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: CANARY_MARK } })
      .jpeg()
      .toBuffer();
    const pictures = await draw(photo);
    if (typeof pictures === 'string') throw new Error(pictures);
    const [picture] = pictures;
    expect([picture?.widthPx, picture?.heightPx]).toEqual([800, 4000]);
    expect(Buffer.from(picture?.bytes ?? []).toString('latin1')).not.toContain(CANARY_MARK);
  });

  test.each([
    [
      'with a password',
      createLockedPdf(),
      'The PDF is protected by a password. Remove the password and upload it again.',
    ],
    [
      'with a picture of 120 megapixels',
      createPdf(1, { content: () => '100 0 0 100 0 0 cm BI /W 20000 /H 6000 /BPC 1 /CS /G ID x EI' }),
      'A picture in the PDF has more than 100 megapixels. Upload it as a .jpg or .png file.',
    ],
    ['with 16 pages', createPdf(16), 'The floor plan has 16 pages. Choose one with at most 15.'],
    ['that is HTML', Buffer.from('<html>'), 'The file is not a .jpg, .png or .pdf file. Choose another one.'],
    ['that ends early', createPdf(1).subarray(0, 30), 'The PDF could not be read. Choose another one.'],
  ])('%s is refused with its reason', async (_name, bytes, message) =>
    expect(await draw(bytes)).toBe(message),
  );
});

test(
  'a file that takes too long is refused, and pauses its account alone',
  { tags: ['proof'], timeout: TIME_LIMIT_MS },
  async () => {
    const endless = createPdf(1, { content: () => '0 0 m 700 500 l S\n'.repeat(3_000_000), deflated: 1 });
    const usual = new PlanProcessor();
    const attacker = { id: 'attacker', isVisitor: false };
    const slow = usual.draw(endless, 'split', attacker);
    expect(await usual.draw(createPdf(1), 'split', REQUESTER)).toHaveLength(1);
    await expect(slow).rejects.toMatchObject({
      message: 'Drawing the file takes too long. Choose a simpler one, or a picture with fewer pixels.',
    });
    await expect(usual.draw(createPdf(1), 'split', attacker)).rejects.toMatchObject({ status: 429 });
    expect(await usual.draw(createPdf(1), 'split', REQUESTER)).toHaveLength(1);
  },
);

/** Draws the files one after the other; returns how many were drawn and refused. */
async function expectHarmless(files: Awaited<ReturnType<typeof createHostilePlans>>) {
  const outcomes = { drawn: 0, refused: 0 };
  for (const { bytes, name } of files) {
    const before = process.threadCpuUsage();
    const result = await draw(bytes, 'split', name);
    const { system, user } = process.threadCpuUsage(before);
    expect((system + user) / 1000, name).toBeLessThan(1_000);
    if (typeof result === 'string') outcomes.refused += 1;
    else {
      outcomes.drawn += 1;
      for (const picture of result) {
        expect((await sharp(picture.bytes).metadata()).format, name).toBe('webp');
        expect(Buffer.from(picture.bytes).toString('latin1'), name).not.toContain(CANARY_MARK);
      }
    }
  }
  return outcomes;
}

test(
  'no hostile file is stored as sent, and none stalls the server',
  { tags: ['proof'], timeout: TIME_LIMIT_MS },
  async () => {
    const all = await createHostilePlans();
    expect(all.length).toBeGreaterThanOrEqual(200);
    const outcomes = await expectHarmless(
      all.filter(({ name }, index) => !/^(damaged|cut)/.test(name) || index % SAMPLE_STEP === 0),
    );
    expect(outcomes.drawn).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(10);
  },
);

test(
  'a sample of hostile files is not stored as sent, and does not stall the server',
  { timeout: TIME_LIMIT_MS },
  async () => {
    const all = await createHostilePlans();
    await expectHarmless(all.filter((_file, index) => index % Math.ceil(all.length / QUICK_SAMPLE) === 0));
  },
);
