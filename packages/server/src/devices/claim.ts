import { sql } from 'kysely';
import { findCapabilities, DEVICE_LIMITS, DomainError, ERRORS, fitsNetMode } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { normalizeName } from '@northlight/contract/net';
import { HOUR_MS, createRandomBase62, createRandomId } from '@northlight/runtime';
import { raiseClaimAttempt } from '../alarms/index.ts';
import type { AfterCommit } from '../platform/commit.ts';
import type { Tx } from '../platform/db/database.ts';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { addAttempt, countAttempts, lockLimitKey } from '../platform/db/limits.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { type AuthorisedTx, commitRequest } from '../platform/http/commit-request.ts';
import { getActor, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { forgetDeviceAsClient } from '../clients/index.ts';
import type { Services } from '../services.ts';
import { announceToHolders } from '../sharing/index.ts';
import { hashClaimCode } from './base-devices.ts';
import { getLimitClass, lockAndCountDevices } from './limit-class.ts';
import { readNetMode } from './net-mode.ts';

const WRONG_CLAIMS_PER_HOUR = 10;
/** One message for an unknown or taken serial number and a wrong claim code, so that serial numbers cannot be probed. */
export const CLAIM_REFUSED = ERRORS.claimRefused.message;
const TOO_MANY_WRONG = 'Too many wrong claim codes. Try again in 1 h.';

export interface Claim {
  readonly sn: string;
  readonly claimCode: string;
  readonly name?: string | undefined;
}

export type ClaimError = { readonly index: number; readonly error: string };

type Outcome = { readonly ids: string[] } | { readonly errors: readonly ClaimError[] };

/** Claims devices for a project, all or none; returns the new ids, or an error for each wrong row. */
export async function claimDevices(
  services: Services,
  claims: readonly Claim[],
  context: RequestContext,
): Promise<Outcome> {
  return commitRequest(services, context, async (tx, after) => {
    const { projectId } = getProjectAccess(context);
    const outcome = await claimAll(services, tx, after, claims, context);
    if ('errors' in outcome) return outcome;
    for (const { sn } of claims) after.claimed(sn);
    after.live(projectId, 'devices');
    await announceToHolders(tx, after, projectId, new Date(services.clock.now()), 'projects');
    return outcome;
  }).catch((error: unknown) => {
    // Another transaction gave this name to a device.
    if (findBrokenConstraint(error) !== 'devices_project_name') throw error;
    throw new DomainError('deviceNameExists', { fields: { name: ERRORS.deviceNameExists.message } });
  });
}

/** Claims all rows; with a wrong row it only records the wrong codes. */
async function claimAll(
  services: Services,
  tx: AuthorisedTx,
  after: AfterCommit,
  claims: readonly Claim[],
  context: RequestContext,
): Promise<Outcome> {
  const { projectId } = getProjectAccess(context);
  const triesLeft = await lockRemainingTries(services, tx, context);
  const counts = new Map(await lockAndCountDevices(tx, projectId));
  const netMode = await readNetMode(tx, projectId);
  const known = await lockBaseDevices(tx, claims);
  const names = await readTakenNames(tx, projectId);
  const errors: ClaimError[] = [];
  const rows: NewDeviceRow[] = [];
  const claimedElsewhere: string[] = [];
  let wrong = 0;
  for (const [index, claim] of claims.entries()) {
    // Check no more rows: otherwise a long list could try one code per row.
    if (wrong >= triesLeft) {
      errors.push({ index, error: TOO_MANY_WRONG });
      continue;
    }
    const entry = known.get(claim.sn);
    const isCorrect = entry?.claim_hash === hashClaimCode(claim.sn, claim.claimCode);
    if (!entry || entry.taken || !isCorrect) {
      if (isCorrect && entry.id !== null && entry.project_id !== projectId) claimedElsewhere.push(entry.id);
      wrong++;
      errors.push({ index, error: CLAIM_REFUSED });
      continue;
    }
    const caps = findCapabilities(entry.model);
    if (!caps) {
      errors.push({ index, error: `The model ${entry.model} is not supported.` });
      continue;
    }
    if (!fitsNetMode(caps.kind, netMode)) {
      if (claims.length === 1) throw new DomainError('netModeMismatch');
      errors.push({ index, error: ERRORS.netModeMismatch.message });
      continue;
    }
    const name = claim.name ?? generateName(entry.model, entry.mac, names);
    if (names.has(normalizeName(name))) {
      errors.push({ index, error: ERRORS.deviceNameExists.message });
      continue;
    }
    if (!reserveSlot(counts, caps)) {
      if (claims.length === 1) throw new DomainError('deviceLimit');
      errors.push({ index, error: ERRORS.deviceLimit.message });
      continue;
    }
    names.add(normalizeName(name));
    rows.push({ projectId, sn: claim.sn, mac: entry.mac, model: entry.model, name, caps });
  }
  await recordWrongClaims(services, tx, context, wrong);
  for (const deviceId of claimedElsewhere) {
    const alarmed = await raiseClaimAttempt(tx, services.entropy, deviceId, new Date(services.clock.now()));
    if (alarmed !== undefined) after.alarmsChanged(alarmed);
  }
  if (errors.length > 0) return { errors };
  const ids: string[] = [];
  for (const row of rows) ids.push(await insertDevice(services, tx, row));
  await services.assignConfiguration(tx, after, projectId, ids);
  await auditRequest(services, tx, context, {
    action: 'device.add',
    object: claims.map((claim) => claim.sn).join(' '),
  });
  return { ids };
}

/** Locks base devices in one order and reads them: of two lists with shared devices the later one sees them as taken. */
export async function lockBaseDevices(tx: Tx, claims: readonly Pick<Claim, 'sn'>[]) {
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
    .where('base_devices.sn', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.sn, { ...row, taken: row.id !== null }] as const));
}

/** Returns the normalised names of a project's devices. */
export async function readTakenNames(tx: Tx, projectId: number): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('devices')
    .select('name_key')
    .where('project_id', '=', projectId)
    .execute();
  return new Set(rows.map((row) => row.name_key));
}

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

/** Counts a device in its limit class; returns false when the limit is exceeded. */
export function reserveSlot(counts: Map<string, number>, caps: Capabilities): boolean {
  const limitClass = getLimitClass(caps);
  if (!limitClass) return true;
  const count = counts.get(limitClass) ?? 0;
  counts.set(limitClass, count + 1);
  return count < DEVICE_LIMITS[limitClass];
}

export interface NewDeviceRow {
  readonly projectId: number;
  readonly sn: string;
  readonly mac: string;
  readonly model: string;
  readonly name: string;
  readonly caps: Capabilities;
  /** Key of the authority that certifies the device; default: none. */
  readonly authority?: string | undefined;
}

export async function insertDevice(
  { clock, entropy }: Pick<Services, 'clock' | 'entropy'>,
  tx: Tx,
  device: NewDeviceRow,
): Promise<string> {
  const id = createRandomBase62(entropy, 22);
  const now = new Date(clock.now());
  await tx
    .insertInto('devices')
    .values({
      id,
      project_id: device.projectId,
      sn: device.sn,
      authority: device.authority ?? '',
      mac: device.mac,
      model: device.model,
      kind: device.caps.kind,
      limit_class: getLimitClass(device.caps) ?? null,
      name: device.name,
      name_key: normalizeName(device.name),
      caps: JSON.stringify(device.caps),
      token_hash: null,
      epoch: 0,
      state: 0,
      state_at: now,
      waiting: true,
      session: null,
      instance: null,
      managed: 'cloud',
      mesh_role: null,
      software: null,
      hardware: null,
      desired_rev: 0,
      desired_hash: null,
      desired_config: null,
      reported_rev: 0,
      reported_hash: '',
      reported_status: 'none',
      reported_issues: '[]',
      bad_rev: 0,
      sent_rev: 0,
      created_at: now,
    })
    .execute();
  await tx
    .deleteFrom('waiting_devices')
    .where('sn', '=', device.sn)
    .where(sql<boolean>`coalesce(key_hash, '') = ${device.authority ?? ''}`)
    .execute();
  await forgetDeviceAsClient(tx, device.projectId, device.mac);
  return id;
}

const limitKey = (context: RequestContext): string => `claim:${getActor(context)}`;

/** Locks the account's limit against parallel calls; returns how many wrong codes are left, throws when none are. */
async function lockRemainingTries({ clock }: Services, tx: Tx, context: RequestContext): Promise<number> {
  const key = limitKey(context);
  await lockLimitKey(tx, key);
  const count = await countAttempts(tx, key, new Date(clock.now() - HOUR_MS));
  if (count >= WRONG_CLAIMS_PER_HOUR) throw new DomainError('tooManyFailures', { message: TOO_MANY_WRONG });
  return WRONG_CLAIMS_PER_HOUR - count;
}

async function recordWrongClaims(
  { clock, entropy }: Services,
  tx: Tx,
  context: RequestContext,
  wrong: number,
): Promise<void> {
  const now = clock.now();
  for (let count = 0; count < wrong; count++)
    await addAttempt(tx, limitKey(context), createRandomId(entropy, now), new Date(now));
}
