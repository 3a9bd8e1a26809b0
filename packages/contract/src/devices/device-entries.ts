import {
  claimCode,
  deviceName,
  normalizeName,
  parseClaimCode,
  parseSerialNumber,
  serialNumber,
} from '../net/index.ts';
import {
  describeDamage,
  type DeviceEntry,
  type DeviceTable,
  ENTRY_FIELDS,
  type EntryErrors,
  findColumns,
  listEntries,
  type DeviceColumns,
  type ListEntry,
  readTextRows,
} from './lists/index.ts';

/** A list of devices that was read from text: its columns and its entries. */
export interface DeviceList {
  readonly table: DeviceTable;
  readonly entries: readonly ListEntry[];
}

/**
 * Reads pasted lines, CSV and label codes: serial number, claim code and an optional name. `choice` names columns
 * that differ from those that their headings and values give.
 */
export function parseDeviceList(text: string, choice?: Partial<DeviceColumns>): DeviceList {
  const table = findColumns(readTextRows(text), choice);
  return { table, entries: listEntries(table, table.chosen) };
}

/** Returns the entry in canonical spelling; keeps invalid fields unchanged. */
export function normalizeEntry({ sn, claimCode: code, name }: DeviceEntry): DeviceEntry {
  return {
    sn: parseSerialNumber(sn) ?? sn,
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
          : (describeDamage(name) ??
            findError(deviceName, name) ??
            findEarlier(firstName, normalizeName(name), row, 'name')),
    };
    return Object.fromEntries(
      ENTRY_FIELDS.flatMap((field) => (errors[field] === undefined ? [] : [[field, errors[field]]])),
    );
  });
}

interface Rule {
  safeParse(text: string): { error?: { issues: readonly { message: string }[] } | undefined };
}

/** Returns the error of a code; a number that a program has damaged gets its cause. */
function findError(rule: Rule, text: string): string | undefined {
  const message = rule.safeParse(text).error?.issues[0]?.message;
  return message === undefined ? undefined : (describeDamage(text.trim()) ?? message);
}

function findEarlier(first: Map<string, number>, key: string, row: number, noun: string): string | undefined {
  const earlier = first.get(key);
  if (earlier === undefined) first.set(key, row);
  return earlier === undefined ? undefined : `The ${noun} is already in row ${earlier}.`;
}
