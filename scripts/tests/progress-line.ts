import { formatMinutes } from '../format-minutes.ts';
import type { PartProgress } from './part-report.ts';

const REDRAW_MS = 1_000;
/** Interval of progress lines where the output is no terminal. */
const PRINT_MS = 60_000;
const CLEAR_LINE = '\r\u001B[2K';

/**
 * Shows the running parts in the last line of the terminal, below the lines of the ended parts. Where the output
 * is a file, it prints a line per minute instead.
 */
export class ProgressLine implements Disposable {
  readonly #running = new Map<string, { readonly start: number; text: string }>();
  readonly #isTerminal = process.stdout.isTTY;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
    this.#timer = setInterval(() => this.#draw(), this.#isTerminal ? REDRAW_MS : PRINT_MS);
    this.#timer.unref();
  }

  begin(title: string): void {
    this.#running.set(title, { start: performance.now(), text: '' });
  }

  update(title: string, { failed, files, filesDone, passed }: PartProgress): void {
    const part = this.#running.get(title);
    if (!part) return;
    const failures = failed > 0 ? `, ${failed} failed` : '';
    part.text = ` ${passed} passed${failures}, ${filesDone} of ${files} files`;
  }

  end(title: string): void {
    this.#running.delete(title);
  }

  print(line: string): void {
    this.#clear();
    this.#print(line);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #draw(): void {
    if (this.#running.size === 0) return;
    const line = [...this.#running]
      .map(([title, { start, text }]) => `${title} ${formatMinutes(performance.now() - start)}${text}`)
      .join(' · ');
    if (this.#isTerminal)
      process.stdout.write(`${CLEAR_LINE}… ${line.slice(0, Math.max(0, process.stdout.columns - 3))}`);
    else this.#print(`… ${line}`);
  }

  #clear(): void {
    if (this.#isTerminal) process.stdout.write(CLEAR_LINE);
  }
}
