import { sql } from 'kysely';
import type { BenchWorld } from './bench-world.ts';

/**
 * Fills a project with copies of devices that were added to another one through the API, about `count`. Only one copy keeps
 * the role of the gateway, because a project has at most one. Each copy reports another device of the project as the one
 * above it: switches the gateway, all others a switch.
 */
export async function fillDevices(
  { db }: Pick<BenchWorld, 'db'>,
  from: number,
  projectId: number,
  count: number,
): Promise<void> {
  const { rows } = await sql<{ models: number }>`
    select count(*)::int as models from devices where project_id = ${from}`.execute(db);
  const each = Math.ceil(count / (rows[0]?.models ?? 1));
  await sql`insert into devices select (jsonb_populate_record(kept, jsonb_build_object(
      'id', left(md5(kept.id || number || ${projectId}::bigint), 22), 'project_id', ${projectId}::bigint,
      'role', case when number > 1 and kept.role = 'gateway' then 'access-point' else kept.role end,
      'sn', kept.sn || 'P' || ${projectId}::bigint || 'N' || number,
      'mac', '06:' || regexp_replace(left(md5(kept.sn || number || ${projectId}::bigint), 10), '(..)(?=.)', '\\1:', 'g'),
      'state', 1, 'waiting', false,
      'name', 'd' || number || kept.kind || right(kept.sn, 4), 'name_key', 'd' || number || kept.kind || right(kept.sn, 4)))).*
    from devices kept, generate_series(1, ${each}) number where kept.project_id = ${from}`.execute(db);
  await sql`
    with own as (
      select *, row_number() over (order by id) as place from devices where project_id = ${projectId}
    ), gateway as (
      select mac from own where role = 'gateway'
    ), switches as (
      select mac, row_number() over (order by id) - 1 as place from own where kind = 'switch'
    )
    insert into device_state (device_id, project_id, ip, vlan, cpu, mem, uptime_seconds, clients, uplink_mac, uplink_port, reported_at)
    select own.id, own.project_id, '10.0.' || (random() * 250)::int || '.' || (random() * 250)::int, 1, (random() * 100)::int,
      random() * 100, (random() * 1e6)::bigint, (random() * 60)::int,
      case when own.kind = 'switch' then (select mac from gateway) else switches.mac end,
      case when own.kind = 'switch' then 'lan1' else 'p' || (2 + own.place % 7) end, now()
    from own left join switches on switches.place = own.place % (select count(*) from switches)`.execute(db);
  await sql`analyze devices, device_state`.execute(db);
}
