import { Worker } from 'node:worker_threads';
import { IMPORT_MAX_ROWS } from '@northlight/contract';

/** One row of the file: its number there, and its two cells as text. `numeric` marks a cell that lost its digits. */
export interface SheetRow {
  readonly row: number;
  readonly sn: string;
  readonly claimCode: string;
  readonly numeric: boolean;
}

export type SheetResult = { readonly rows: readonly SheetRow[] } | { readonly error: string };

const TIMEOUT_MS = 10_000;
const MOST_RUNNING = 2;
const MOST_WAITING = 20;
let running = 0;
const waiting: (() => void)[] = [];
const UNREADABLE = 'The file could not be read. Save it as .xlsx or .xls and try again.';

/** Reads a sheet in a worker with limits on time and memory: a small file can make a parser work for very long. */
export async function readSheet(bytes: Buffer): Promise<SheetResult> {
  const kind = kindOf(bytes);
  if (!kind) return { error: 'The import file must be .xls or .xlsx.' };
  if (running >= MOST_RUNNING) {
    if (waiting.length >= MOST_WAITING) return { error: 'Too many imports at once. Try again in a moment.' };
    // Whoever ends hands its place on, so the count stays.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await readInWorker(bytes);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function readInWorker(bytes: Buffer): Promise<SheetResult> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      workerData: { bytes, maxRows: IMPORT_MAX_ROWS },
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    });
    const finish = (result: SheetResult): void => {
      clearTimeout(timer);
      resolve(result);
      void worker.terminate();
    };
    const timer = setTimeout(() => finish({ error: 'Reading the file takes too long.' }), TIMEOUT_MS);
    worker.once('message', (result: SheetResult) => finish(result));
    worker.once('error', () => finish({ error: UNREADABLE }));
    worker.once('exit', () => finish({ error: UNREADABLE }));
  });
}

/** By content, never by name: the container formats of .xlsx (zip) and .xls (compound file). */
function kindOf(bytes: Buffer): 'xlsx' | 'xls' | undefined {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))) return 'xlsx';
  if (bytes.subarray(0, 8).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])))
    return 'xls';
  return undefined;
}
