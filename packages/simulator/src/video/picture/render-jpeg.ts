import sharp from 'sharp';

export interface PictureSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const QUALITY = 78;

/** Draws SVG text as JPEG, filled into the size; the same bytes for the same text. */
export function renderJpeg(scene: string, { height, width }: PictureSize): Promise<Buffer> {
  return sharp(Buffer.from(scene))
    .resize(width, height, { fit: 'fill' })
    .flatten({ background: '#000' })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
