import {
  describeIssue,
  DomainError,
  ERRORS,
  IMPORT_MAX_ROWS,
  type ImportResult,
  newDevice,
} from '@northlight/contract';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { claimDevices } from '../claim.ts';
import { readSheet, type SheetRow } from './read-sheet.ts';

const NUMERIC_CELL = 'This cell is a number and has lost digits. Format the column as text.';

/** Imports a sheet of serial numbers and claim codes, all or none; the result lists the error of every wrong row. */
export async function importDevices(
  services: Services,
  bytes: Buffer,
  context: RequestContext,
): Promise<ImportResult> {
  const sheet = await readSheet(bytes);
  if ('error' in sheet) return { accepted: false, added: 0, rows: [], error: sheet.error };
  if (sheet.rows.length === 0)
    return {
      accepted: false,
      added: 0,
      rows: [],
      error: 'The file has no rows. It needs a serial number and a claim code in each.',
    };
  if (sheet.rows.length > IMPORT_MAX_ROWS)
    throw new DomainError('importTooLong', { fields: { file: ERRORS.importTooLong.message } });
  const rows = checkRows(sheet.rows);
  if (rows.some((row) => row.error !== undefined))
    return { accepted: false, added: 0, rows: rows.map(presentRow) };
  const outcome = await claimDevices(services, rows, context);
  if ('ids' in outcome) return { accepted: true, added: outcome.ids.length, rows: rows.map(presentRow) };
  const errors = new Map(outcome.errors.map(({ index, error }) => [index, error] as const));
  return {
    accepted: false,
    added: 0,
    rows: rows.map((row, index) => presentRow({ ...row, error: errors.get(index) })),
  };
}

interface CheckedRow {
  readonly row: number;
  readonly sn: string;
  readonly claimCode: string;
  readonly error: string | undefined;
}

function presentRow({ row, sn, claimCode, error }: CheckedRow): ImportResult['rows'][number] {
  return { row, sn, claimCode, ...(error !== undefined && { error }) };
}

function checkRows(rows: readonly SheetRow[]): CheckedRow[] {
  const firstRowOf = new Map<string, number>();
  return rows.map((row) => {
    const parsed = newDevice.safeParse({ sn: row.sn, claimCode: row.claimCode }, { error: describeIssue });
    const { sn, claimCode } = parsed.success ? parsed.data : row;
    const earlier = firstRowOf.get(sn);
    if (earlier === undefined) firstRowOf.set(sn, row.row);
    const error = row.numeric
      ? NUMERIC_CELL
      : !parsed.success
        ? (parsed.error.issues[0]?.message ?? 'The row is not valid.')
        : earlier !== undefined
          ? `The serial number is already in row ${earlier}.`
          : undefined;
    return { row: row.row, sn, claimCode, error };
  });
}
