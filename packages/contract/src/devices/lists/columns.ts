import { parseClaimCode, parseSerialNumber } from '../../net/codes.ts';
import { describeDamage } from './damage.ts';
import { ENTRY_FIELDS, type EntryField, OTHER_THING, rankHeading } from './headings.ts';
import { readLooseLine } from './loose-line.ts';
import { isLikelyClaimCode, isLikelySerialNumber, type ListRow } from './list-rows.ts';

/** Column of each field by its number from 1; 0 for no column. */
export type DeviceColumns = Readonly<Record<EntryField, number>>;

/** A column of a list, for a choice by the user. */
export interface DeviceColumn {
  readonly number: number;
  /** Heading of the column; undefined without one. */
  readonly heading?: string | undefined;
}

/** Columns of a list, and the rows that can contain devices. */
export interface DeviceTable {
  readonly columns: readonly DeviceColumn[];
  readonly chosen: DeviceColumns;
  /**
   * At most 3 columns per field: first those with many values that look like the field, best first; then those whose values
   * could all be valid.
   */
  readonly candidates: Readonly<Record<'sn' | 'claimCode', readonly number[]>>;
  readonly rows: readonly ListRow[];
  readonly hasHeadings: boolean;
}

/** Headings are searched in the first rows, below a title. */
const HEADING_ROWS = 20;
/** Least share of the filled cells of a column that must look like the field. */
const MIN_SHARE = 0.3;
/** A heading of this rank names its column even if no value confirms it. */
const SURE_RANK = 3;
const MAX_CANDIDATES = 3;
/** Number of rows by which a column is judged. */
const SAMPLE_ROWS = 1_000;
const HEADING_LENGTH = 40;

const cellOf = (row: ListRow | undefined, column: number): string => row?.cells[column - 1] ?? '';
const isFilled = (cell: string): boolean => cell !== '';
const isSingleCell = ({ cells }: ListRow): boolean => cells.filter(isFilled).length === 1;
/** Matches a row that only underlines its headings. */
const isRule = ({ cells }: ListRow): boolean => cells.every((cell) => /^[-=_:+ ]*$/.test(cell));

/**
 * Finds the columns of a list by their headings within the first 20 rows and by their values, unless `choice`
 * names them. Without headings the columns are found by their values alone. Visible columns come before the
 * columns whose numbers are in `hidden`.
 */
export function findColumns(
  rows: readonly ListRow[],
  choice: Partial<DeviceColumns> = {},
  hidden: readonly number[] = [],
): DeviceTable {
  const filled = rows.filter((row) => !isRule(row));
  const heading = findHeading(filled);
  const data = heading ? pickData(filled, heading) : dropTitles(filled);
  const width = data.reduce((most, { cells }) => Math.max(most, cells.length), heading?.cells.length ?? 0);
  const columns = Array.from({ length: width }, (_, index) => ({
    ...describeColumn(index + 1, heading, data),
    isHidden: hidden.includes(index + 1),
  }));
  const sn = rankColumns(columns, 'sn');
  const chosenSn = choice.sn ?? sn[0]?.number ?? Math.min(1, width);
  const claimCode = rankColumns(
    columns.filter(({ number }) => number !== chosenSn),
    'claimCode',
  );
  const next = chosenSn < width ? chosenSn + 1 : 0;
  const chosenCode = choice.claimCode ?? claimCode[0]?.number ?? (heading ? 0 : next);
  const others = columns.filter(({ number }) => number !== chosenSn && number !== chosenCode);
  return {
    columns: columns
      .filter(({ number, values }) => values > 0 || cellOf(heading, number) !== '')
      .map(({ number }) => {
        const text = cellOf(heading, number).slice(0, HEADING_LENGTH);
        return { number, ...(text !== '' && { heading: text }) };
      }),
    chosen: {
      sn: chosenSn,
      claimCode: chosenCode,
      name: choice.name ?? findName(others, heading, chosenSn, chosenCode),
    },
    candidates: {
      sn: listCandidates(sn, columns, 'sn'),
      claimCode: listCandidates(claimCode, others, 'claimCode'),
    },
    rows: data,
    hasHeadings: heading !== undefined,
  };
}

interface Heading {
  readonly cells: readonly string[];
  /** Position of the first row below the headings. */
  readonly end: number;
  readonly row: number;
}

/** Finds the headings: the row, or the two rows together, with the best headings and without codes. */
function findHeading(rows: readonly ListRow[]): Heading | undefined {
  let best: (Heading & { readonly rank: number }) | undefined;
  const offer = (cells: readonly string[], row: number, end: number): void => {
    const rank = rankHeadings(cells);
    if (rank > (best?.rank ?? 0)) best = { cells, row, end, rank };
  };
  const isData = ({ cells }: ListRow): boolean =>
    cells.some(
      (cell) =>
        isLikelySerialNumber(cell) || (isLikelyClaimCode(cell) && rankHeading('claimCode', cell) <= 0),
    );
  const head = rows.slice(0, HEADING_ROWS);
  for (const [index, row] of head.entries()) {
    if (isData(row)) continue;
    offer(row.cells, row.row, index + 1);
    const below = head[index + 1];
    if (!below || isData(below)) continue;
    const width = Math.max(row.cells.length, below.cells.length);
    const joined = Array.from({ length: width }, (_, at) =>
      `${cellOf(row, at + 1)} ${cellOf(below, at + 1)}`.trim(),
    );
    if (rankHeadings(joined) > rankHeadings(row.cells) && rankHeadings(joined) > rankHeadings(below.cells))
      offer(joined, row.row, index + 2);
  }
  return best;
}

/**
 * Adds the best rank of each field; 0 if neither the serial number nor the claim code is named clearly. A cell names
 * one field, so that a title with several of them is worth less than headings.
 */
function rankHeadings(cells: readonly string[]): number {
  const best: Record<EntryField, number> = { sn: 0, claimCode: 0, name: 0 };
  for (const cell of cells) {
    const [first] = ENTRY_FIELDS.map((field) => ({ field, rank: rankHeading(field, cell) })).sort(
      (a, b) => b.rank - a.rank,
    );
    if (first) best[first.field] = Math.max(best[first.field], first.rank);
  }
  const isClear = best.sn >= SURE_RANK || best.claimCode >= SURE_RANK;
  return isClear ? best.sn + best.claimCode + best.name : 0;
}

/** Returns the rows below the headings without repeated headings, and rows above with both codes. */
function pickData(rows: readonly ListRow[], { cells, end, row }: Heading): ListRow[] {
  const isRepeated = (other: ListRow): boolean =>
    other.cells.filter(isFilled).every((cell) => cells.includes(cell));
  const above = rows.filter((other) => other.row < row && other.cells.some(isLikelySerialNumber));
  return [
    ...above.filter((other) => other.cells.some(isLikelyClaimCode)),
    ...rows.slice(end).filter((other) => !isRepeated(other)),
  ];
}

/** Drops rows of one sentence above the first row with a code. */
function dropTitles(rows: readonly ListRow[]): readonly ListRow[] {
  const first = rows.findIndex(({ cells }) =>
    cells.some((cell) => isLikelySerialNumber(cell) || isLikelyClaimCode(cell) || readLooseLine(cell)),
  );
  const isTitle = (row: ListRow): boolean =>
    isSingleCell(row) && row.cells.some((cell) => cell.includes(' '));
  return rows.filter((row, index) => index >= first || !isTitle(row));
}

interface ColumnFacts {
  readonly number: number;
  readonly ranks: Readonly<Record<EntryField, number>>;
  /** Share of the filled cells that look like the field. */
  readonly shares: Readonly<Record<'sn' | 'claimCode', number>>;
  /** Whether each filled cell can be the field, such as claim codes without digits, which names look like. */
  readonly possible: Readonly<Record<'sn' | 'claimCode', boolean>>;
  /** Share of different values among the filled cells. */
  readonly different: number;
  /** Number of filled cells. */
  readonly values: number;
  readonly isCounter: boolean;
  readonly isHidden: boolean;
}

function describeColumn(number: number, heading: Heading | undefined, rows: readonly ListRow[]) {
  const values = rows
    .slice(0, SAMPLE_ROWS)
    .map((row) => cellOf(row, number))
    .filter(isFilled);
  const share = (test: (value: string) => boolean): number =>
    values.length === 0 ? 0 : values.filter(test).length / values.length;
  const text = heading?.cells[number - 1] ?? '';
  const ranks = Object.fromEntries(ENTRY_FIELDS.map((field) => [field, rankHeading(field, text)] as const));
  // Letters and digits together exclude phone numbers and counters, which are no claim codes.
  const isMixed = (value: string): boolean => /[a-z]/i.test(value) && isLikelyClaimCode(value);
  return {
    number,
    ranks: ranks as Record<EntryField, number>,
    shares: {
      sn: share((value) => isLikelySerialNumber(value) || describeDamage(value) !== undefined),
      claimCode: share((ranks['claimCode'] ?? 0) > 0 ? isLikelyClaimCode : isMixed),
    },
    possible: {
      sn: values.length > 0 && values.every((value) => parseSerialNumber(value) !== undefined),
      claimCode: values.length > 0 && values.every((value) => parseClaimCode(value) !== undefined),
    },
    different: values.length === 0 ? 0 : new Set(values).size / values.length,
    values: values.length,
    isCounter:
      values.length > 1 && values.every((value, index) => value === String(Number(values[0]) + index)),
  };
}

const isConfirmed = ({ shares }: ColumnFacts, field: 'sn' | 'claimCode'): boolean =>
  shares[field] >= MIN_SHARE;

/** Sorts the possible columns of a field: confirmed by their values, then by heading, share and difference. */
function rankColumns(columns: readonly ColumnFacts[], field: 'sn' | 'claimCode') {
  return columns
    .filter((column) => column.ranks[field] !== OTHER_THING)
    .filter((column) => isConfirmed(column, field) || column.ranks[field] >= SURE_RANK)
    .map((column) => ({ ...column, isConfirmed: isConfirmed(column, field) }))
    .sort(
      (a, b) =>
        Number(b.isConfirmed) - Number(a.isConfirmed) ||
        Number(a.isHidden) - Number(b.isHidden) ||
        b.ranks[field] - a.ranks[field] ||
        b.shares[field] - a.shares[field] ||
        b.different - a.different,
    );
}

function listCandidates(
  ranked: readonly { number: number; isConfirmed: boolean }[],
  columns: readonly ColumnFacts[],
  field: 'sn' | 'claimCode',
): number[] {
  const confirmed = ranked.filter(({ isConfirmed: isLikely }) => isLikely);
  const possible = columns.filter(({ possible: can, ranks }) => can[field] && ranks[field] !== OTHER_THING);
  return [...new Set([...confirmed, ...possible].map(({ number }) => number))].slice(0, MAX_CANDIDATES);
}

/**
 * Returns the column of the names: by its heading, otherwise the only other column, or the third one if serial
 * number and claim code come first.
 */
function findName(
  others: readonly ColumnFacts[],
  heading: Heading | undefined,
  sn: number,
  claimCode: number,
): number {
  const [best] = others
    .filter(({ ranks }) => ranks.name > 0)
    .sort((a, b) => Number(a.isHidden) - Number(b.isHidden) || b.ranks.name - a.ranks.name);
  if (best) return best.number;
  const unnamed = others.filter(
    ({ isCounter, number, values }) => values > 0 && !isCounter && (heading?.cells[number - 1] ?? '') === '',
  );
  const third = unnamed.find(({ number }) => number === 3);
  if (sn === 1 && claimCode === 2 && third) return third.number;
  const [only, ...more] = unnamed;
  const isName = only?.different === 1 && !isConfirmed(only, 'claimCode') && !isConfirmed(only, 'sn');
  return !heading && more.length === 0 && isName ? only.number : 0;
}
