import { IMPORT_MAX_ROWS, type ImportResult } from '@northlight/contract';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { processBatch, refuseLongList } from '../batch.ts';
import { readSheet, type SheetEntry } from './read-sheet.ts';

const NUMERIC_CELL = 'This cell is a number and has lost digits. Format the column as text.';

/**
 * Imports a file of serial numbers, claim codes and names, all or none, or only checks it. The result lists
 * every row.
 */
export async function importDevices(
  services: Services,
  bytes: Buffer,
  mode: 'add' | 'check',
  context: RequestContext,
): Promise<ImportResult> {
  const sheet = await readSheet(bytes);
  if ('error' in sheet) {
    if (sheet.cause !== undefined)
      services.log.warn({ cause: sheet.cause, bytes: bytes.length }, 'the process that reads a sheet ended');
    return { accepted: false, added: 0, rows: [], error: sheet.error };
  }
  if (sheet.rows.length === 0)
    return {
      accepted: false,
      added: 0,
      rows: [],
      error: 'The file has no rows. It needs a serial number and a claim code in each.',
    };
  if (sheet.rows.length > IMPORT_MAX_ROWS) refuseLongList('file');
  const entries = sheet.rows.map(toEntry);
  const rows = await processBatch(services, entries, mode === 'add' ? 'all' : 'check', context);
  const added = rows.filter(({ deviceId }) => deviceId !== undefined).length;
  return { accepted: added > 0, added, rows };
}

function toEntry({ numeric, ...row }: SheetEntry) {
  const fields = numeric.map((field) => [field, NUMERIC_CELL] as const);
  return { ...row, ...(fields.length > 0 && { errors: Object.fromEntries(fields) }) };
}
