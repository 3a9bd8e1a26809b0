/** Program in the sandbox that crops and scales one picture to a square. */
import { answerOrder } from '../sandbox/answer-order.ts';
import { detectKind, MAX_PIXELS, type SquareOrder, type SquareResult } from './image-kind.ts';
import { getReadError, openImage } from './open-image.ts';

async function cropSquare({ bytes, crop, pixels }: SquareOrder): Promise<SquareResult> {
  const file = Buffer.from(bytes);
  const kind = detectKind(file);
  if (!kind) return { refused: 'The file is not a .jpg, .png, .gif or .bmp picture. Choose another one.' };
  const image = openImage(file, kind, MAX_PIXELS);
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
    .toBuffer();
  return { bytes: webp };
}

answerOrder((order: SquareOrder) =>
  cropSquare(order).catch((error: unknown): SquareResult => ({ refused: getReadError(error, MAX_PIXELS) })),
);
