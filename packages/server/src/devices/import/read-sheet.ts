import {
  type DeviceEntry,
  type EntryField,
  IMPORT_MAX_ROWS,
  readDeviceCells,
  splitDeviceLine,
} from '@northlight/contract';
import { z } from 'zod';
import { Sandbox } from '../../platform/sandbox/sandbox.ts';

/** One row of a sheet: its row number and its cells as text. `numbers` lists the columns of number cells. */
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly numbers: readonly number[];
}

/** Content of a file: the rows of a sheet, or the lines of a text file. */
export type SheetContent =
  | { readonly rows: readonly SheetRow[] }
  | { readonly lines: readonly { readonly row: number; readonly text: string }[] }
  | { readonly error: string };

/** An entry of the file. `numeric` lists fields from number cells, which may have lost digits. */
export interface SheetEntry extends DeviceEntry {
  readonly row: number;
  readonly numeric: readonly EntryField[];
}

/** Entries of a file, or the error to show; `cause` is the reason for the log if the process crashed. */
type SheetResult =
  | { readonly rows: readonly SheetEntry[] }
  | { readonly error: string; readonly cause?: string };

type SheetFormat = 'xlsx' | 'xls' | 'csv';

/** A file, its format and the maximum number of rows to read. */
export interface SheetRequest {
  readonly format: SheetFormat;
  readonly bytes: Uint8Array;
  readonly maxRows: number;
}

const UNREADABLE = 'The file could not be read. Save it as .xlsx, .xls or .csv and try again.';
const UTF_16_MARK = Buffer.from([0xff, 0xfe]);
/** Character codes of tab, line feed and carriage return, which text may contain. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([9, 10, 13]);
const sheetContent: z.ZodType<SheetContent> = z.union([
  z.object({
    rows: z.array(z.object({ row: z.number(), cells: z.array(z.string()), numbers: z.array(z.number()) })),
  }),
  z.object({ lines: z.array(z.object({ row: z.number(), text: z.string() })) }),
  z.object({ error: z.string() }),
]);

const sandbox = new Sandbox<SheetRequest, SheetContent>({
  program: new URL('sheet-process.ts', import.meta.url),
  answer: sheetContent,
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
  const format = detectFormat(bytes);
  if (!format) return { error: 'The import file must be .xlsx, .xls or .csv. Choose another file.' };
  const result = await sandbox.run({ bytes, format, maxRows: IMPORT_MAX_ROWS });
  if (result.state === 'answered')
    return 'error' in result.answer ? result.answer : { rows: toEntries(result.answer) };
  return result.state === 'timeout'
    ? { error: 'Reading the file took too long. Split it into smaller files.' }
    : { error: UNREADABLE, cause: result.cause };
}

function toEntries(content: Exclude<SheetContent, { error: string }>): SheetEntry[] {
  const rows =
    'rows' in content
      ? content.rows
      : content.lines.map(({ row, text }) => ({ row, cells: splitDeviceLine(text), numbers: [] }));
  return readDeviceCells(rows.map(({ cells }) => cells))
    .filter(({ sn, claimCode }) => sn !== '' || claimCode !== '')
    .map(({ index, columns, ...entry }) => ({
      ...entry,
      row: rows[index]?.row ?? index + 1,
      numeric: (['sn', 'claimCode'] as const).filter((field) =>
        rows[index]?.numbers.includes(columns[field]),
      ),
    }));
}

/** Detects the format by content, not by name: .xlsx (zip), .xls (compound file), or text without control characters. */
function detectFormat(bytes: Buffer): SheetFormat | undefined {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))) return 'xlsx';
  if (bytes.subarray(0, 8).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])))
    return 'xls';
  const isUtf16 = bytes.subarray(0, 2).equals(UTF_16_MARK);
  return isUtf16 || !bytes.some((byte) => byte < 32 && !TEXT_CONTROLS.has(byte)) ? 'csv' : undefined;
}
