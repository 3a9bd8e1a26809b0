import { type ChildProcess, spawn } from 'node:child_process';
import { RESTART_EXIT_CODE } from '@northlight/agent';
import { type Clock, sleep } from '@northlight/runtime';

/** Delay before a restart, like that of a device. It also prevents a fast loop of crashes. */
const AFTER_RESTART_MS = 1_500;
const AFTER_FAULT_MS = 3_000;

export interface SupervisedProcessOptions {
  readonly argv: readonly [string, ...string[]];
  readonly clock: Clock;
  /** Called for each line of output. */
  readonly onLine: (line: string) => void;
}

/** A process that is restarted on request or when it dies. */
export class SupervisedProcess implements AsyncDisposable {
  readonly #options: SupervisedProcessOptions;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #child: ChildProcess | undefined;
  #starts = 0;

  constructor(options: SupervisedProcessOptions) {
    this.#options = options;
    this.#ended = this.#keepRunning();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get starts(): number {
    return this.#starts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    this.#child?.kill('SIGTERM');
    await this.#ended;
  }

  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const code = await this.#runOnce();
      if (signal.aborted) break;
      await sleep(
        this.#options.clock,
        code === RESTART_EXIT_CODE ? AFTER_RESTART_MS : AFTER_FAULT_MS,
        signal,
      );
    }
  }

  #runOnce(): Promise<number | null> {
    const { argv, onLine } = this.#options;
    const [program, ...args] = argv;
    this.#starts++;
    // Starts the program in its own process group, because the lab itself forwards Ctrl-C.
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n').filter(Boolean)) onLine(line);
      });
    return new Promise((resolve) => {
      child.once('error', () => resolve(1));
      child.once('exit', (code) => resolve(code));
    });
  }
}
