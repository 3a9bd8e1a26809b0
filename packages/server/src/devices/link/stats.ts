import type { LiveResource } from '@northlight/contract';
import {
  type AffectedResources,
  getPartTime,
  mergeNearby,
  type StatUpdate,
  type TimedPart,
} from '@northlight/device-plane';
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { MERGED_CHANNELS, MERGED_NETWORKS } from './nearby-sql.ts';

/** Value of an uplink that the report states not to exist; a device with another cable may no longer know its uplink. */
const NONE = '';
const UPLINK_COLUMNS: ReadonlySet<string> = new Set(['uplink_mac', 'uplink_port']);

/**
 * Figures of a report by column, with SQL type and value. A figure that the report omits is undefined and
 * keeps its stored value.
 */
const FIGURES: Readonly<
  Record<
    string,
    { readonly type: string; value(message: StatUpdate['message'], update: StatUpdate): unknown }
  >
> = {
  cpu: { type: 'real', value: ({ cpu }) => cpu },
  mem: { type: 'real', value: ({ mem }) => mem },
  uptime_seconds: {
    type: 'bigint',
    value: ({ uptimeSeconds }) => uptimeSeconds && Math.round(uptimeSeconds),
  },
  clients: { type: 'integer', value: ({ clients }) => clients },
  ip: { type: 'text', value: ({ nets }) => nets?.ip },
  vlan: { type: 'integer', value: ({ nets }) => nets?.vlan },
  uplink_mac: { type: 'text', value: ({ nets }) => nets && (nets.uplinkMac ?? NONE) },
  uplink_port: { type: 'text', value: ({ nets }) => nets && (nets.uplinkPort ?? NONE) },
  ports: { type: 'jsonb', value: ({ ports }) => ports },
  radios: { type: 'jsonb', value: ({ radios }) => radios },
  radios_at: { type: 'timestamptz', value: (_, update) => getSampleTime(update, 'radios') },
  wans: { type: 'jsonb', value: ({ wans }) => wans },
  wans_at: { type: 'timestamptz', value: (_, update) => getSampleTime(update, 'wans') },
  dhcp_pools: { type: 'jsonb', value: ({ dhcpPools }) => dhcpPools },
  dhcp_pools_at: { type: 'timestamptz', value: (_, update) => getSampleTime(update, 'dhcpPools') },
  backhaul: { type: 'jsonb', value: ({ backhaul }) => backhaul },
  backhaul_at: { type: 'timestamptz', value: (_, update) => getSampleTime(update, 'backhaul') },
  bridge: { type: 'jsonb', value: ({ bridge }) => bridge },
  bridge_at: { type: 'timestamptz', value: (_, update) => getSampleTime(update, 'bridge') },
  recorder: { type: 'jsonb', value: ({ recorder }) => recorder },
  recorder_at: { type: 'timestamptz', value: (_, update) => getSampleTime(update, 'recorder') },
  camera: { type: 'jsonb', value: ({ camera }) => camera },
  camera_at: { type: 'timestamptz', value: (_, update) => getSampleTime(update, 'camera') },
  clock_difference_seconds: { type: 'double precision', value: getClockDifference },
  nearby_networks: { type: 'jsonb', value: ({ nearbyNetworks }) => nearbyNetworks },
  nearby_channels: { type: 'jsonb', value: ({ nearbyChannels }) => nearbyChannels },
  nearby_networks_at: { type: 'timestamptz', value: (_, update) => getSampleTime(update, 'nearbyNetworks') },
};
/** Columns of which a report replaces parts, with their value after it. */
const MERGED_COLUMNS: Readonly<Record<string, string>> = {
  nearby_networks: MERGED_NETWORKS,
  nearby_channels: MERGED_CHANNELS,
};

type Nearby = ReturnType<typeof mergeNearby>;

/** Returns what a scan received with its time, which the entries keep when later scans listen on other channels. */
function addScanTimes({ message, ...update }: StatUpdate): Nearby {
  const at = getPartTime({ message, ...update }, 'nearbyNetworks');
  const { nearbyChannels, nearbyNetworks = nearbyChannels && [] } = message;
  return {
    ...(nearbyNetworks && { nearbyNetworks: nearbyNetworks.map((network) => ({ ...network, at })) }),
    ...(nearbyChannels && { nearbyChannels: nearbyChannels.map((channel) => ({ ...channel, at })) }),
  };
}

/** Returns the difference of the clock of a device (s): as it reports it, or as its messages show it. */
function getClockDifference(
  { camera, recorder }: StatUpdate['message'],
  { clockDifferenceMs }: StatUpdate,
): number | undefined {
  const measured = clockDifferenceMs === undefined ? undefined : clockDifferenceMs / 1000;
  return (camera ?? recorder)?.clockDifferenceSeconds ?? measured;
}

/** Returns the sample time of a part that many reports omit; undefined for an omitted part. */
function getSampleTime(update: StatUpdate, part: TimedPart): Date | undefined {
  return update.message[part] && new Date(getPartTime(update, part));
}

const COLUMNS = Object.keys(FIGURES);
const formatUpdate = (column: string): string => {
  const merged = MERGED_COLUMNS[column];
  if (merged !== undefined) return merged;
  const latest = `coalesce(excluded.${column}, kept.${column})`;
  return UPLINK_COLUMNS.has(column) ? `nullif(${latest}, '${NONE}')` : latest;
};
/** A device without an earlier row has no uplink to remove. */
const formatInsert = (column: string): string =>
  UPLINK_COLUMNS.has(column)
    ? `case when earlier.device_id is null then nullif(fresh.${column}, '${NONE}') else fresh.${column} end`
    : `fresh.${column}`;
const figures = Object.entries(FIGURES);

// Uses one prepared statement for batches of any size. The rows of a batch have a fixed order, so that two
// batches with the same devices cannot deadlock.
const SAVE = `/* prepared: stats-save */
with written as (
  insert into device_state as kept (device_id, project_id, ${COLUMNS.join(', ')}, reported_at)
  select fresh.device_id, devices.project_id, ${COLUMNS.map(formatInsert).join(', ')}, fresh.reported_at
  from jsonb_to_recordset($1::jsonb) as fresh(
    device_id text, ${figures.map(([column, { type }]) => `${column} ${type}`).join(', ')}, reported_at timestamptz)
  join devices on devices.id = fresh.device_id
  left join device_state as earlier on earlier.device_id = fresh.device_id
  order by fresh.device_id
  on conflict (device_id) do update set
    ${COLUMNS.map((column) => `${column} = ${formatUpdate(column)}`).join(', ')},
    reported_at = excluded.reported_at
  where kept.reported_at <= excluded.reported_at
  returning project_id, device_id
)
select project_id, array_agg(device_id) as devices from written group by project_id`;

const RESOURCES: readonly LiveResource[] = ['devices'];

/**
 * Stores current figures in one statement. Of several reports of a device, the newest value of each figure is
 * stored.
 */
export async function saveStats(
  db: Db,
  updates: readonly StatUpdate[],
): Promise<readonly AffectedResources[]> {
  const rows = new Map<string, Record<string, unknown>>();
  const scans = new Map<string, Nearby>();
  for (const update of updates.toSorted((one, other) => one.sampledAt - other.sampledAt)) {
    const { deviceId, message, sampledAt } = update;
    let row = rows.get(deviceId);
    if (!row) rows.set(deviceId, (row = { device_id: deviceId }));
    const scan = addScanTimes(update);
    const hasScan = scan.nearbyNetworks !== undefined;
    if (hasScan) scans.set(deviceId, mergeNearby(scans.get(deviceId) ?? {}, scan));
    const merged = { ...message, ...(hasScan && scans.get(deviceId)) };
    for (const [column, figure] of figures) {
      const value = figure.value(merged, { ...update, message: merged });
      if (value !== undefined) row[column] = value;
    }
    row['reported_at'] = new Date(sampledAt);
  }
  const { rows: affected } = await db.executeQuery(
    CompiledQuery.raw(SAVE, [JSON.stringify([...rows.values()])]),
  );
  return (affected as { project_id: number; devices: string[] }[]).map(
    ({ devices, project_id: projectId }) => ({ projectId, resources: RESOURCES, rows: { devices } }),
  );
}
