import {
  type DeviceColumns,
  type DeviceTable,
  findColumns,
  hasSerialNumbers,
  listEntries,
  type ListRow,
  MAX_ROWS,
  readTextRows,
} from '@northlight/contract/device-lists';
import { detectFile } from './file-kind.ts';
import { readWorkbook } from './workbook.ts';

/** A file, and the part of it to read. */
export interface ListOrder {
  readonly bytes: Uint8Array;
  /** Name of the sheet; the best visible one by default. */
  readonly sheet?: string | undefined;
  /** Columns that differ from those that the headings and values give. */
  readonly columns: Partial<DeviceColumns>;
  readonly includeHidden: boolean;
  readonly maxEntries: number;
}

/** A list as it was read, or the sentence for the whole file. */
export type ListContent = FileList | { readonly error: string };

export interface FileList {
  readonly table: DeviceTable;
  /** Sheet of the list, and all visible sheets with serial numbers; undefined for a text file. */
  readonly sheet?: { readonly name: string; readonly all: readonly string[] } | undefined;
  /** Number of devices in rows that are hidden or filtered out. */
  readonly hiddenRows: number;
  readonly isTooLong: boolean;
}

/** Rows of a sheet or of a text file. */
export interface SheetRows {
  readonly rows: readonly ListRow[];
  readonly hiddenRows: ReadonlySet<number>;
  readonly hiddenColumns: readonly number[];
  /** True if the sheet has rows that were not read. */
  readonly isCut?: boolean;
}

const LIST = 'Choose a list with serial numbers and claim codes.';
const NO_SERIAL_NUMBER = `No row has a serial number (16 to 32 letters or digits). ${LIST}`;
const NONE_ON_SHEETS = `No visible sheet has a serial number (16 to 32 letters or digits). ${LIST}`;
const TOO_MANY_ROWS = `The list is too long. Remove empty rows and all rows below row ${MAX_ROWS}.`;
/** Number of rows without devices that are kept for a choice of other columns. */
const OTHER_ROWS = 1_000;

/** Reads a file of any kind: the list of devices in it, or the sentence with the reason why it has none. */
export async function readListFile({ bytes, ...options }: ListOrder): Promise<ListContent> {
  const kind = await detectFile(Buffer.from(bytes));
  if ('error' in kind) return kind;
  if ('text' in kind) {
    const rows = readTextRows(kind.text);
    const { content, serialNumbers } = readRows({ rows, hiddenRows: new Set(), hiddenColumns: [] }, options);
    if (serialNumbers === 0) return { error: NO_SERIAL_NUMBER };
    return rows.length <= MAX_ROWS || content.isTooLong ? content : { error: TOO_MANY_ROWS };
  }
  const workbook = readWorkbook(kind.workbook, kind.odsContent);
  if ('error' in workbook) return workbook;
  const lists = workbook.sheets.map((sheet) => ({ ...sheet, ...readRows(sheet, options) }));
  const all = lists.filter(({ serialNumbers }) => serialNumbers > 0).map(({ name }) => name);
  const [best] = lists
    .filter(({ name, serialNumbers }) =>
      options.sheet === undefined ? serialNumbers > 0 : name === options.sheet,
    )
    .sort((a, b) => b.pairs - a.pairs || b.serialNumbers - a.serialNumbers);
  if (!best) return { error: NONE_ON_SHEETS };
  const { content, isCut, name } = best;
  return isCut !== true || content.isTooLong
    ? { ...content, sheet: { name, all } }
    : { error: TOO_MANY_ROWS };
}

interface RankedList {
  readonly content: FileList;
  /** Number of entries with a serial number, or with a damaged one. */
  readonly serialNumbers: number;
  /** Number of entries with a serial number and a claim code. */
  readonly pairs: number;
}

function readRows(
  { hiddenColumns, hiddenRows, rows }: SheetRows,
  { columns, includeHidden, maxEntries }: Omit<ListOrder, 'bytes'>,
): RankedList {
  const table = findColumns(rows, columns, hiddenColumns);
  const entries = listEntries(table, table.chosen);
  const isHidden = ({ row }: { readonly row: number }): boolean => hiddenRows.has(row);
  const shown = table.rows.filter((row) => includeHidden || !isHidden(row));
  const used = entries.filter((entry) => includeHidden || !isHidden(entry));
  return {
    content: {
      table: { ...table, rows: shown.slice(0, maxEntries + OTHER_ROWS) },
      hiddenRows: entries.filter(isHidden).length,
      isTooLong: used.length > maxEntries || shown.length > maxEntries + OTHER_ROWS,
    },
    serialNumbers: entries.filter((entry) => hasSerialNumbers([entry])).length,
    pairs: entries.filter((entry) => hasSerialNumbers([entry]) && entry.claimCode !== '').length,
  };
}
