import { getDeviceState, TOPOLOGY_CHANGES_MAX, type TopologyChange } from '@northlight/contract';
import { formatNeighbourId, isUnknownId } from '@northlight/topology';
import type { DbOrTx } from '../platform/db/database.ts';
import { readNeighbourFacts } from './unmanaged-neighbours.ts';

/** Lists the latest changes of a project's network in a period, newest first. */
export async function listChanges(
  db: DbOrTx,
  projectId: number,
  from: Date,
  to: Date,
): Promise<TopologyChange[]> {
  const devices = await readDevices(db, projectId);
  const facts = await readNeighbourFacts(db, projectId);
  const names = new Map([
    ...[...facts.values()].flatMap(({ mac, name }) =>
      name === undefined ? [] : [[formatNeighbourId(mac), name] as const],
    ),
    ...devices.map(({ device_id, name }) => [device_id, name] as const),
  ]);
  const changes = [
    ...(await listLinkChanges(db, projectId, from, to, names)),
    ...listDeviceChanges(devices, from, to),
    ...(await listStateChanges(db, projectId, from, to, names)),
  ];
  return changes
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, TOPOLOGY_CHANGES_MAX);
}

type Names = ReadonlyMap<string, string>;

/** Reads every device that belongs to the project or belonged to it, the latest last. */
const readDevices = (db: DbOrTx, projectId: number) =>
  db
    .selectFrom('topology_devices')
    .select(['device_id', 'name', 'since', 'until'])
    .where('project_id', '=', projectId)
    .orderBy('since')
    .execute();

/** A link that ends when another one of the same device begins is one move. */
async function listLinkChanges(
  db: DbOrTx,
  projectId: number,
  from: Date,
  to: Date,
  names: Names,
): Promise<TopologyChange[]> {
  const select = (time: 'since' | 'until') =>
    db
      .selectFrom('topology_links')
      .select(['upper_id', 'upper_port', 'lower_id', 'since', 'until', 'begun_by', 'ended_by'])
      .where('project_id', '=', projectId)
      .where('in_tree', '=', true)
      .where('evidence', '<>', 'none')
      .where(time, '>', from)
      .where(time, '<=', to)
      .orderBy(time, 'desc')
      .limit(TOPOLOGY_CHANGES_MAX)
      .execute();
  type Row = Awaited<ReturnType<typeof select>>[number];
  const presentEnd = ({ upper_id, upper_port }: Row) => ({
    nodeId: upper_id,
    name: names.get(upper_id),
    port: upper_port ?? undefined,
  });
  const formatKey = ({ lower_id }: Row, at: Date | null): string => `${lower_id} ${at?.getTime()}`;
  const [begun, ended] = [await select('since'), await select('until')];
  const endedByKey = new Map(ended.map((row) => [formatKey(row, row.until), row] as const));
  const begunKeys = new Set(begun.map((row) => formatKey(row, row.since)));
  const isDevice = ({ lower_id }: Row): boolean => !isUnknownId(lower_id);
  return [
    ...begun.filter(isDevice).map((row): TopologyChange => {
      const earlier = endedByKey.get(formatKey(row, row.since));
      return {
        at: row.since.toISOString(),
        kind: earlier ? 'moved' : 'connected',
        deviceId: row.lower_id,
        name: names.get(row.lower_id),
        from: earlier && presentEnd(earlier),
        to: presentEnd(row),
        cause: row.begun_by ?? undefined,
      };
    }),
    ...ended
      .filter((row) => isDevice(row) && !begunKeys.has(formatKey(row, row.until)))
      .map((row): TopologyChange => ({
        at: (row.until ?? row.since).toISOString(),
        kind: 'disconnected',
        deviceId: row.lower_id,
        name: names.get(row.lower_id),
        from: presentEnd(row),
        cause: row.ended_by ?? undefined,
      })),
  ];
}

function listDeviceChanges(
  devices: Awaited<ReturnType<typeof readDevices>>,
  from: Date,
  to: Date,
): TopologyChange[] {
  const isInPeriod = (at: Date | null): at is Date => at !== null && at > from && at <= to;
  const formatKey = (deviceId: string, at: Date | null): string => `${deviceId} ${at?.getTime()}`;
  const begun = new Set(devices.map(({ device_id, since }) => formatKey(device_id, since)));
  const ended = new Set(devices.map(({ device_id, until }) => formatKey(device_id, until)));
  // A row that ends when another one of the same device begins is another name.
  return devices.flatMap(({ device_id: deviceId, name, since, until }) => [
    ...(isInPeriod(since) && !ended.has(formatKey(deviceId, since))
      ? [{ at: since.toISOString(), kind: 'device-added' as const, deviceId, name }]
      : []),
    ...(isInPeriod(until) && !begun.has(formatKey(deviceId, until))
      ? [{ at: until.toISOString(), kind: 'device-removed' as const, deviceId, name }]
      : []),
  ]);
}

/** Lists the times at which devices went offline or came online; other changes of their state do not count. */
async function listStateChanges(
  db: DbOrTx,
  projectId: number,
  from: Date,
  to: Date,
  names: Names,
): Promise<TopologyChange[]> {
  const rows = await db
    .selectFrom('topology_states')
    .select(['device_id', 'state', 'at'])
    .select(({ fn }) =>
      fn
        .agg<number | null>('lag', ['state'])
        .over((over) => over.partitionBy('device_id').orderBy('at'))
        .as('before'),
    )
    .where('project_id', '=', projectId)
    .where('at', '<=', to)
    .orderBy('at', 'desc')
    .execute();
  const isOffline = (state: number | null): boolean =>
    state === null || getDeviceState(state).simplified === 'offline';
  return rows.flatMap(({ at, before, device_id: deviceId, state }): TopologyChange[] => {
    if (at <= from || isOffline(state) === isOffline(before)) return [];
    const kind = isOffline(state) ? 'went-offline' : 'came-online';
    return [{ at: at.toISOString(), kind, deviceId, name: names.get(deviceId) }];
  });
}
