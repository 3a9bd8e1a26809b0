import { parseClaimCode, parseSerialNumber } from '../../net/codes.ts';
import type { DeviceTable, DeviceColumns } from './columns.ts';
import { describeDamage, RETYPE } from './damage.ts';
import { ENTRY_FIELDS, type EntryField } from './headings.ts';
import type { ListRow } from './list-rows.ts';
import { type DeviceEntry, readLooseLine } from './loose-line.ts';

export type EntryErrors = Readonly<Partial<Record<EntryField, string>>>;

/** An entry of a list, with its row number and the reasons why cells of it could not be used. */
export interface ListEntry extends DeviceEntry {
  readonly row: number;
  readonly faults?: EntryErrors;
}

/** Longest text of a field that is checked row by row; a longer one is cut and stays invalid. */
export const ENTRY_MAX = 64;

const LOST_ZEROS = `This cell is a number, and a number keeps no zeros at its beginning. ${RETYPE}`;

/** Returns the entries of a list: rows with a serial number or a claim code in the chosen columns. */
export const listEntries = ({ rows }: DeviceTable, chosen: DeviceColumns): ListEntry[] =>
  rows
    .map((row) => ({ row: row.row, ...readRow(row, chosen) }))
    .filter(({ claimCode, sn }) => sn !== '' || claimCode !== '');

/** Returns whether a list is about devices: a row has a serial number, or a number that was one. */
export const hasSerialNumbers = (entries: readonly ListEntry[]): boolean =>
  entries.some(
    ({ faults, sn }) =>
      parseSerialNumber(sn) !== undefined || describeDamage(sn) !== undefined || faults?.sn !== undefined,
  );

function readRow(row: ListRow, chosen: DeviceColumns): Omit<ListEntry, 'row'> {
  const filled = row.cells.filter((cell) => cell !== '');
  const [only = ''] = filled;
  const loose = filled.length === 1 ? readLooseLine(only) : undefined;
  if (loose && loose.claimCode !== '') return cutEntry(loose);
  const read = (field: EntryField): string => row.cells[chosen[field] - 1] ?? '';
  const sn = read('sn');
  const claimCode = read('claimCode');
  const faults = ENTRY_FIELDS.flatMap((field) => {
    const fault = row.faults?.[chosen[field]];
    return fault === undefined ? [] : [[field, fault] as const];
  });
  const isShort = (field: 'sn' | 'claimCode', code: string | undefined): boolean =>
    code === undefined && row.numeric?.includes(chosen[field]) === true && /^\d+$/.test(read(field));
  const entry = {
    sn: parseSerialNumber(sn) ?? sn,
    claimCode: parseClaimCode(claimCode) ?? claimCode,
    name: read('name'),
  };
  const zeros = [
    ...(isShort('sn', parseSerialNumber(sn)) ? [['sn', LOST_ZEROS] as const] : []),
    ...(isShort('claimCode', parseClaimCode(claimCode)) ? [['claimCode', LOST_ZEROS] as const] : []),
  ];
  const all = [...zeros, ...faults];
  return { ...cutEntry(entry), ...(all.length > 0 && { faults: Object.fromEntries(all) }) };
}

const cutEntry = ({ claimCode, name, sn }: DeviceEntry): DeviceEntry => ({
  sn: sn.slice(0, ENTRY_MAX),
  claimCode: claimCode.slice(0, ENTRY_MAX),
  name: name.slice(0, ENTRY_MAX),
});
