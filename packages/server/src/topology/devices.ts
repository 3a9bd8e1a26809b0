import { deviceKind } from '@northlight/contract/device-protocol';
import { DEVICE_STATES, findModelEntry, manualDeviceType, type TopologyNode } from '@northlight/contract';
import { isManualId } from '@northlight/topology';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { listNetworkEdits, readEditRows } from './edits.ts';
import { existedAt } from './existed-at.ts';

/**
 * Records which devices belong to a project now; also those that users added. A device with another name or kind has another
 * row from now on.
 */
export async function recordDevices(tx: Tx, projectId: number, now: Date): Promise<void> {
  const members = sql`(
    select id, name, kind, created_at from devices where project_id = ${projectId}
    union all
    select item_id, value ->> 'name', value ->> 'type', since from topology_edits
    where project_id = ${projectId} and kind = 'device' and until is null
  )`;
  // A row that begins now has no history yet.
  await sql`
    update topology_devices as known set name = member.name, kind = member.kind from ${members} as member
    where known.project_id = ${projectId} and known.until is null and member.id = known.device_id
      and known.since = ${now}`.execute(tx);
  await sql`
    update topology_devices as known set until = ${now}
    where known.project_id = ${projectId} and known.until is null and not exists (
      select from ${members} as member
      where (member.id, member.name, member.kind) = (known.device_id, known.name, known.kind)
    )`.execute(tx);
  await sql`
    insert into topology_devices (project_id, device_id, name, kind, since)
    select ${projectId}, id, name, kind, case when exists (
        select from topology_devices as earlier
        where earlier.project_id = ${projectId} and earlier.device_id = member.id
      ) then ${now} else created_at end
    from ${members} as member
    where not exists (
      select from topology_devices as known
      where known.project_id = ${projectId} and known.device_id = member.id and known.until is null
    )`.execute(tx);
}

/** Reads the devices that belong to a project, or belonged to it at a time, with their states at that time. */
export async function readDeviceNodes(db: DbOrTx, projectId: number, at?: Date): Promise<TopologyNode[]> {
  if (at === undefined) {
    const rows = await db
      .selectFrom('devices')
      .select(['id', 'name', 'kind', 'state', 'model'])
      .where('project_id', '=', projectId)
      .orderBy('id')
      .execute();
    const { devices } = listNetworkEdits(await readEditRows(db, projectId));
    return [
      ...rows.map(presentDevice),
      ...devices.map(({ id, name, type }) => presentDevice({ id, name, kind: type })),
    ];
  }
  const rows = await db
    .selectFrom('topology_devices')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('topology_states')
          .select('state')
          .whereRef('topology_states.project_id', '=', 'topology_devices.project_id')
          .whereRef('topology_states.device_id', '=', 'topology_devices.device_id')
          .where('topology_states.at', '<=', at)
          .orderBy('topology_states.at', 'desc')
          .limit(1)
          .as('past'),
      (join) => join.onTrue(),
    )
    // The model is that of the device today; it is unknown for a device that left the project.
    .leftJoin('devices', 'devices.id', 'topology_devices.device_id')
    .select(['device_id', 'topology_devices.name', 'topology_devices.kind', 'past.state', 'devices.model'])
    .where('topology_devices.project_id', '=', projectId)
    .where(existedAt(at))
    .orderBy('device_id')
    .execute();
  return rows.map(({ device_id: id, kind, model, name, state }) =>
    presentDevice({ id, name, kind, model, state: state ?? DEVICE_STATES.offline }),
  );
}

interface PresentedDevice {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly state?: number;
  readonly model?: string | null;
}

function presentDevice({ id, kind, model = null, name, state }: PresentedDevice): TopologyNode {
  if (isManualId(id)) return { id, kind: 'manual-device', name, manualType: manualDeviceType.parse(kind) };
  return {
    id,
    kind: 'device',
    name,
    deviceKind: deviceKind.parse(kind),
    ...(model !== null && !findModelEntry(model) && { isUnlisted: true as const }),
    ...(state !== undefined && { state }),
  };
}
