import { capabilitiesOf, DEVICE_LIMITS, DomainError, ERRORS } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { normalForm } from '@northlight/contract/net';
import { HOUR_MS, randomBase62, randomId } from '@northlight/runtime';
import { type AfterCommit, commit } from '../platform/commit.ts';
import type { Tx } from '../platform/db/database.ts';
import { brokenConstraint } from '../platform/db/errors.ts';
import { addAttempt, countAttempts, lockLimitKey } from '../platform/db/limits.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { actorOf, projectOf, type RequestContext } from '../platform/http/request-context.ts';
import { forgetDeviceAsClient } from '../clients/index.ts';
import type { Services } from '../services.ts';
import { announceToHolders } from '../sharing/index.ts';
import { claimHash } from './base-devices.ts';
import { limitClassOf, lockAndCount } from './limit-class.ts';

const WRONG_CLAIMS_PER_HOUR = 10;
/** Serial number unknown, taken, or with another claim code: one and the same sentence, so that none can be probed. */
export const CLAIM_REFUSED = ERRORS.claimRefused.message;
const TOO_MANY_WRONG = 'Too many wrong claim codes. Try again in an hour.';

export interface Claim {
  readonly sn: string;
  readonly claimCode: string;
  readonly name?: string | undefined;
}

export type ClaimError = { readonly index: number; readonly error: string };

type Outcome = { readonly ids: string[] } | { readonly errors: readonly ClaimError[] };

/** Claims devices for a project, all or none; answers what is wrong row by row. */
export async function claimDevices(
  services: Services,
  claims: readonly Claim[],
  context: RequestContext,
): Promise<Outcome> {
  return commit(services, async (tx, after) => {
    const { projectId } = projectOf(context);
    const outcome = await claimAll(services, tx, after, claims, context);
    if ('errors' in outcome) return outcome;
    for (const { sn } of claims) after.claimed(sn);
    after.live(projectId, 'devices');
    await announceToHolders(tx, after, projectId, new Date(services.clock.now()), 'projects');
    return outcome;
  }).catch((error: unknown) => {
    // A device was given this very name meanwhile.
    if (brokenConstraint(error) !== 'devices_project_name') throw error;
    throw new DomainError('deviceNameExists', { fields: { name: ERRORS.deviceNameExists.message } });
  });
}

/** Nothing is written for a list with a wrong row, but that its wrong codes count. */
async function claimAll(
  services: Services,
  tx: Tx,
  after: AfterCommit,
  claims: readonly Claim[],
  context: RequestContext,
): Promise<Outcome> {
  const { projectId } = projectOf(context);
  const triesLeft = await lockTries(services, tx, context);
  const counts = new Map(await lockAndCount(tx, projectId));
  const known = await lockAndLookUp(tx, claims);
  const names = await takenNames(tx, projectId);
  const errors: ClaimError[] = [];
  const rows: NewDeviceRow[] = [];
  let wrong = 0;
  for (const [index, claim] of claims.entries()) {
    // Whether the rest is right is not said any more: a long list would else try as many codes as it has rows.
    if (wrong >= triesLeft) {
      errors.push({ index, error: TOO_MANY_WRONG });
      continue;
    }
    const entry = known.get(claim.sn);
    if (!entry || entry.taken || entry.claim_hash !== claimHash(claim.sn, claim.claimCode)) {
      wrong++;
      errors.push({ index, error: CLAIM_REFUSED });
      continue;
    }
    const caps = capabilitiesOf(entry.model);
    if (!caps) {
      errors.push({ index, error: `The model ${entry.model} is not supported.` });
      continue;
    }
    const name = claim.name ?? freeName(entry.model, entry.mac, names);
    if (names.has(normalForm(name))) {
      errors.push({ index, error: ERRORS.deviceNameExists.message });
      continue;
    }
    if (!takeRoom(counts, caps)) {
      if (claims.length === 1) throw new DomainError('deviceLimit');
      errors.push({ index, error: ERRORS.deviceLimit.message });
      continue;
    }
    names.add(normalForm(name));
    rows.push({ projectId, sn: claim.sn, mac: entry.mac, model: entry.model, name, caps });
  }
  await countWrong(services, tx, context, wrong);
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

/** Locked in one order, so that lists that share devices come one after another and the later one sees them taken. */
export async function lockAndLookUp(tx: Tx, claims: readonly Pick<Claim, 'sn'>[]) {
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
    ])
    .where('base_devices.sn', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.sn, { ...row, taken: row.id !== null }] as const));
}

export async function takenNames(tx: Tx, projectId: number): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('devices')
    .select('name_key')
    .where('project_id', '=', projectId)
    .execute();
  return new Set(rows.map((row) => row.name_key));
}

/** A name for a device that was given none: its model with the end of its MAC. */
export function freeName(model: string, mac: string, taken: ReadonlySet<string>): string {
  const tail = mac.replaceAll(':', '').slice(-4).toUpperCase();
  const base = `${model.replaceAll(/\s/g, '').slice(0, 11)}-${tail}`;
  if (!taken.has(normalForm(base))) return base;
  for (let number = 2; ; number++) {
    const candidate = `${base.slice(0, 15 - String(number).length)}.${number}`;
    if (!taken.has(normalForm(candidate))) return candidate;
  }
}

export function takeRoom(counts: Map<string, number>, caps: Capabilities): boolean {
  const limitClass = limitClassOf(caps);
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
}

export async function insertDevice(
  { clock, entropy }: Pick<Services, 'clock' | 'entropy'>,
  tx: Tx,
  device: NewDeviceRow,
): Promise<string> {
  const id = randomBase62(entropy, 22);
  const now = new Date(clock.now());
  await tx
    .insertInto('devices')
    .values({
      id,
      project_id: device.projectId,
      sn: device.sn,
      mac: device.mac,
      model: device.model,
      kind: device.caps.kind,
      limit_class: limitClassOf(device.caps) ?? null,
      name: device.name,
      name_key: normalForm(device.name),
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
  await tx.deleteFrom('waiting_devices').where('sn', '=', device.sn).execute();
  await forgetDeviceAsClient(tx, device.projectId, device.mac);
  return id;
}

const wrongKey = (context: RequestContext): string => `claim:${actorOf(context)}`;

/** One claim of an account at a time, so that its limit holds under parallel calls; how many codes it may still miss. */
async function lockTries({ clock }: Services, tx: Tx, context: RequestContext): Promise<number> {
  const key = wrongKey(context);
  await lockLimitKey(tx, key);
  const count = await countAttempts(tx, key, new Date(clock.now() - HOUR_MS));
  if (count >= WRONG_CLAIMS_PER_HOUR) throw new DomainError('tooManyFailures', { message: TOO_MANY_WRONG });
  return WRONG_CLAIMS_PER_HOUR - count;
}

async function countWrong(
  { clock, entropy }: Services,
  tx: Tx,
  context: RequestContext,
  wrong: number,
): Promise<void> {
  const now = clock.now();
  for (let count = 0; count < wrong; count++)
    await addAttempt(tx, wrongKey(context), randomId(entropy, now), new Date(now));
}
