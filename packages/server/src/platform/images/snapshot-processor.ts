import { z } from 'zod';
import type { QueueRequester } from '../fair-queue.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import type { SnapshotOrder, SnapshotResult } from './snapshot.ts';

/** Maximum processing time; a picture that takes longer is rejected. */
const TIME_LIMIT_MS = 10_000;
const bytes = z.instanceof(Uint8Array);
const snapshotResult: z.ZodType<SnapshotResult> = z.union([
  z.object({
    pictures: z.array(z.object({ bytes, width: z.number(), height: z.number() })),
    signature: z.object({ blocks: bytes, contrast: z.number() }),
  }),
  z.object({ refused: z.string() }),
]);

export type DrawnSnapshot = Exclude<SnapshotResult, { readonly refused: string }>;

/** Draws pictures of cameras again, each in a process of its own; the bytes that a camera sends are never stored or served. */
export class SnapshotProcessor {
  readonly #sandbox = new Sandbox<SnapshotOrder, SnapshotResult>({
    program: new URL('snapshot-process.ts', import.meta.url),
    answer: snapshotResult,
    timeMs: TIME_LIMIT_MS,
    memoryMb: 512,
    heapMb: 128,
    nativeCode: true,
    slots: 2,
    waiting: 200,
    busy: 'Too many pictures at once.',
  });

  /** Returns the pictures in these sizes; undefined for bytes that are no usable picture. */
  async draw(order: SnapshotOrder, requester: QueueRequester): Promise<DrawnSnapshot | undefined> {
    const result = await this.#sandbox.run(order, requester);
    return result.state !== 'answered' || 'refused' in result.answer ? undefined : result.answer;
  }
}
