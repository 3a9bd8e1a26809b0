import { IMPORT_MAX_ROWS } from '@northlight/contract';
import { z } from 'zod';
import { Sandbox } from '../../platform/sandbox/sandbox.ts';

/** One row of the file: its row number and its two cells as text. `numeric` marks a number cell that may have lost digits. */
export interface SheetRow {
  readonly row: number;
  readonly sn: string;
  readonly claimCode: string;
  readonly numeric: boolean;
}

export type SheetResult = { readonly rows: readonly SheetRow[] } | { readonly error: string };

/** A file and the maximum number of rows to read. */
export interface SheetRequest {
  readonly bytes: Uint8Array;
  readonly maxRows: number;
}

const UNREADABLE = 'The file could not be read. Save it as .xlsx or .xls and try again.';
const sheetRow = z.object({ row: z.number(), sn: z.string(), claimCode: z.string(), numeric: z.boolean() });
const sheetResult: z.ZodType<SheetResult> = z.union([
  z.object({ rows: z.array(sheetRow) }),
  z.object({ error: z.string() }),
]);

const sandbox = new Sandbox<SheetRequest, SheetResult>({
  program: new URL('sheet-process.ts', import.meta.url),
  answer: sheetResult,
  timeMs: 10_000,
  memoryMb: 512,
  heapMb: 256,
  nativeCode: false,
  running: 2,
  waiting: 20,
  busy: 'Too many imports at once. Try again in 1 min.',
});

/** Reads a sheet in the sandbox, because a small file can block a parser for seconds. Throws 503 when too many imports wait. */
export async function readSheet(bytes: Buffer): Promise<SheetResult> {
  if (!detectFormat(bytes)) return { error: 'The import file must be .xls or .xlsx. Choose another file.' };
  const result = await sandbox.run({ bytes, maxRows: IMPORT_MAX_ROWS });
  if (result.state === 'answered') return result.answer;
  return {
    error:
      result.state === 'timeout'
        ? 'Reading the file took too long. Split it into smaller files.'
        : UNREADABLE,
  };
}

/** Detects the container format by content, not by name: .xlsx (zip) or .xls (compound file). */
function detectFormat(bytes: Buffer): 'xlsx' | 'xls' | undefined {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))) return 'xlsx';
  if (bytes.subarray(0, 8).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])))
    return 'xls';
  return undefined;
}
