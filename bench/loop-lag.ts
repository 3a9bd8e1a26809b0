import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Duration of the timer that is measured. The delay is the time by which the timer fires later than after 10
 * ms.
 */
const RESOLUTION_MS = 10;

interface Window {
  readonly count: number;
  /** Percentile and its value in nanoseconds. */
  readonly percentiles: readonly (readonly [number, number])[];
}

/** Delay of the event loops of the server's processes, across kills and restarts. */
export interface LoopLag {
  /** Environment variables for the product. */
  readonly env: Readonly<Record<string, string>>;
  /** Discards earlier samples. */
  begin(): void;
  /** Returns delays in ms. Each percentile of a window counts with its latest sample. */
  read(): { p99: number; worst: number; samples: number };
}

export function watchLoopLag(directory: string): LoopLag {
  const file = join(directory, 'loop-lag');
  const watch = fileURLToPath(new URL('./loop-lag-watch.ts', import.meta.url));
  const windows = (): Window[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((text) => JSON.parse(text) as Window)
      : [];
  let before = 0;
  return {
    env: { BENCH_LOOP_LAG: file, NODE_OPTIONS: `--import ${watch}` },
    begin: () => (before = windows().length),
    read: () => summarizeWindow(windows().slice(before)),
  };
}

function summarizeWindow(windows: readonly Window[]): ReturnType<LoopLag['read']> {
  if (windows.length === 0)
    throw new Error('No server process has written the delay of its event loop. See loop-lag-watch.ts.');
  const shares = windows.flatMap(({ count, percentiles }) =>
    percentiles.map(([percent, ns], index) => ({
      samples: (count * (percent - (percentiles[index - 1]?.[0] ?? 0))) / 100,
      ms: Math.max(0, ns / 1e6 - RESOLUTION_MS),
    })),
  );
  shares.sort((a, b) => a.ms - b.ms);
  const samples = shares.reduce((sum, share) => sum + share.samples, 0);
  let below = 0;
  const p99 = shares.find((share) => (below += share.samples) >= samples * 0.99);
  return { p99: p99?.ms ?? Number.NaN, worst: shares.at(-1)?.ms ?? Number.NaN, samples: Math.round(samples) };
}
