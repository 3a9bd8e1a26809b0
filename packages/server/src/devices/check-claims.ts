import {
  type DeviceRole,
  type EntryField,
  ERRORS,
  type ErrorName,
  findCapabilities,
  fitsNetMode,
} from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { normalizeName } from '@northlight/contract/net';
import { raiseClaimAttempt } from '../alarms/index.ts';
import type { Tx } from '../platform/db/database.ts';
import type { RequestWork } from '../platform/http/commit-request.ts';
import { openClaimLimit } from './claim-limit.ts';
import { lockAndCountDevices } from './limit-class.ts';
import { readNetMode } from './net-mode.ts';
import { isAwaited } from './replacements.ts';
import { SlotCounter } from './slot-counter.ts';

export interface Claim {
  readonly sn: string;
  /** Hash of the claim code by `hashClaimCode`. */
  readonly claimHash: string;
  readonly name?: string | undefined;
  /** Row number that messages show. */
  readonly row: number;
}

export interface ClaimError {
  readonly errorName: ErrorName;
  readonly field: EntryField;
  readonly message: string;
  /** End of the lock of claim codes. */
  readonly until?: Date;
}

/** A device that a correct claim code identifies. */
export interface ClaimedDevice {
  readonly mac: string;
  readonly model: string;
  readonly name: string;
  readonly caps: Capabilities;
}

/**
 * Result for one claim. Without a correct claim code the result contains no device, so that it reveals no
 * facts about the device.
 */
export interface CheckedClaim {
  readonly claim: Claim;
  readonly device?: ClaimedDevice;
  /** Role of a device that can be added. */
  readonly role?: DeviceRole;
  readonly error?: ClaimError;
}

const refuse = (errorName: ErrorName, field: EntryField, message?: string): ClaimError => ({
  errorName,
  field,
  message: message ?? ERRORS[errorName].message,
});

/**
 * Checks claims for a project. An unknown serial number, a device of another project and a wrong claim code
 * give the same error, so that serial numbers cannot be probed. They count against the account's limits, also in a
 * check. While the account is locked, only claim codes that were right before are compared. A device with the id
 * `replacedId` gives its name and its slot to the claimed one.
 */
export async function checkClaims(
  work: RequestWork,
  claims: readonly Claim[],
  isAddition: boolean,
  replacedId?: string,
): Promise<CheckedClaim[]> {
  const { tx, projectId } = work;
  const limit = await openClaimLimit(work, claims);
  const locked = await lockAndCountDevices(tx, projectId);
  const netMode = await readNetMode(tx, projectId);
  const known = await lockBaseDevices(tx, claims, replacedId);
  const all = await readPresentDevices(tx, projectId);
  const ownBySn = new Map(all.map((row) => [row.sn, row.name] as const));
  const present = all.filter(({ id }) => id !== replacedId);
  const counts = withoutDevice(locked, all.find(({ id }) => id === replacedId)?.limit_class);
  const slots = new SlotCounter(netMode, counts, present);
  const names = new Set(present.map((row) => row.name_key));
  const claimedElsewhere: string[] = [];
  const checkClaim = (claim: Claim): CheckedClaim => {
    const ownName = ownBySn.get(claim.sn);
    // Names the device, because the caller can read the device list of the project anyway.
    if (ownName !== undefined) {
      const message = `This device is already in the project as ${ownName}.`;
      return { claim, error: refuse('serialNumberExists', 'sn', message) };
    }
    const lock = limit.findLock(claim);
    if (lock)
      return { claim, error: { ...refuse('tooManyFailures', 'claimCode', lock.message), until: lock.until } };
    const entry = known.get(claim.sn);
    const isCorrect = entry?.claim_hash === claim.claimHash;
    if (!entry || entry.taken || !isCorrect) {
      if (isCorrect && entry.id !== null) claimedElsewhere.push(entry.id);
      limit.noteWrong(claim);
      return { claim, error: refuse('claimRefused', 'claimCode') };
    }
    limit.noteRight(claim);
    const { mac, model } = entry;
    const caps = findCapabilities(model);
    if (!caps)
      return { claim, error: refuse('invalidParameters', 'sn', `The model ${model} is not supported.`) };
    const name = claim.name ?? generateName(model, mac, names);
    const device = { mac, model, name, caps };
    if (!fitsNetMode(caps.kind, netMode)) return { claim, device, error: refuse('netModeMismatch', 'sn') };
    if (names.has(normalizeName(name))) return { claim, device, error: refuse('deviceNameExists', 'name') };
    const slot = slots.reserve(device, `row ${claim.row}`);
    if ('refusal' in slot) return { claim, device, error: refuse('deviceLimit', 'sn', slot.refusal) };
    names.add(normalizeName(name));
    return { claim, device, role: slot.role };
  };
  const checkedClaims = claims.map(checkClaim);
  await limit.save(isAddition);
  for (const deviceId of claimedElsewhere) {
    const alarmed = await raiseClaimAttempt(tx, work.services.entropy, deviceId, work.now);
    if (alarmed !== undefined) work.groupAlarms(alarmed);
  }
  return checkedClaims;
}

const withoutDevice = (
  counts: ReadonlyMap<string, number>,
  limitClass: string | null | undefined,
): ReadonlyMap<string, number> =>
  limitClass ? new Map(counts).set(limitClass, (counts.get(limitClass) ?? 1) - 1) : counts;

/**
 * Locks base devices in a fixed order and reads them. If two requests contain the same device, the later
 * request reads it as taken. So is new hardware that another device than `replacedId` waits for.
 */
export async function lockBaseDevices(
  tx: Tx,
  claims: readonly Pick<Claim, 'sn'>[],
  replacedId: string | null = null,
) {
  const wanted = claims.map((claim) => claim.sn);
  await tx
    .selectFrom('base_devices')
    .select('sn')
    .where('sn', 'in', wanted)
    .orderBy('sn')
    .forNoKeyUpdate()
    .execute();
  const rows = await tx
    .selectFrom('base_devices')
    .leftJoin('devices', 'devices.sn', 'base_devices.sn')
    .select([
      'base_devices.sn',
      'base_devices.mac',
      'base_devices.model',
      'base_devices.claim_hash',
      'devices.id',
      'devices.project_id',
    ])
    .select(isAwaited('base_devices.sn', replacedId).as('is_awaited'))
    .where('base_devices.sn', 'in', wanted)
    .execute();
  return new Map(
    rows.map(
      ({ is_awaited: awaited, ...row }) => [row.sn, { ...row, taken: row.id !== null || awaited }] as const,
    ),
  );
}

/**
 * Returns the serial number, name and limit class of each device of a project, against which an addition is
 * checked.
 */
export const readPresentDevices = (tx: Tx, projectId: number) =>
  tx
    .selectFrom('devices')
    .select(['id', 'sn', 'name', 'name_key', 'kind', 'role', 'limit_class'])
    .where('project_id', '=', projectId)
    .execute();

/** Generates an unused device name from the model and the last four digits of the MAC. */
export function generateName(model: string, mac: string, taken: ReadonlySet<string>): string {
  const tail = mac.replaceAll(':', '').slice(-4).toUpperCase();
  const base = `${model.replaceAll(/\s/g, '').slice(0, 11)}-${tail}`;
  if (!taken.has(normalizeName(base))) return base;
  for (let number = 2; ; number++) {
    const candidate = `${base.slice(0, 15 - String(number).length)}.${number}`;
    if (!taken.has(normalizeName(candidate))) return candidate;
  }
}
