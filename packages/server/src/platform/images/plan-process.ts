/** Program in the sandbox that draws an uploaded floor plan, a picture or a PDF, as pictures without metadata. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Canvas, createCanvas, type SKRSContext2D as Context } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { answerOrder } from '../sandbox/answer-order.ts';
import { detectKind } from './image-kind.ts';
import { getReadError, openImage } from './open-image.ts';
import { isPdf, PLAN_MAX_PIXELS, type PlanOrder, type PlanPicture, type PlanResult } from './plan-order.ts';

const QUALITY = 85;
/** Longest side of a picture (px): lines of a plan remain sharp on a large screen. */
const SIDE_PX = 2_400;
const MERGED_SIDE_PX = 4_000;
/** Pages are not drawn smaller than this (px), whatever their proportions are. */
const MIN_SIDE_PX = 8;
const FOREIGN = 'The file is not a .jpg, .png or .pdf file. Choose another one.';
const UNREADABLE = 'The PDF could not be read. Choose another one.';
const LOCKED = 'The PDF is protected by a password. Remove the password and upload it again.';

async function drawPlan(order: PlanOrder): Promise<PlanResult> {
  const file = Buffer.from(order.bytes);
  if (isPdf(file)) return drawPdf(order);
  const kind = detectKind(file);
  if (kind !== 'jpeg' && kind !== 'png') return { refused: FOREIGN };
  try {
    const { data, info } = await openImage(file, kind, PLAN_MAX_PIXELS)
      .autoOrient()
      .resize(MERGED_SIDE_PX, MERGED_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
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
    maxImageSize: PLAN_MAX_PIXELS,
    verbosity: 0,
  });
  try {
    const document = await task.promise;
    if (document.numPages > maxPages) return { tooManyPages: document.numPages };
    const drawn = pages === 'merged' ? [await drawMerged(document)] : await drawEach(document);
    return { pictures: drawn };
  } catch (error) {
    return { refused: error instanceof Error && error.name === 'PasswordException' ? LOCKED : UNREADABLE };
  }
}

async function drawEach(document: PDFDocumentProxy): Promise<PlanPicture[]> {
  const pictures: PlanPicture[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { canvas, context, height, width } = createPaper(measure(page, SIDE_PX));
    await draw(page, { context, x: 0, y: 0, width, height });
    pictures.push(await encode(canvas));
    page.cleanup();
  }
  return pictures;
}

/** Draws all pages side by side, in rows. */
async function drawMerged(document: PDFDocumentProxy): Promise<PlanPicture> {
  const columns = Math.ceil(Math.sqrt(document.numPages));
  const rows = Math.ceil(document.numPages / columns);
  const side = Math.floor(MERGED_SIDE_PX / Math.max(columns, rows));
  const pages: PDFPageProxy[] = [];
  for (let number = 1; number <= document.numPages; number += 1) pages.push(await document.getPage(number));
  const sizes = pages.map((page) => measure(page, side));
  const cell = {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
  };
  const { canvas, context } = createPaper({ width: cell.width * columns, height: cell.height * rows });
  for (const [index, page] of pages.entries()) {
    const x = (index % columns) * cell.width;
    const y = Math.floor(index / columns) * cell.height;
    await draw(page, { context, x, y, ...measure(page, side) });
  }
  return encode(canvas);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the size (px) of a page whose longest side has `side` px. */
function measure(page: PDFPageProxy, side: number): Size {
  const { height, width } = page.getViewport({ scale: 1 });
  const scale = side / Math.max(width, height);
  const toPixels = (length: number): number => Math.max(MIN_SIDE_PX, Math.round(length * scale));
  return { width: toPixels(width), height: toPixels(height) };
}

function createPaper({ height, width }: Size): Size & { canvas: Canvas; context: Context } {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  return { canvas, context, width, height };
}

interface Target extends Size {
  readonly context: Context;
  readonly x: number;
  readonly y: number;
}

async function draw(page: PDFPageProxy, { context, width, x, y }: Target): Promise<void> {
  const scale = width / page.getViewport({ scale: 1 }).width;
  context.save();
  await page.render({
    canvas: null,
    canvasContext: context,
    viewport: page.getViewport({ scale, offsetX: x, offsetY: y }),
    background: 'transparent',
  }).promise;
  context.restore();
}

async function encode(canvas: Canvas): Promise<PlanPicture> {
  return { bytes: await canvas.encode('webp', QUALITY), widthPx: canvas.width, heightPx: canvas.height };
}

answerOrder(drawPlan);
