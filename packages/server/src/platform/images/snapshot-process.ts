/** Program in the sandbox that draws a picture of a camera again, as JPEG without metadata, and computes its signature. */
import { createHash } from 'node:crypto';
import { answerOrder } from '../sandbox/answer-order.ts';
import { detectKind, MAX_PIXELS } from './image-kind.ts';
import { getReadError, openImage, openRaw } from './open-image.ts';
import {
  type Signature,
  SIGNATURE_COLUMNS,
  SIGNATURE_ROWS,
  type SnapshotOrder,
  type SnapshotResult,
} from './snapshot.ts';

const QUALITY = 80;
/** Pixels of a block in the picture from which the signature is computed. */
const BLOCK_PX = 20;
const CHECKSUM_BYTES = 4;

async function drawSnapshot({ bytes, sides }: SnapshotOrder): Promise<SnapshotResult> {
  const file = Buffer.from(bytes);
  if (detectKind(file) !== 'jpeg') return { refused: 'The picture of the camera is no JPEG.' };
  const pixels = await openImage(file, 'jpeg', MAX_PIXELS)
    .autoOrient()
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels, height, width } = pixels.info;
  const open = () => openRaw(pixels.data, { width, height, channels });
  const pictures = [];
  for (const side of sides) {
    const drawn = await open()
      .resize({ ...side, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    pictures.push({ bytes: drawn.data, width: drawn.info.width, height: drawn.info.height });
  }
  const grey = await open()
    .resize({ width: SIGNATURE_COLUMNS * BLOCK_PX, height: SIGNATURE_ROWS * BLOCK_PX, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
  return { pictures, signature: computeSignature(grey) };
}

function computeSignature(grey: Buffer): Signature {
  const width = SIGNATURE_COLUMNS * BLOCK_PX;
  const blocks: Buffer[] = [];
  for (let row = 0; row < SIGNATURE_ROWS; row++)
    for (let column = 0; column < SIGNATURE_COLUMNS; column++) {
      const hash = createHash('sha256');
      for (let line = 0; line < BLOCK_PX; line++) {
        const from = (row * BLOCK_PX + line) * width + column * BLOCK_PX;
        hash.update(grey.subarray(from, from + BLOCK_PX));
      }
      blocks.push(hash.digest().subarray(0, CHECKSUM_BYTES));
    }
  const inner = grey.subarray(width * BLOCK_PX, grey.length - width * BLOCK_PX);
  const mean = inner.reduce((sum, value) => sum + value, 0) / inner.length;
  const variance = inner.reduce((sum, value) => sum + (value - mean) ** 2, 0) / inner.length;
  return { blocks: Buffer.concat(blocks), contrast: Math.sqrt(variance) };
}

answerOrder((order: SnapshotOrder) =>
  drawSnapshot(order).catch((error: unknown): SnapshotResult => ({
    refused: getReadError(error, MAX_PIXELS),
  })),
);
