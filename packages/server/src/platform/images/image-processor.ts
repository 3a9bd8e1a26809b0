import { DomainError } from '@northlight/contract';
import { z } from 'zod';
import type { QueueRequester } from '../fair-queue.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { type Crop, detectKind, type SquareOrder, type SquareResult } from './image-kind.ts';

/** Maximum processing time; a picture that takes longer is rejected. */
const TIME_LIMIT_MS = 10_000;
const UNREADABLE = 'The picture could not be read. Choose another one.';
const TOO_SLOW = 'Reading the picture takes too long. Choose another one.';
const squareResult: z.ZodType<SquareResult> = z.union([
  z.object({ bytes: z.instanceof(Uint8Array) }),
  z.object({ refused: z.string() }),
]);

/** Re-encodes uploaded pictures; the uploaded bytes are never stored or served. */
export class ImageProcessor {
  readonly #sandbox = new Sandbox<SquareOrder, SquareResult>({
    program: new URL('image-process.ts', import.meta.url),
    answer: squareResult,
    timeMs: TIME_LIMIT_MS,
    // Memory for a picture of 25 megapixels (100 MB) and for the second copy that a rotation needs.
    memoryMb: 512,
    heapMb: 128,
    nativeCode: true,
    slots: 3,
    waiting: 50,
    busy: 'Too many pictures at once. Try again in 1 min.',
  });

  /** Returns a square of the picture as WebP without metadata. Throws `fileRefused` for an unusable file. */
  async square(bytes: Buffer, crop: Crop, pixels: number, requester: QueueRequester): Promise<Uint8Array> {
    if (!detectKind(bytes))
      throw createRefusal('The file is not a .jpg, .png, .gif or .bmp picture. Choose another one.');
    const result = await this.#sandbox.run({ bytes, crop, pixels }, requester);
    if (result.state === 'timeout') throw createRefusal(TOO_SLOW);
    if (result.state !== 'answered') throw createRefusal(UNREADABLE);
    if ('refused' in result.answer) throw createRefusal(result.answer.refused);
    return result.answer.bytes;
  }
}

const createRefusal = (message: string): DomainError =>
  new DomainError('fileRefused', { message, fields: { file: message } });
