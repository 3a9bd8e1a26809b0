import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DomainError } from '@northlight/contract';
import { BoundedQueue } from '../bounded-queue.ts';
import { type Crop, kindOf, type SquareOrder, type SquareResult } from './image-kind.ts';

const PROGRAM = fileURLToPath(new URL('image-process.ts', import.meta.url));
/** A picture that takes longer is refused, and its process killed. */
const MOST_MS = 10_000;
const AT_ONCE = 2;
const MOST_WAITING = 20;
const UNREADABLE = 'The picture could not be read.';

/** Makes pictures anew from what people upload: what they sent is never stored or sent on. */
export class Images {
  readonly #queue = new BoundedQueue(
    AT_ONCE,
    MOST_WAITING,
    'Too many pictures at once. Try again in a moment.',
  );

  /** A square of the picture as WebP, without anything else that the file had in it. */
  async square(bytes: Buffer, crop: Crop, pixels: number): Promise<Uint8Array> {
    if (!kindOf(bytes)) throw refused('The file is no .jpg, .png, .gif or .bmp picture.');
    const result = await this.#queue.run(() => inProcess({ bytes, crop, pixels }));
    if ('refused' in result) throw refused(result.refused);
    return result.bytes;
  }
}

const refused = (message: string): DomainError =>
  new DomainError('fileRefused', { message, fields: { file: message } });

/** Runs one order in a process without rights: a decoder that crashes, hangs or is taken over ends with it. */
async function inProcess(order: SquareOrder): Promise<SquareResult> {
  const child = fork(PROGRAM, {
    execArgv: ['--permission', '--allow-addons', '--allow-fs-read=*', '--max-old-space-size=128'],
    serialization: 'advanced',
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit').then((): SquareResult => ({ refused: UNREADABLE }));
  const answered = once(child, 'message').then(([result]) => result as SquareResult);
  child.send(order);
  try {
    return await Promise.race([answered, ended]);
  } finally {
    child.kill('SIGKILL');
  }
}
