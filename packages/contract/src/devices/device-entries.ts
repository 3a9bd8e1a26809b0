import { claimCode, deviceName, normalizeName, parseClaimCode, serialNumber } from '../net/index.ts';
import { parseLabel } from './device-label.ts';

/** A device of a list as it was entered, not yet checked. */
export interface DeviceEntry {
  readonly sn: string;
  readonly claimCode: string;
  /** Name of the device; an empty name is generated from the model. */
  readonly name: string;
}

const FIELDS = ['sn', 'claimCode', 'name'] as const;
export type EntryField = (typeof FIELDS)[number];
export type EntryErrors = Readonly<Partial<Record<EntryField, string>>>;

const SEPARATORS = ['\t', ';', ','];
const HEADER_CELLS: Readonly<Record<EntryField, RegExp>> = {
  sn: /serial|^s\/?n$/i,
  claimCode: /claim|code/i,
  name: /name/i,
};

/**
 * Reads pasted lines, CSV and label codes: serial number, claim code and an optional name, separated by tab, semicolon,
 * comma or blanks. Skips empty lines; a first line with column headings sets the order of the columns.
 */
export const parseDeviceLines = (text: string): DeviceEntry[] =>
  readDeviceCells(text.split(/\r\n|\r|\n/).map(splitDeviceLine)).map(({ sn, claimCode: code, name }) => ({
    sn,
    claimCode: code,
    name,
  }));

/** Reads rows of cells like `parseDeviceLines`; `index` is the position of a row in `cells`. */
export function readDeviceCells(
  rows: readonly (readonly string[])[],
): (DeviceEntry & { readonly index: number; readonly columns: Readonly<Record<EntryField, number>> })[] {
  const filled = rows
    .map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), index }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const headings = filled[0] && findColumns(filled[0].cells);
  const columns = headings ?? { sn: 0, claimCode: 1, name: 2 };
  return filled.slice(headings ? 1 : 0).map(({ cells, index }) => ({
    index,
    columns,
    sn: cells[columns.sn] ?? '',
    claimCode: cells[columns.claimCode] ?? '',
    name: cells[columns.name] ?? '',
  }));
}

/** Returns the columns that a heading row names; undefined for a row without headings. */
function findColumns(cells: readonly string[]): Record<EntryField, number> | undefined {
  const find = (field: EntryField) => cells.findIndex((cell) => HEADER_CELLS[field].test(cell));
  const sn = find('sn');
  const code = find('claimCode');
  const isData = cells.some((cell) => parseClaimCode(cell) !== undefined);
  if ((sn === -1 && code === -1) || isData) return undefined;
  const name = find('name');
  // Names without a heading are in the third column.
  const unnamed = (cells[2] ?? '') === '' ? 2 : -1;
  return { sn: sn === -1 ? 0 : sn, claimCode: code === -1 ? 1 : code, name: name === -1 ? unnamed : name };
}

/**
 * Splits a line into cells at the separator that occurs first in it. A label code is split into its two
 * parts.
 */
export function splitDeviceLine(line: string): string[] {
  const label = parseLabel(line);
  if (label) return [label.sn, label.claimCode];
  const [separator] = SEPARATORS.filter((sign) => line.includes(sign)).sort(
    (a, b) => line.indexOf(a) - line.indexOf(b),
  );
  return separator === undefined ? splitAtBlanks(line) : splitAt(line, separator);
}

/** Splits one line of CSV; quoted cells may contain the separator and doubled quotes. */
function splitAt(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    if (sign === '"' && quoted && line.charAt(at + 1) === '"') {
      cell += '"';
      at++;
    } else if (sign === '"' && (quoted || cell.trim() === '')) quoted = !quoted;
    else if (sign === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
}

/** Joins two parts that form a claim code together, because a claim code may be printed in two groups. */
function splitAtBlanks(line: string): string[] {
  const [sn = '', first = '', second = '', ...rest] = line.trim().split(/\s+/);
  const isSplit = parseClaimCode(first) === undefined && parseClaimCode(first + second) !== undefined;
  return isSplit ? [sn, first + second, rest.join(' ')] : [sn, first, [second, ...rest].join(' ').trim()];
}

/** Returns the entry in canonical spelling; keeps invalid fields unchanged. */
export function normalizeEntry({ sn, claimCode: code, name }: DeviceEntry): DeviceEntry {
  return {
    sn: serialNumber.safeParse(sn).data ?? sn,
    claimCode: parseClaimCode(code) ?? code,
    name: name.trim(),
  };
}

/**
 * Checks the form of each entry, and that no serial number or name occurs twice. `rows` contains the row
 * numbers for messages.
 */
export function checkDeviceEntries(
  entries: readonly DeviceEntry[],
  rows: readonly number[] = entries.map((_entry, index) => index + 1),
): EntryErrors[] {
  const firstSn = new Map<string, number>();
  const firstName = new Map<string, number>();
  return entries.map((entry, index) => {
    const row = rows[index] ?? index + 1;
    const { sn, name } = normalizeEntry(entry);
    const errors = {
      sn: findError(serialNumber, entry.sn) ?? findEarlier(firstSn, sn, row, 'serial number'),
      claimCode: findError(claimCode, entry.claimCode),
      name:
        name === ''
          ? undefined
          : (findError(deviceName, name) ?? findEarlier(firstName, normalizeName(name), row, 'name')),
    };
    return Object.fromEntries(
      FIELDS.flatMap((field) => (errors[field] === undefined ? [] : [[field, errors[field]]])),
    );
  });
}

interface Rule {
  safeParse(text: string): { error?: { issues: readonly { message: string }[] } | undefined };
}

const findError = (rule: Rule, text: string): string | undefined =>
  rule.safeParse(text).error?.issues[0]?.message;

function findEarlier(first: Map<string, number>, key: string, row: number, noun: string): string | undefined {
  const earlier = first.get(key);
  if (earlier === undefined) first.set(key, row);
  return earlier === undefined ? undefined : `The ${noun} is already in row ${earlier}.`;
}
