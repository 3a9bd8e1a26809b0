/** Program in the sandbox that crops and scales one picture to a square. */
import sharp, { type Sharp } from 'sharp';
import { answerOrder } from '../sandbox/answer-order.ts';
import { decodeBmp } from './bmp.ts';
import { type ImageKind, detectKind, MAX_PIXELS, type SquareOrder, type SquareResult } from './image-kind.ts';

const TIMEOUT_SECONDS = 8;

sharp.cache(false);
sharp.concurrency(1);
// Allows only the three formats below, so that SVG, PDF and files of this machine cannot be loaded.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
});

function openImage(bytes: Buffer, kind: ImageKind): Sharp {
  const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  if (kind !== 'bmp') return sharp(bytes, { ...limits, pages: 1, sequentialRead: true });
  const { width, height, rgba } = decodeBmp(bytes, MAX_PIXELS);
  return sharp(rgba, { ...limits, raw: { width, height, channels: 4 } });
}

async function cropSquare({ bytes, crop, pixels }: SquareOrder): Promise<SquareResult> {
  const file = Buffer.from(bytes);
  const kind = detectKind(file);
  if (!kind) return { refused: 'The file is not a .jpg, .png, .gif or .bmp picture. Choose another one.' };
  const image = openImage(file, kind);
  // Rotates first, because the crop refers to the displayed picture after the rotation by its EXIF
  // orientation.
  const { width, height } = (await image.metadata()).autoOrient;
  const size = Math.min(crop.size ?? Math.min(width, height), width, height);
  const left = Math.min(crop.x ?? Math.floor((width - size) / 2), width - size);
  const top = Math.min(crop.y ?? Math.floor((height - size) / 2), height - size);
  const webp = await image
    .autoOrient()
    .extract({ left, top, width: size, height: size })
    .resize(pixels, pixels)
    .toColourspace('srgb')
    .webp({ quality: 85 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer();
  return { bytes: webp };
}

const getMessage = (error: unknown): string =>
  error instanceof Error && error.message.includes('pixel limit')
    ? `The picture has more than ${MAX_PIXELS / 1_000_000} megapixels.`
    : 'The picture could not be read. Choose another one.';

answerOrder((order: SquareOrder) =>
  cropSquare(order).catch((error: unknown): SquareResult => ({ refused: getMessage(error) })),
);
