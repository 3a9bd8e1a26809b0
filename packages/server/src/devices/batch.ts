import {
  type BatchEntry,
  checkDeviceEntries,
  DomainError,
  type EntryErrors,
  type EntryField,
  ERRORS,
  formatModelName,
  IMPORT_MAX_ROWS,
  type ImportRow,
  normalizeEntry,
} from '@northlight/contract';
import type { RequestContext } from '../platform/http/request-context.ts';
import { hashClaimCode } from './base-devices.ts';
import { type ClaimMode, type ClaimResult, claimDevices } from './claim.ts';

/** An entry of a batch with the errors that its reader found, for example a number that lost digits. */
export interface CheckedEntry extends BatchEntry {
  readonly errors?: EntryErrors;
}

const FIELDS: readonly EntryField[] = ['sn', 'claimCode', 'name'];

/** Throws the error of a list that is too long, at the field that contains it. */
export function refuseLongList(field: 'file' | 'devices'): never {
  throw new DomainError('importTooLong', { fields: { [field]: ERRORS.importTooLong.message } });
}

/**
 * Checks all rows of a batch in one pass and adds devices as `mode` requires; returns the result of every
 * row. A row with an invalid form does not prevent the check of other rows.
 */
export async function processBatch(
  context: RequestContext,
  entries: readonly CheckedEntry[],
  mode: ClaimMode,
): Promise<ImportRow[]> {
  if (entries.length > IMPORT_MAX_ROWS) refuseLongList('devices');
  const rows = entries.map((entry, index) => ({
    row: entry.row ?? index + 1,
    found: entry.errors,
    ...normalizeEntry({ ...entry, name: entry.name ?? '' }),
  }));
  const faults = checkDeviceEntries(
    rows,
    rows.map(({ row }) => row),
  ).map((errors, index) => ({ ...errors, ...rows[index]?.found }));
  const sound = rows.filter((_row, index) => Object.keys(faults[index] ?? {}).length === 0);
  const claims = sound.map(({ claimCode, name, row, sn }) => ({
    row,
    sn,
    claimHash: hashClaimCode(sn, claimCode),
    name: name === '' ? undefined : name,
  }));
  const isRefused = mode === 'all' && sound.length < rows.length;
  const results = claims.length === 0 ? [] : await claimDevices(context, claims, isRefused ? 'check' : mode);
  const resultOf = new Map(sound.map((row, index) => [row, results[index]] as const));
  return rows.map((row, index) => {
    const { found: unread, name, ...given } = row;
    return {
      ...given,
      ...(name !== '' && { name }),
      ...presentResult(resultOf.get(row), faults[index]),
      ...(unread && { unread }),
    };
  });
}

function presentResult(result: ClaimResult | undefined, faults: EntryErrors = {}): Partial<ImportRow> {
  const field = FIELDS.find((name) => faults[name] !== undefined);
  if (field) return { error: faults[field], code: ERRORS.invalidParameters.code, fields: faults };
  if (!result) return {};
  const { device, deviceId, error } = result;
  return {
    ...(device && {
      name: device.name,
      model: device.model,
      modelName: formatModelName(device.model),
      kind: device.caps.kind,
    }),
    ...(deviceId !== undefined && { deviceId }),
    ...(error && {
      error: error.message,
      code: ERRORS[error.errorName].code,
      fields: { [error.field]: error.message },
      ...(error.until && { lockedUntil: error.until.toISOString() }),
    }),
  };
}
