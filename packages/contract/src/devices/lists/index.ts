/**
 * Reader of lists of devices that people paste or upload. It has no dependencies: the console uses it, and the
 * sandboxed program that reads files.
 */
export { parseDelimited } from './delimited.ts';
export { type DeviceTable, findColumns, type DeviceColumn, type DeviceColumns } from './columns.ts';
export { describeDamage, RETYPE } from './damage.ts';
export { ENTRY_MAX, type EntryErrors, hasSerialNumbers, listEntries, type ListEntry } from './entries.ts';
export { ENTRY_FIELDS, type EntryField } from './headings.ts';
export { type ListRow, MAX_COLUMNS, MAX_ROWS, readTextRows, toCell } from './list-rows.ts';
export type { DeviceEntry } from './loose-line.ts';
