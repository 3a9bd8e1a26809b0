import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import {
  FairQueue,
  type FairQueueOptions,
  QueueGroup,
  type QueuePriority,
  type QueueRequester,
} from '../fair-queue.ts';
import { FAILED_EXIT_CODE } from './answer-order.ts';
import { findIsolation } from './isolation.ts';

/** Threads that a program computes in at most, so that it uses up its processor time in half of the time at the earliest. */
const THREADS = 2;
/**
 * Time after which a process is killed, in units of its limit of processor time. On a busy machine it waits for a
 * processor, for which its account is not to blame.
 */
const WAIT_FACTOR = 4;
/** Time for reading the answer of a process that has exited, if its channel does not end. */
const CHANNEL_MS = 5_000;
/** One process of an account at a time, whatever it does, so that an account occupies one processor. */
const SANDBOXES = new QueueGroup();
/** Niceness of a process, so that the server and light users come first on a busy processor. */
const NICENESS: Readonly<Record<QueuePriority, number>> = { light: 5, heavy: 15, visitor: 19 };

export interface SandboxOptions<Answer> extends FairQueueOptions {
  /**
   * Module that calls `answerOrder`. The program may read its own directory, the directory of this file,
   * `sources` and installed packages.
   */
  readonly program: URL;
  /** Folders of own packages whose modules the program imports; they are no installed packages. */
  readonly sources?: readonly string[];
  /** Schema of valid answers, because a compromised program can send any data. */
  readonly answer: z.ZodType<Answer>;
  /**
   * Limit of the processor time of an order (ms); an order that waits is killed after four times as long. Where the kernel
   * does not limit processor time, each order is killed after this time.
   */
  readonly timeMs: number;
  /** Memory limit of the whole process, including native code (MB). Not every machine can enforce it. */
  readonly memoryMb: number;
  /** Memory limit of JavaScript objects (MB). */
  readonly heapMb: number;
  /**
   * True when the program loads native code, which namespaces and limits restrict, but not Node's
   * permissions.
   */
  readonly nativeCode: boolean;
}

/**
 * Result of an order. `ended` means that the process crashed, used too much memory, or sent an answer that
 * does not match the schema; `cause` names which, for the log.
 */
export type SandboxResult<Answer> =
  | { readonly state: 'answered'; readonly answer: Answer }
  | { readonly state: 'timeout' }
  | { readonly state: 'ended'; readonly cause: string };

/**
 * Runs orders on untrusted files, each in its own process, which is killed after its answer or at its time
 * limit. On every system the process has Node's permission model: it reads only its code and installed
 * packages (no data directory, no keys), writes no file, starts no process or worker, and has an empty
 * environment and a heap limit. On Linux, where `unshare` and `prlimit` (util-linux) work for the server's
 * user, it also has no network, cannot signal other processes, and the kernel limits its memory. On other
 * systems Node 24 does not restrict the network, and native code is limited in time only. {@link
 * findIsolation} returns which restrictions apply.
 */
export class Sandbox<Order extends object, Answer> {
  readonly #options: SandboxOptions<Answer>;
  readonly #queue: FairQueue;
  readonly #file: string;
  readonly #permissions: readonly string[];

  constructor(options: SandboxOptions<Answer>) {
    this.#options = options;
    this.#queue = new FairQueue({ group: SANDBOXES, ...options });
    this.#file = fileURLToPath(options.program);
    this.#permissions = buildNodeOptions(this.#file, options);
  }

  /**
   * Runs an order in its turn and resolves to its result; throws 429 or 503 as the queue does. A function creates the order
   * in its turn. A requester whose order reaches the time limit is paused.
   */
  run(order: Order | (() => Promise<Order>), requester: QueueRequester): Promise<SandboxResult<Answer>> {
    return this.#queue.run(requester, async (priority) => {
      const created = typeof order === 'function' ? await order() : order;
      const result = await this.#runNow(created, NICENESS[priority]);
      if (result.state === 'timeout') this.#queue.pause(requester);
      return result;
    });
  }

  async #runNow(order: Order, niceness: number): Promise<SandboxResult<Answer>> {
    const { answer, memoryMb, timeMs } = this.#options;
    const isolation = await findIsolation();
    const cpuSeconds = Math.ceil(timeMs / 1000);
    const [program, ...parameters] = [
      ...isolation.command({ memoryMb, cpuSeconds, niceness }),
      process.execPath,
      ...this.#permissions,
    ] as [string, ...string[]];
    const start = performance.now();
    const child = fork(this.#file, {
      execPath: program,
      execArgv: parameters,
      serialization: 'advanced',
      timeout: isolation.memory ? timeMs * WAIT_FACTOR : timeMs,
      killSignal: 'SIGKILL',
      cwd: dirname(this.#file),
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    try {
      const message = await readFirstMessage(child, order);
      if ('cause' in message) {
        // `unshare` does not pass on by which signal a process ended, so that only its duration shows that its processor
        // time was used up. A program that failed by itself can have waited for a processor.
        const isLong = performance.now() - start >= timeMs / THREADS;
        return child.killed || (isLong && child.exitCode !== FAILED_EXIT_CODE)
          ? { state: 'timeout' }
          : { state: 'ended', ...message };
      }
      const parsed = answer.safeParse(message.value);
      return parsed.success
        ? { state: 'answered', answer: parsed.data }
        : { state: 'ended', cause: 'The answer does not match the schema.' };
    } finally {
      child.kill('SIGKILL');
    }
  }
}

/** Sends an order and resolves to the first message of the process, or to the cause of its end without one. */
async function readFirstMessage(
  child: ChildProcess,
  order: object,
): Promise<{ readonly value: unknown } | { readonly cause: string }> {
  const ended = new AbortController();
  const { signal } = ended;
  let cause: string | undefined;
  child.once('exit', (code, killedBy) => {
    cause = killedBy === null ? `Exit code ${code}` : `Signal ${killedBy}`;
    // The answer of a process that has exited can still be unread; its channel ends after it.
    if (!child.connected) ended.abort();
    else setTimeout(() => ended.abort(), CHANNEL_MS).unref();
  });
  child.once('disconnect', () => {
    if (cause !== undefined) ended.abort();
  });
  child.on('error', (error) => {
    cause ??= error.message;
    ended.abort();
  });
  // Ignores a send error, because the exit of the process is reported anyway.
  child.send(order, () => undefined);
  try {
    const [value] = (await once(child, 'message', { signal })) as [unknown];
    return { value };
  } catch {
    return { cause: cause ?? '' };
  }
}

function buildNodeOptions(
  file: string,
  { heapMb, nativeCode, sources = [] }: Pick<SandboxOptions<unknown>, 'heapMb' | 'nativeCode' | 'sources'>,
): readonly string[] {
  const own = dirname(fileURLToPath(import.meta.url));
  const readable = [
    formatDirectoryPattern(dirname(file)),
    formatDirectoryPattern(own),
    ...sources.flatMap(listSourcePaths),
    ...listPackagePaths(dirname(file)),
  ];
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...(nativeCode ? ['--allow-addons'] : []),
    `--max-old-space-size=${heapMb}`,
  ];
}

/** Returns the paths of a folder with modules, and of the file that names their type. */
const listSourcePaths = (directory: string): string[] => [
  formatDirectoryPattern(directory),
  ...listPackagePaths(directory).filter((path) => path.endsWith('package.json')),
];

const formatDirectoryPattern = (path: string): string => join(path, '*');

/** Returns the paths in which Node searches packages and the module type, from a directory upwards. */
function listPackagePaths(from: string): string[] {
  const found: string[] = [];
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules'))) found.push(formatDirectoryPattern(join(at, 'node_modules')));
    if (existsSync(join(at, 'package.json'))) found.push(join(at, 'package.json'));
    if (dirname(at) === at) return found;
  }
}
