import sharp, { type Raw, type Sharp } from 'sharp';
import { decodeBmp } from './bmp.ts';
import type { ImageKind } from './image-kind.ts';

sharp.cache(false);
sharp.concurrency(1);
// Allows only the three formats below, so that SVG, PDF and files of this machine cannot be loaded.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
});

/** Opens a picture of at most `maxPixels`; reading it fails for damaged and larger ones. */
export function openImage(bytes: Buffer, kind: ImageKind, maxPixels: number): Sharp {
  const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const;
  if (kind !== 'bmp') return sharp(bytes, { ...limits, pages: 1, sequentialRead: true });
  const { width, height, rgba } = decodeBmp(bytes, maxPixels);
  return sharp(rgba, { ...limits, raw: { width, height, channels: 4 } });
}

/** Opens decoded pixels. */
export const openRaw = (pixels: Buffer, raw: Raw): Sharp => sharp(pixels, { raw });

/** Returns the reason for which reading a picture failed, for the user. */
export const getReadError = (error: unknown, maxPixels: number): string =>
  error instanceof Error && error.message.includes('pixel limit')
    ? `The picture has more than ${maxPixels / 1_000_000} megapixels. Choose one with fewer.`
    : 'The picture could not be read. Choose another one.';
