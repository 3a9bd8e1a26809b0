import type { LiveResource } from '@northlight/contract';
import type { AffectedResources, StatUpdate } from '@northlight/device-plane';
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Sample times of figures that many reports omit. */
interface SampleTimes {
  readonly radiosAt: Date;
  readonly wansAt: Date;
}

/**
 * Figures of a report by column, with SQL type and value. A figure that the report omits is undefined and
 * keeps its stored value.
 */
const FIGURES: Readonly<
  Record<
    string,
    { readonly type: string; value(message: StatUpdate['message'], times: SampleTimes): unknown }
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
  uplink_mac: { type: 'text', value: ({ nets }) => nets?.uplinkMac },
  uplink_port: { type: 'text', value: ({ nets }) => nets?.uplinkPort },
  ports: { type: 'jsonb', value: ({ ports }) => ports },
  radios: { type: 'jsonb', value: ({ radios }) => radios },
  // The radio figures have a sample time of their own, because many reports omit them.
  radios_at: { type: 'timestamptz', value: ({ radios }, { radiosAt }) => radios && radiosAt },
  wans: { type: 'jsonb', value: ({ wans }) => wans },
  wans_at: { type: 'timestamptz', value: ({ wans }, { wansAt }) => wans && wansAt },
};
const COLUMNS = Object.keys(FIGURES);
const figures = Object.entries(FIGURES);

// Uses one prepared statement for batches of any size. Its rows have a fixed order, so that two batches with
// the same devices cannot deadlock.
const SAVE = `/* prepared: stats-save */
with written as (
  insert into device_state as kept (device_id, project_id, ${COLUMNS.join(', ')}, reported_at)
  select fresh.device_id, devices.project_id, ${COLUMNS.map((column) => `fresh.${column}`).join(', ')}, fresh.reported_at
  from jsonb_to_recordset($1::jsonb) as fresh(
    device_id text, ${figures.map(([column, { type }]) => `${column} ${type}`).join(', ')}, reported_at timestamptz)
  join devices on devices.id = fresh.device_id
  order by fresh.device_id
  on conflict (device_id) do update set
    ${COLUMNS.map((column) => `${column} = coalesce(excluded.${column}, kept.${column})`).join(', ')},
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
  for (const { deviceId, message, radiosAt, sampledAt, wansAt } of updates.toSorted(
    (one, other) => one.sampledAt - other.sampledAt,
  )) {
    let row = rows.get(deviceId);
    if (!row) rows.set(deviceId, (row = { device_id: deviceId }));
    const times = { radiosAt: new Date(radiosAt ?? sampledAt), wansAt: new Date(wansAt ?? sampledAt) };
    for (const [column, figure] of figures) {
      const value = figure.value(message, times);
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
