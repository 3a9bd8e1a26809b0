import { type baseDevice, DomainError, findModelEntry, MODELS } from '@northlight/contract';
import { hashSha256Hex } from '@northlight/runtime';
import type { z } from 'zod';
import { insertRows } from '../platform/db/insert-rows.ts';
import type { Db, DbOrTx } from '../platform/db/database.ts';
import { findBrokenConstraint } from '../platform/db/errors.ts';

export type BaseDevice = z.output<typeof baseDevice>;

/**
 * Returns the hash of a claim code together with its serial number: equal claim codes must not give equal
 * hashes, because claim codes are short.
 */
export const hashClaimCode = (sn: string, claimCode: string): string => hashSha256Hex(`${sn}:${claimCode}`);

/** Returns the reason why no project could claim devices of the model; undefined for a supported model. */
export function describeUnsupportedModel(model: string): string | undefined {
  if (findModelEntry(model)) return undefined;
  const prefixes = MODELS.map(({ prefix }) => prefix).join(', ');
  return `${model} is not supported. Supported are models that begin with: ${prefixes}.`;
}

/** Throws a field error for each device whose model no project can claim. */
export function checkModels(devices: readonly BaseDevice[]): void {
  const fields = devices.flatMap(({ model }, index) => {
    const reason = describeUnsupportedModel(model);
    return reason === undefined ? [] : [[`devices.${index}.model`, reason] as const];
  });
  if (fields.length > 0) throw new DomainError('invalidParameters', { fields: Object.fromEntries(fields) });
}

/** Adds devices to the manufacturer's base device list, all or none; returns their number. */
export async function registerBaseDevices(
  db: Db,
  devices: readonly BaseDevice[],
  now: number,
): Promise<number> {
  try {
    await db.transaction().execute((tx) => insertBaseDevices(tx, devices, now));
  } catch (error) {
    if (findBrokenConstraint(error) === undefined) throw error;
    throw new DomainError('serialNumberExists');
  }
  return devices.length;
}

async function insertBaseDevices(db: DbOrTx, devices: readonly BaseDevice[], now: number): Promise<void> {
  if (devices.length === 0) return;
  const rows = devices.map((device) => ({
    sn: device.sn,
    mac: device.mac,
    model: device.model,
    claim_hash: hashClaimCode(device.sn, device.claimCode),
    secret_hash: hashSha256Hex(device.secret.toLowerCase()),
    registered_at: new Date(now),
  }));
  await insertRows(db, 'base_devices', rows).execute();
}
