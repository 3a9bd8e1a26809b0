import { DomainError, PAPER_MAX_MM, PDF_PAGES_MAX } from '@northlight/contract';
import { z } from 'zod';
import type { QueueRequester } from '../fair-queue.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { detectKind } from './image-kind.ts';
import { isPdf, type PlanOrder, type PlanPicture, type PlanResult } from './plan-order.ts';

/** Maximum processing time; a file that takes longer is refused. */
const TIME_LIMIT_MS = 8_000;
const PICTURE_MAX_PX = 4_096;
const pixels = z.number().int().min(1).max(PICTURE_MAX_PX);
const planResult: z.ZodType<PlanResult> = z.union([
  z.object({
    pictures: z
      .array(
        z.object({
          bytes: z.instanceof(Uint8Array),
          widthPx: pixels,
          heightPx: pixels,
          paperWidthMm: z.number().positive().optional(),
        }),
      )
      .min(1)
      .max(PDF_PAGES_MAX),
  }),
  z.object({ refused: z.string().max(200) }),
  z.object({ tooManyPages: z.number().int() }),
]);

/** Draws uploaded floor plans as pictures; the uploaded bytes are never stored or served. */
export class PlanProcessor {
  readonly #sandbox: Sandbox<PlanOrder, PlanResult>;

  constructor(timeMs = TIME_LIMIT_MS) {
    this.#sandbox = new Sandbox<PlanOrder, PlanResult>({
      program: new URL('plan-process.ts', import.meta.url),
      answer: planResult,
      timeMs,
      // Memory for a picture that can only be read as a whole (interlaced, 300 megapixels), or for images of a PDF.
      memoryMb: 1_024,
      heapMb: 256,
      nativeCode: true,
      slots: 3,
      waiting: 50,
      busy: 'Too many floor plans at once. Try again in 1 min.',
    });
  }

  /**
   * Returns a picture, or one per page of a PDF; with `merged` all pages are on one. Throws `planPages` for a PDF with too
   * many pages, `fileRefused` for an unusable file, and 429 or 503 as a {@link FairQueue} does.
   */
  async draw(
    bytes: Buffer,
    pages: PlanOrder['pages'],
    requester: QueueRequester,
  ): Promise<readonly PlanPicture[]> {
    const kind = detectKind(bytes);
    if (!isPdf(bytes) && kind !== 'jpeg' && kind !== 'png')
      throw createRefusal('The file is not a .jpg, .png or .pdf file. Choose another one.');
    const result = await this.#sandbox.run({ bytes, pages, maxPages: PDF_PAGES_MAX }, requester);
    if (result.state === 'timeout')
      throw createRefusal(
        'Drawing the file takes too long. Choose a simpler one, or a picture with fewer pixels.',
      );
    if (result.state !== 'answered') throw createRefusal('The file could not be read. Choose another one.');
    const { answer } = result;
    if ('refused' in answer) throw createRefusal(answer.refused);
    if ('tooManyPages' in answer) {
      const message = `The floor plan has ${answer.tooManyPages} pages. Choose one with at most ${PDF_PAGES_MAX}.`;
      throw new DomainError('planPages', { message, fields: { file: message } });
    }
    return answer.pictures.map(({ paperWidthMm = 0, ...picture }) => ({
      ...picture,
      ...(paperWidthMm > 0 && paperWidthMm <= PAPER_MAX_MM && { paperWidthMm }),
    }));
  }
}

const createRefusal = (message: string): DomainError =>
  new DomainError('fileRefused', { message, fields: { file: message } });
