import {
  ERRORS,
  IMPORT_MAX_ROWS,
  type importQuery,
  type ImportResult,
  type ImportRow,
} from '@northlight/contract';
import { type DeviceColumns, type DeviceTable, listEntries } from '@northlight/contract/device-lists';
import type { z } from 'zod';
import { getQueueRequester, type RequestContext } from '../../platform/http/request-context.ts';
import { type CheckedEntry, processBatch, refuseLongList } from '../batch.ts';
import { readList } from './list-file.ts';

/** Number of rows by which the columns of a list are proved. */
const SAMPLE_ROWS = 10;
const UNPROVEN: ReadonlySet<number | undefined> = new Set([
  ERRORS.claimRefused.code,
  ERRORS.tooManyFailures.code,
  ERRORS.invalidParameters.code,
]);

/**
 * Imports a file of serial numbers, claim codes and names, all or none, or only checks it. The result lists
 * every row.
 */
export async function importDevices(
  context: RequestContext,
  bytes: Buffer,
  query: z.output<typeof importQuery>,
): Promise<ImportResult> {
  const choice = readChoice(query);
  const list = await readList(bytes, IMPORT_MAX_ROWS, getQueueRequester(context), {
    columns: choice,
    sheet: query.sheet,
    includeHidden: query.hiddenRows === 'include',
  });
  if ('error' in list) {
    if (list.cause !== undefined)
      context.services.log.warn(
        { cause: list.cause, bytes: bytes.length },
        'the process that reads a list ended',
      );
    return { accepted: false, added: 0, rows: [], error: list.error };
  }
  if (list.isTooLong) refuseLongList('file');
  const chosen = await proveColumns(context, list.table, choice);
  const entries = toBatch(list.table, chosen);
  const rows =
    entries.length === 0 ? [] : await processBatch(context, entries, query.mode === 'add' ? 'all' : 'check');
  const added = rows.filter(({ deviceId }) => deviceId !== undefined).length;
  return {
    accepted: added > 0,
    added,
    rows,
    list: {
      columns: [...list.table.columns],
      chosen,
      sheets: [...(list.sheet?.all ?? [])],
      ...(list.sheet && { sheet: list.sheet.name }),
      hiddenRows: list.hiddenRows,
    },
  };
}

const readChoice = ({
  claimCodeColumn: claimCode,
  nameColumn: name,
  snColumn: sn,
}: z.output<typeof importQuery>): Partial<DeviceColumns> => ({
  ...(sn !== undefined && { sn }),
  ...(claimCode !== undefined && { claimCode }),
  ...(name !== undefined && { name }),
});

/**
 * Returns the columns whose codes are right in the first rows, if several columns look like serial numbers or claim
 * codes. These checks count like every other check, so that a file with many columns cannot try more codes.
 */
async function proveColumns(
  context: RequestContext,
  table: DeviceTable,
  choice: Partial<DeviceColumns>,
): Promise<DeviceColumns> {
  const { candidates, chosen } = table;
  const listColumns = (field: 'sn' | 'claimCode'): readonly number[] =>
    choice[field] === undefined ? [...new Set([chosen[field], ...candidates[field]])] : [choice[field]];
  const pairs = listColumns('sn')
    .flatMap((sn) => listColumns('claimCode').map((claimCode) => ({ sn, claimCode })))
    .filter(({ claimCode, sn }) => sn !== claimCode);
  if (pairs.length < 2) return chosen;
  for (const pair of pairs) {
    const name = chosen.name === pair.sn || chosen.name === pair.claimCode ? 0 : chosen.name;
    const columns = { ...pair, name };
    const sample = toBatch(table, columns).slice(0, SAMPLE_ROWS);
    if (sample.length === 0) continue;
    const rows = await processBatch(context, sample, 'check');
    if (rows.some(isProven)) return columns;
  }
  return chosen;
}

const isProven = ({ code }: ImportRow): boolean => !UNPROVEN.has(code);

const toBatch = (table: DeviceTable, columns: DeviceColumns): CheckedEntry[] =>
  listEntries(table, columns).map(({ faults, ...entry }) => ({
    ...entry,
    ...(faults && { errors: faults }),
  }));
