import type { LiveResource } from '@northlight/contract';
import type { StatUpdate, Touched } from '@northlight/device-plane';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Writes a batch of reports as one statement; of several reports of a device each figure's last value counts. */
export async function saveStats(db: Db, updates: readonly StatUpdate[]): Promise<readonly Touched[]> {
  const merged = new Map<string, ReturnType<typeof toRow>>();
  for (const update of updates) {
    const earlier = merged.get(update.deviceId);
    const given = Object.entries(toRow(update)).filter(([, value]) => value !== null);
    merged.set(update.deviceId, { ...(earlier ?? toRow(update)), ...Object.fromEntries(given) });
  }
  const rows = [...merged.values()];
  const touched = await sql<{ project_id: number }>`
    insert into device_state as kept (device_id, project_id, cpu, mem, uptime_seconds, clients, ip, vlan, uplink_mac, uplink_port, ports, reported_at)
    select fresh.device_id, devices.project_id, fresh.cpu, fresh.mem, fresh.uptime_seconds, fresh.clients, fresh.ip, fresh.vlan,
           fresh.uplink_mac, fresh.uplink_port, fresh.ports, fresh.reported_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh(
      device_id text, cpu real, mem real, uptime_seconds bigint, clients integer, ip text, vlan integer,
      uplink_mac text, uplink_port text, ports jsonb, reported_at timestamptz)
    join devices on devices.id = fresh.device_id
    order by fresh.device_id
    on conflict (device_id) do update set
      cpu = coalesce(excluded.cpu, kept.cpu), mem = coalesce(excluded.mem, kept.mem),
      uptime_seconds = coalesce(excluded.uptime_seconds, kept.uptime_seconds), clients = coalesce(excluded.clients, kept.clients),
      ip = coalesce(excluded.ip, kept.ip), vlan = coalesce(excluded.vlan, kept.vlan),
      uplink_mac = coalesce(excluded.uplink_mac, kept.uplink_mac), uplink_port = coalesce(excluded.uplink_port, kept.uplink_port),
      ports = coalesce(excluded.ports, kept.ports), reported_at = excluded.reported_at
    returning project_id`.execute(db);
  const resources: readonly LiveResource[] = ['devices'];
  return [...new Set(touched.rows.map((row) => row.project_id))].map((projectId) => ({
    projectId,
    resources,
  }));
}

const toRow = ({ deviceId, message, receivedAt }: StatUpdate) => ({
  device_id: deviceId,
  cpu: message.cpu ?? null,
  mem: message.mem ?? null,
  uptime_seconds: message.uptimeSeconds === undefined ? null : Math.round(message.uptimeSeconds),
  clients: message.clients ?? null,
  ip: message.nets?.ip ?? null,
  vlan: message.nets?.vlan ?? null,
  uplink_mac: message.nets?.uplinkMac ?? null,
  uplink_port: message.nets?.uplinkPort ?? null,
  ports: message.ports ?? null,
  reported_at: new Date(receivedAt).toISOString(),
});
