/** Measures the durations of named parts of a run. */
export class Stopwatch {
  readonly #start = performance.now();
  readonly #parts: { title: string; ms: number }[] = [];

  async time<T>(title: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.#parts.push({ title, ms: performance.now() - start });
    }
  }

  /** Returns a line for each part and one for the whole run: `time of check: types 0:41`. */
  report(whole: string): string {
    const lines = this.#parts.map(({ title, ms }) => `time of ${whole}: ${title} ${formatMinutes(ms)}`);
    return [...lines, `time of ${whole}: ${formatMinutes(performance.now() - this.#start)} in all`].join(
      '\n',
    );
  }
}

function formatMinutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
