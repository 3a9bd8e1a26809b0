import type { DeviceColumns } from '@northlight/contract/device-lists';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { QueueRequester } from '../../platform/fair-queue.ts';
import { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { FileList, ListContent, ListOrder } from './read-list-file.ts';

/** List of a file, or the error to show; `cause` is the reason for the log if the process crashed. */
type ListResult = FileList | { readonly error: string; readonly cause?: string };

const UNREADABLE = 'The file could not be read. Save it as .xlsx, .xls, .ods or .csv and try again.';

const columnNumber = z.number().int().nonnegative();
const columns = z.object({ sn: columnNumber, claimCode: columnNumber, name: columnNumber });
const listRow = z.object({
  row: z.number().int(),
  cells: z.array(z.string()),
  faults: z.record(z.coerce.number<string>(), z.string()).optional(),
  numeric: z.array(columnNumber).optional(),
});
const listContent: z.ZodType<ListContent> = z.union([
  z.object({
    table: z.object({
      columns: z.array(z.object({ number: columnNumber, heading: z.string().optional() })),
      chosen: columns,
      candidates: z.object({ sn: z.array(columnNumber), claimCode: z.array(columnNumber) }),
      rows: z.array(listRow),
      hasHeadings: z.boolean(),
    }),
    sheet: z.object({ name: z.string(), all: z.array(z.string()) }).optional(),
    hiddenRows: z.number().int(),
    isTooLong: z.boolean(),
  }),
  z.object({ error: z.string() }),
]);

const sandbox = new Sandbox<ListOrder, ListContent>({
  program: new URL('list-process.ts', import.meta.url),
  sources: [dirname(createRequire(import.meta.url).resolve('@northlight/contract'))],
  answer: listContent,
  timeMs: 10_000,
  memoryMb: 512,
  heapMb: 256,
  nativeCode: false,
  slots: 3,
  waiting: 50,
  busy: 'Too many imports at once. Try again in 1 min.',
});

/** Part of a file to read: the sheet, the columns and the hidden rows, if they differ from the defaults. */
export interface ListOptions {
  readonly sheet?: string | undefined;
  readonly columns?: Partial<DeviceColumns>;
  readonly includeHidden?: boolean;
}

/**
 * Reads a list of at most `maxEntries` devices in the sandbox, because a small file can block a parser for seconds.
 * Throws 429 or 503 as a {@link Sandbox} does.
 */
export async function readList(
  bytes: Buffer,
  maxEntries: number,
  requester: QueueRequester,
  { columns: choice = {}, includeHidden = false, sheet }: ListOptions = {},
): Promise<ListResult> {
  const result = await sandbox.run({ bytes, maxEntries, columns: choice, includeHidden, sheet }, requester);
  if (result.state === 'answered') return result.answer;
  return result.state === 'timeout'
    ? { error: 'Reading the file took too long. Split it into smaller files.' }
    : { error: UNREADABLE, cause: result.cause };
}
