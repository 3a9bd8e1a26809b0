import {
  type DeliveryDevice,
  type DeliveryPart,
  type DeliveryState,
  type DeviceRole,
  EMPTY_NETWORK_CONFIG,
  getDeviceState,
  isBridgeRole,
  isBroadcastRole,
  isGatewayRole,
  type NetworkConfig,
  type NetworkDelivery,
} from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { ReportedStatus } from '@northlight/device-plane';
import { listConfigurationRows } from '../../jobs/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { readConfig } from '../state.ts';

/** Number of latest configurations that are searched for unconfirmed changes. */
const HISTORY_DEPTH = 50;

interface Member {
  readonly id: string;
  readonly name: string;
  readonly caps: Capabilities;
  readonly role: DeviceRole;
  readonly state: number;
  readonly managed: 'cloud' | 'local';
  readonly desired_rev: number;
  readonly reported_rev: number;
  readonly reported_status: ReportedStatus;
  readonly bad_rev: number;
}

/** Compares the applied configuration with the reports of the devices that use it. */
export async function readDelivery(db: DbOrTx, projectId: number): Promise<NetworkDelivery> {
  const [{ version }, members] = await Promise.all([readConfig(db, projectId), listMembers(db, projectId)]);
  const users = members.flatMap((member) => {
    const parts = listParts(member);
    return parts.length === 0 ? [] : [{ member, parts, state: getDeliveryState(member) }];
  });
  const devices = users.map(({ member: { id, name }, parts, state }): DeliveryDevice => ({
    id,
    name,
    parts,
    state,
  }));
  const open = users.flatMap(({ member, state }) => (state === 'confirmed' ? [] : [member]));
  const before = open.length === 0 ? undefined : await findConfigBefore(db, projectId, open);
  return { version, devices, ...(before && { before }) };
}

const listMembers = (db: DbOrTx, projectId: number): Promise<Member[]> =>
  db
    .selectFrom('devices')
    .select([
      'id',
      'name',
      'caps',
      'role',
      'state',
      'managed',
      'desired_rev',
      'reported_rev',
      'reported_status',
      'bad_rev',
    ])
    .where('project_id', '=', projectId)
    .orderBy('name_key')
    .execute();

function listParts({ caps: { features }, role }: Pick<Member, 'caps' | 'role'>): DeliveryPart[] {
  const parts: DeliveryPart[] = [];
  if (isGatewayRole(role)) parts.push('gateway');
  if (features.includes('vlan')) parts.push('vlans');
  if (features.includes('wifi') && isBroadcastRole(role)) parts.push('wireless');
  if (isBridgeRole(role)) parts.push('bridge');
  return parts;
}

/**
 * Returns the state of the device's desired revision; a device without a desired revision has nothing to
 * confirm.
 */
export function getDeliveryState(
  member: Pick<Member, 'state' | 'managed' | 'desired_rev' | 'reported_rev' | 'reported_status' | 'bad_rev'>,
): DeliveryState {
  const { bad_rev, desired_rev, managed, reported_rev, reported_status } = member;
  if (reported_status === 'drifted') return 'differs';
  const isApplied = reported_status === 'applied' || reported_status === 'partial';
  if (desired_rev === 0 || (isApplied && reported_rev >= desired_rev)) return 'confirmed';
  // A locally managed device is sent nothing until its management returns to the cloud.
  if (bad_rev >= desired_rev || managed === 'local') return 'failed';
  return getDeviceState(member.state).countsOnline ? 'sending' : 'offline';
}

/**
 * Returns the configuration before the oldest version that one of these devices has not confirmed; undefined
 * without such a version.
 */
async function findConfigBefore(
  db: DbOrTx,
  projectId: number,
  open: readonly Member[],
): Promise<NetworkConfig | undefined> {
  const history = await db
    .selectFrom('network_history')
    .select(['version', 'job_id'])
    .where('project_id', '=', projectId)
    .orderBy('version', 'desc')
    .limit(HISTORY_DEPTH)
    .execute();
  const versions = new Map(
    history.flatMap(({ job_id, version }) => (job_id ? [[job_id, version] as const] : [])),
  );
  const revisions = new Map(open.map((member) => [member.id, member.reported_rev] as const));
  const rows = await listConfigurationRows(db, projectId, [...versions.keys()]);
  // A row above the reported revision is unconfirmed, also when it was skipped or expired: devices report
  // only applied revisions.
  const pending = rows.flatMap(({ device_id, job_id, rev }): number[] => {
    const reported = revisions.get(device_id);
    const version = versions.get(job_id);
    const isPending = reported !== undefined && version !== undefined && (rev ?? 0) > reported;
    return isPending ? [version] : [];
  });
  if (pending.length === 0) return undefined;
  const row = await db
    .selectFrom('network_history')
    .select('config')
    .where('project_id', '=', projectId)
    .where('version', '=', Math.min(...pending) - 1)
    .executeTakeFirst();
  return row?.config ?? EMPTY_NETWORK_CONFIG;
}
