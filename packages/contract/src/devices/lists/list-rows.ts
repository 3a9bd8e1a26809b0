import { cleanText } from '../../net/clean-text.ts';
import { parseClaimCode, parseSerialNumber } from '../../net/codes.ts';
import { parseDelimited } from './delimited.ts';
import { ENTRY_FIELDS, rankHeading } from './headings.ts';
import { readLooseLine } from './loose-line.ts';

/** A row of a file or a pasted text, as its program shows it. */
export interface ListRow {
  /** Number of the row in its program, from 1. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Reasons why the text of a cell cannot be used, by column number from 1. */
  readonly faults?: Readonly<Record<number, string>>;
  /** Numbers of the columns whose cell is a number, which keeps no zeros at its beginning. */
  readonly numeric?: readonly number[];
}

export const MAX_COLUMNS = 50;
/** Maximum number of rows that are read, including blank ones. */
export const MAX_ROWS = 10_000;
/** Longest text of a cell that is kept; a longer one is no valid serial number, claim code or name. */
const MAX_CELL_LENGTH = 400;

const SEPARATORS = ['\t', ';', '|', ','] as const;
/** Matches the first line `sep=;`, by which Excel finds the separator, and captures the separator. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([^\r\n])"?(?:\r\n|\r|\n|$)/i;
/** Length of the beginning of a text by which its separator is found. */
const SAMPLE_LENGTH = 50_000;
const MIN_DIGITS = 4;
const LINE_WEIGHT = 0.9;

/** Returns whether a text is probably a serial number, unlike long names without digits. */
export const isLikelySerialNumber = (text: string): boolean =>
  parseSerialNumber(text) !== undefined && text.replaceAll(/\D/g, '').length >= MIN_DIGITS;

/** Returns whether a text is probably a claim code, unlike names of ten letters and `Order 12345`. */
export const isLikelyClaimCode = (text: string): boolean =>
  parseClaimCode(text) !== undefined && text.split(' ').every((group) => /\d/.test(group));

/** Returns the cell as it is shown: cleaned and at most 400 characters long. */
export const toCell = (text: string): string =>
  cleanText(text.slice(0, 2 * MAX_CELL_LENGTH)).slice(0, MAX_CELL_LENGTH);

/**
 * Reads the rows of delimited text. The separator is found once, by the codes and headings that it yields. A text
 * with more than 10,000 rows gives one row more than that, by which the caller notices it.
 */
export function readTextRows(text: string): ListRow[] {
  const [line = '', declared] = SEPARATOR_LINE.exec(text) ?? [];
  const body = text.slice(line.length);
  return parseDelimited(body, declared ?? findSeparator(body))
    .slice(0, MAX_ROWS + 1)
    .map((cells, index) => ({ row: index + 1, cells: cells.slice(0, MAX_COLUMNS).map(toCell) }));
}

/** Returns the separator of a text; undefined if its lines have no columns. */
function findSeparator(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const candidates = [...SEPARATORS, undefined].map((separator) => ({
    separator,
    evidence: weighRecords(parseDelimited(sample, separator)),
  }));
  const [best] = candidates.sort((a, b) => b.evidence - a.evidence);
  if (best && best.evidence > 0) return best.separator;
  return SEPARATORS.find((separator) => sample.includes(separator));
}

const weighRecords = (records: readonly (readonly string[])[]): number =>
  records.reduce((sum, cells) => sum + (cells.length === 1 ? weighLine(cells[0]) : weighCells(cells)), 0);

/** A line with a serial number and a claim code weighs a little less than a record with both. */
function weighLine(line = ''): number {
  const entry = readLooseLine(toCell(line));
  return entry ? LINE_WEIGHT * weighCells([entry.sn, entry.claimCode]) : 0;
}

const weighCells = (cells: readonly string[]): number =>
  cells.reduce(
    (sum, cell) =>
      sum +
      (isLikelySerialNumber(cell) ? 2 : 0) +
      (isLikelyClaimCode(cell) ? 1 : 0) +
      (ENTRY_FIELDS.some((field) => rankHeading(field, cell) >= 3) ? 1 : 0),
    0,
  );
