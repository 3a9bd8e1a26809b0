import { formatPortKey } from './flapping.ts';
import { type GroupingState } from './group-alarms.ts';
import { indexParents } from './site-tree.ts';
import { sql } from 'kysely';
import { MINUTE_MS } from '@northlight/runtime';
import { listWiredPlaces } from '../../clients/index.ts';
import { filterWorkSince } from '../../jobs/index.ts';
import type { Tx } from '../../platform/db/database.ts';

/** Time after the end of an alarm in which the alarm can still be a cause. */
const ENDED_MS = 20 * MINUTE_MS;
/** Time after the end of work in which the work can still explain an alarm. */
const WORK_MS = 10 * MINUTE_MS;
/** Maximum age of changes of ports and parents that are counted. */
const CHANGES_MS = 60 * MINUTE_MS;

type StoredState = Omit<GroupingState, 'now' | 'ruleOf'>;

export async function readGroupingState(tx: Tx, projectId: number, now: number): Promise<StoredState> {
  const [devices, alarms, work, portChanges] = [
    await readDevices(tx, projectId),
    await readAlarms(tx, projectId, new Date(now - ENDED_MS)),
    await readWork(tx, projectId, new Date(now - WORK_MS)),
    await tx
      .selectFrom('port_changes')
      .select(['device_id', 'port', 'up', 'at'])
      .where('project_id', '=', projectId)
      .where('at', '>', new Date(now - CHANGES_MS))
      .execute(),
  ];
  const parentChanges = await tx
    .selectFrom('parent_changes')
    .select(['device_id', 'at'])
    .where('project_id', '=', projectId)
    .where('at', '>', new Date(now - CHANGES_MS))
    .execute();
  return {
    devices,
    alarms,
    work,
    cameraPlaces: await readCameraPlaces(tx, projectId, devices, alarms),
    parentChanges: parentChanges.map(({ at, device_id }) => ({ deviceId: device_id, at: at.getTime() })),
    uplinkPorts: await readUplinks(tx, [...new Set(portChanges.map(({ device_id }) => device_id))]),
    portChanges: portChanges.map(({ at, device_id, port, up }) => ({
      deviceId: device_id,
      port,
      up,
      at: at.getTime(),
    })),
  };
}

/** Returns the ports of lost cameras: of devices of the project by their parent, of other ones by their last place as clients. */
async function readCameraPlaces(
  tx: Tx,
  projectId: number,
  devices: StoredState['devices'],
  alarms: StoredState['alarms'],
): Promise<StoredState['cameraPlaces']> {
  const macs = alarms.flatMap(({ kind, subject }) => (kind === 'camera-lost' ? [subject] : []));
  if (macs.length === 0) return new Map();
  const own = await tx
    .selectFrom('devices')
    .select(['id', 'mac'])
    .where('project_id', '=', projectId)
    .where('mac', 'in', macs)
    .execute();
  const parents = indexParents(devices);
  const places = await listWiredPlaces(tx, projectId, macs);
  return new Map([
    ...places.map(({ device_id, mac, port }) => [mac, { id: device_id, port }] as const),
    ...own.flatMap(({ id, mac }) => {
      const parent = parents.get(id);
      return parent ? [[mac, parent] as const] : [];
    }),
  ]);
}

/** Returns the uplink ports of these devices. Called only for devices with port changes, which are few. */
async function readUplinks(tx: Tx, deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (deviceIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('devices')
    .select(['id', 'caps'])
    .where('id', 'in', deviceIds)
    // The uplink of a bridge client is its link; its port leads to the devices behind it.
    .where('role', '<>', 'bridge-client')
    .execute();
  return new Set(
    rows.flatMap(({ caps, id }) =>
      caps.ports
        .filter(({ role }) => role === 'uplink' || role === 'wan')
        .map((port) => formatPortKey(id, port.id)),
    ),
  );
}

async function readDevices(tx: Tx, projectId: number): Promise<StoredState['devices']> {
  const rows = await tx
    .selectFrom('devices')
    .select(['id', 'kind', 'state', 'waiting', 'parent_id', 'parent_port'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
  return rows.map(({ parent_id, parent_port, ...row }) => ({
    ...row,
    parentId: parent_id ?? undefined,
    parentPort: parent_port ?? undefined,
  }));
}

async function readAlarms(tx: Tx, projectId: number, endedSince: Date): Promise<StoredState['alarms']> {
  const rows = await tx
    .selectFrom('alarms')
    .select(['id', 'kind', 'device_id', 'subject', 'at', 'resolved_at', 'cause_id', 'status'])
    .select(['occurrences', 'last_at'])
    .where('project_id', '=', projectId)
    .where((where) =>
      where.or([
        where('resolved_at', 'is', null),
        where('status', '<>', sql.lit('shown')),
        where('resolved_at', '>', endedSince),
      ]),
    )
    // Omits shown device events, which take no part in grouping: a device may have reported thousands of
    // them.
    .where((where) =>
      where.or([where('kind', '<>', 'device-event'), where('status', '<>', sql.lit('shown'))]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    deviceId: row.device_id ?? undefined,
    subject: row.subject,
    at: row.at.getTime(),
    resolvedAt: row.resolved_at?.getTime(),
    causeId: row.cause_id ?? undefined,
    status: row.status,
    occurrences: row.occurrences,
    lastAt: row.last_at?.getTime(),
  }));
}

async function readWork(tx: Tx, projectId: number, since: Date): Promise<StoredState['work']> {
  const rows = await filterWorkSince(tx, projectId, since);
  return rows.map((row) => ({
    deviceId: row.device_id,
    kind: row.kind,
    state: row.state,
    changedAt: row.updated_at.getTime(),
    deadline: row.deadline?.getTime(),
  }));
}
