import { type BackupPart, DomainError } from '@northlight/contract';
import type { DevicePart } from '@northlight/contract/device-protocol';
import { createRandomId } from '@northlight/runtime';
import { createCommandJob } from '../../jobs/index.ts';
import { getProjectAccess, type RequestContext } from '../../platform/http/request-context.ts';
import { readFile } from '../read-file.ts';
import { offerPart } from './transfers.ts';

/** Part of a backup with which the leases are restored: they belong to its pools. */
const LEASE_PART: BackupPart = 'vlans';

/**
 * Sends the leases of a backup to its gateway, which takes them over once the restored configuration runs. A gateway that
 * cannot be commanded now keeps the leases that it has.
 */
export async function restoreLeases(
  context: RequestContext,
  id: string,
  parts: readonly BackupPart[],
): Promise<void> {
  if (!parts.includes(LEASE_PART)) return;
  const { part, row } = await readFile(context, id);
  const { device_id: deviceId } = row;
  if (!part || part.leases.length === 0 || deviceId === null) return;
  const { clock, db, entropy } = context.services;
  const { projectId } = getProjectAccess(context);
  const device = await db
    .selectFrom('devices')
    .select('desired_rev')
    .where('project_id', '=', projectId)
    .where('id', '=', deviceId)
    .executeTakeFirst();
  if (!device) return;
  const now = clock.now();
  await offerPart(db, {
    id: createRandomId(entropy, now),
    projectId,
    deviceId,
    createdAt: new Date(now),
    content: formatLeasesFile(part),
  });
  await createCommandJob(context, {
    kind: 'restore',
    deviceIds: [deviceId],
    args: { rev: device.desired_rev },
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

const formatLeasesFile = ({ leases }: DevicePart): Buffer => Buffer.from(JSON.stringify({ leases }));
