/** Program in the sandbox that draws an uploaded floor plan, a picture or a PDF, as pictures without metadata. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Canvas, createCanvas, type SKRSContext2D as Context } from '@napi-rs/canvas';
import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { answerOrder } from '../sandbox/answer-order.ts';
import { detectKind } from './image-kind.ts';
import { getReadError, openImage } from './open-image.ts';
import {
  isPdf,
  PDF_IMAGE_MAX_PIXELS,
  PLAN_MAX_PIXELS,
  type PlanOrder,
  type PlanPicture,
  type PlanResult,
} from './plan-order.ts';

const QUALITY = 85;
/** Length of a point of a PDF (mm). */
const POINT_MM = 25.4 / 72;
/** Longest side of a picture (px): lines of a plan remain sharp on a large screen. */
const SIDE_PX = 2_400;
const MERGED_SIDE_PX = 4_000;
/** Pages are not drawn smaller than this (px), whatever their proportions are. */
const MIN_SIDE_PX = 8;
const FOREIGN = 'The file is not a .jpg, .png or .pdf file. Choose another one.';
const UNREADABLE = 'The PDF could not be read. Choose another one.';
const LARGE_IMAGE = `A picture in the PDF has more than ${PDF_IMAGE_MAX_PIXELS / 1_000_000} megapixels. Upload it as a .jpg or .png file.`;
const LOCKED = 'The PDF is protected by a password. Remove the password and upload it again.';

async function drawPlan(order: PlanOrder): Promise<PlanResult> {
  const file = Buffer.from(order.bytes);
  if (isPdf(file)) return drawPdf(order);
  const kind = detectKind(file);
  if (kind !== 'jpeg' && kind !== 'png') return { refused: FOREIGN };
  try {
    // Reduces before it rotates, because a rotated picture is needed as a whole.
    const reduced = await openImage(file, kind, PLAN_MAX_PIXELS)
      .resize(MERGED_SIDE_PX, MERGED_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .keepExif()
      .png({ compressionLevel: 0 })
      .toBuffer();
    const { data, info } = await openImage(reduced, 'png', PLAN_MAX_PIXELS)
      .autoOrient()
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { pictures: [{ bytes: data, widthPx: info.width, heightPx: info.height }] };
  } catch (error) {
    return { refused: getReadError(error, PLAN_MAX_PIXELS) };
  }
}

async function drawPdf({ bytes, maxPages, pages }: PlanOrder): Promise<PlanResult> {
  const packagePath = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const task = getDocument({
    data: new Uint8Array(bytes),
    standardFontDataUrl: `${join(packagePath, 'standard_fonts')}/`,
    cMapUrl: `${join(packagePath, 'cmaps')}/`,
    wasmUrl: `${join(packagePath, 'wasm')}/`,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    maxImageSize: PDF_IMAGE_MAX_PIXELS,
    verbosity: VerbosityLevel.WARNINGS,
  });
  // The library leaves out a picture that is too large, and only warns.
  let isImageMissing = false;
  Object.assign(console, {
    warn: (text: unknown): void => {
      isImageMissing ||= String(text).includes('exceeded maximum allowed size');
    },
  });
  try {
    const document = await task.promise;
    if (document.numPages > maxPages) return { tooManyPages: document.numPages };
    const drawn = pages === 'merged' ? [await drawMerged(document)] : await drawEach(document);
    return isImageMissing ? { refused: LARGE_IMAGE } : { pictures: drawn };
  } catch (error) {
    return { refused: error instanceof Error && error.name === 'PasswordException' ? LOCKED : UNREADABLE };
  }
}

async function drawEach(document: PDFDocumentProxy): Promise<PlanPicture[]> {
  const pictures: PlanPicture[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { height, width } = page.getViewport({ scale: 1 });
    const scale = SIDE_PX / Math.max(width, height);
    const { canvas, context } = createPaper(measure(page, scale));
    await draw(page, { context, x: 0, y: 0, scale });
    pictures.push({ ...(await encode(canvas)), paperWidthMm: (canvas.width / scale) * POINT_MM });
    page.cleanup();
  }
  return pictures;
}

/** Draws all pages side by side in rows, at one scale, because a floor plan has one. */
async function drawMerged(document: PDFDocumentProxy): Promise<PlanPicture> {
  const columns = Math.ceil(Math.sqrt(document.numPages));
  const rows = Math.ceil(document.numPages / columns);
  const pages: PDFPageProxy[] = [];
  for (let number = 1; number <= document.numPages; number += 1) pages.push(await document.getPage(number));
  const sizes = pages.map((page) => page.getViewport({ scale: 1 }));
  const points = {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
  };
  const scale = MERGED_SIDE_PX / Math.max(columns * points.width, rows * points.height);
  const cell = { width: toPixels(points.width * scale), height: toPixels(points.height * scale) };
  const { canvas, context } = createPaper({ width: cell.width * columns, height: cell.height * rows });
  for (const [index, page] of pages.entries()) {
    const x = (index % columns) * cell.width;
    const y = Math.floor(index / columns) * cell.height;
    await draw(page, { context, x, y, scale });
  }
  return { ...(await encode(canvas)), paperWidthMm: (canvas.width / scale) * POINT_MM };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const toPixels = (length: number): number => Math.max(MIN_SIDE_PX, Math.round(length));

/** Returns the size (px) of a page at a scale (pixels per point). */
function measure(page: PDFPageProxy, scale: number): Size {
  const { height, width } = page.getViewport({ scale });
  return { width: toPixels(width), height: toPixels(height) };
}

function createPaper({ height, width }: Size): Size & { canvas: Canvas; context: Context } {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  return { canvas, context, width, height };
}

interface Target {
  readonly context: Context;
  readonly x: number;
  readonly y: number;
  /** Pixels per point. */
  readonly scale: number;
}

async function draw(page: PDFPageProxy, { context, scale, x, y }: Target): Promise<void> {
  const viewport = page.getViewport({ scale, offsetX: x, offsetY: y });
  context.save();
  context.beginPath();
  context.rect(x, y, toPixels(viewport.width), toPixels(viewport.height));
  context.clip();
  await page.render({
    canvas: null,
    canvasContext: context,
    viewport,
    background: 'transparent',
  }).promise;
  context.restore();
}

async function encode(canvas: Canvas): Promise<PlanPicture> {
  return { bytes: await canvas.encode('webp', QUALITY), widthPx: canvas.width, heightPx: canvas.height };
}

answerOrder(drawPlan);
