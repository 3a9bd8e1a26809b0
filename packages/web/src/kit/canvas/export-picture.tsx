import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { saveBlob } from '../save-blob.ts';

export type PictureFormat = 'svg' | 'png' | 'pdf';

/** Pixels per unit of the drawing, and the longest side that browsers can draw (px). */
const SCALE = 2;
const LONGEST_SIDE = 8_000;
const JPEG_QUALITY = 0.95;
/** Points of a PDF page per pixel, and the longest side of a page (points). */
const POINTS_PER_PIXEL = 0.75;
const LONGEST_PAGE = 14_400;

/** A drawing to save. */
export interface Sheet {
  /** Parts of the name of the file, such as a name and a time. */
  readonly nameParts: readonly string[];
  /** Title of a document. */
  readonly title: string;
  /** One `svg` element, whose colours do not depend on the page. */
  readonly content: ReactNode;
}

/** Saves a drawing as a file. */
export async function exportPicture(
  format: PictureFormat,
  { content, nameParts, title }: Sheet,
): Promise<void> {
  const picture = drawSheet(content);
  const svg = new Blob([picture.text], { type: 'image/svg+xml' });
  saveBlob(`${createFileName(nameParts)}.${format}`, await convert(format, svg, picture, title));
}

async function convert(format: PictureFormat, svg: Blob, picture: Picture, title: string): Promise<Blob> {
  switch (format) {
    case 'svg':
      return svg;
    case 'png':
      return paint(svg, picture, 'image/png');
    case 'pdf':
      return createPdf(await paint(svg, picture, 'image/jpeg'), picture, title);
  }
}

interface Picture {
  /** The drawing as XML. */
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly texts: readonly SheetText[];
}

/** Draws a sheet outside the page. Names are escaped as everywhere in the console. */
export function drawSheet(content: ReactNode): Picture {
  const box = document.createElement('div');
  const root = createRoot(box);
  flushSync(() => root.render(content));
  const svg = box.querySelector('svg');
  if (!svg) throw new Error('The sheet is empty.');
  const text = new XMLSerializer().serializeToString(svg);
  const texts = listSheetTexts(svg);
  const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value];
  root.unmount();
  return { text, texts, width, height };
}

/** Paints a drawing as a picture of a type. */
async function paint(
  svg: Blob,
  { height, width }: Pick<Picture, 'width' | 'height'>,
  type: 'image/png' | 'image/jpeg',
): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(SCALE, LONGEST_SIDE / Math.max(width, height));
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The browser cannot draw this picture.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type, quality: JPEG_QUALITY });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Returns a document of one page, which the picture fills. A picture shows names in every script, unlike the fonts of PDF.
 * Invisible texts at the same places make the document searchable; characters without a glyph in the font are left out of them.
 */
async function createPdf(jpeg: Blob, { height, texts, width }: Picture, title: string): Promise<Blob> {
  const { PDFDocument, StandardFonts } = await import('@cantoo/pdf-lib');
  const file = await PDFDocument.create();
  file.setTitle(title);
  const scale = Math.min(POINTS_PER_PIXEL, LONGEST_PAGE / Math.max(width, height));
  const size = { width: width * scale, height: height * scale };
  const image = await file.embedJpg(await jpeg.arrayBuffer());
  const page = file.addPage([size.width, size.height]);
  page.drawImage(image, { x: 0, y: 0, ...size });
  const font = await file.embedFont(StandardFonts.Helvetica);
  const glyphs = new Set(font.getCharacterSet());
  for (const { size: letters, text, x, y } of texts) {
    const known = Array.from(text)
      .filter((letter) => glyphs.has(letter.codePointAt(0) ?? 0))
      .join('');
    const at = { x: x * scale, y: (height - y) * scale };
    if (known !== '') page.drawText(known, { ...at, font, size: letters * scale, opacity: 0 });
  }
  return new Blob([new Uint8Array(await file.save())], { type: 'application/pdf' });
}

/** Names a file by its parts, in lower case with hyphens. */
const createFileName = (parts: readonly string[]): string =>
  parts
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');

/** A text of a drawing, with the left end of its base line and its size (px). */
interface SheetText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Lists the texts of a drawing at their places. Its groups are moved, but neither scaled nor turned. */
function listSheetTexts(svg: Element): readonly SheetText[] {
  return [...svg.querySelectorAll('text')].flatMap((element) => {
    const text = element.textContent ?? '';
    if (text === '') return [];
    let [x, y] = [readNumber(element, 'x'), readNumber(element, 'y')];
    for (let at: Element | null = element; at !== null && at !== svg; at = at.parentElement) {
      const [, dx = '0', dy = '0'] =
        /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(at.getAttribute('transform') ?? '') ?? [];
      x += Number(dx);
      y += Number(dy);
    }
    return [{ text, x, y, size: readNumber(element, 'font-size') }];
  });
}

const readNumber = (element: Element, name: string): number => Number(element.getAttribute(name) ?? 0);
