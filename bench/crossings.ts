/**
 * Detects data that crosses from one tenant to another: messages that devices receive (`fleet.ts` checks each topic),
 * stored reports (a trigger checks each written row), and events sent to open pages.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { topics } from '@northlight/contract/device-protocol';
import { liveChange, LIVE_PATH } from '@northlight/contract';
import type { SimulatedDevice } from '@northlight/simulator';
import { sql } from 'kysely';
import type { Db } from '../packages/server/src/platform/db/database.ts';
import type { Fleet, FleetProject } from './fleet.ts';

const CYCLE_MS = 500;
const PAUSE_MS = 200;

export interface CrossTenantCounts {
  /** Acknowledged reports of devices, and events sent to pages. */
  stored: number;
  sent: number;
  /** Number of events that belong to a project other than that of the page. */
  foreign: number;
}

/**
 * Every device of the fleet reports a unique management address: a row with another address contains a
 * foreign report. The trigger checks every commit, including commits that the next commit overwrites.
 */
export async function watchRows(db: Db, { projects, site }: Fleet): Promise<() => Promise<number>> {
  const addresses = new Map(site.devices.map(({ spec }) => [spec.sn, spec.ip] as const));
  const rows = projects.flatMap(({ devices }) =>
    devices.map(({ id, sn }) => ({ device_id: id, ip: addresses.get(sn) })),
  );
  await sql`create table bench_address (device_id text primary key, ip text not null)`.execute(db);
  await sql`create table bench_foreign (device_id text not null, ip text)`.execute(db);
  await sql`insert into bench_address select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as fresh(device_id text, ip text)`.execute(db);
  await sql`create function bench_look() returns trigger language plpgsql as $$ begin
    insert into bench_foreign select new.device_id, new.ip from bench_address
      where device_id = new.device_id and ip is distinct from new.ip;
    return null; end $$`.execute(db);
  await sql`create trigger bench_look after insert or update on device_state
    for each row execute function bench_look()`.execute(db);
  return async () => {
    const { rows: found } = await sql<{
      count: number;
    }>`select count(*)::int as count from bench_foreign`.execute(db);
    return found[0]?.count ?? Number.NaN;
  };
}

/** Lets each device report, and request and receive the time, twice a second while it is online. */
export async function exchangeMessages(
  { connections, projects, site }: Fleet,
  crossings: CrossTenantCounts,
  running: () => boolean,
): Promise<void> {
  const ids = new Map(projects.flatMap(({ devices }) => devices.map(({ id, sn }) => [sn, id] as const)));
  const one = async (device: SimulatedDevice, index: number): Promise<void> => {
    const id = ids.get(device.sn) ?? '';
    await wait((index % 100) * (CYCLE_MS / 100));
    for (let count = 0; running(); count++) {
      const next = performance.now() + CYCLE_MS;
      if (device.online) {
        const { nets } = device.describe();
        if (await device.link.report('stat', { cpu: count % 100, mem: 50, nets })) crossings.stored++;
        await connections
          .get(id)
          ?.publish(topics.upRequest(id, `bench-${count}`), JSON.stringify({ kind: 'time' }))
          .catch(() => undefined);
      }
      await wait(Math.max(1, next - performance.now()));
    }
  };
  await Promise.all(site.devices.map(one));
}

/** Keeps the live stream of each project open; reopens it when it ends. */
export async function watchProjects(
  projects: readonly FleetProject[],
  crossings: CrossTenantCounts,
  running: () => boolean,
  stop: AbortSignal,
): Promise<void> {
  const page = async ({ id, owner }: FleetProject): Promise<void> => {
    for (; running(); await wait(PAUSE_MS)) {
      const response = await owner
        .fetch(`${LIVE_PATH}?projectId=${id}`, { signal: stop })
        .catch(() => undefined);
      if (response?.ok && response.body) await read(response.body, id).catch(() => undefined);
    }
  };
  const read = async (body: AsyncIterable<Uint8Array>, projectId: number): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body) {
      const lines = (text + decoder.decode(chunk, { stream: true })).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: {')) continue;
        crossings.sent++;
        const change = liveChange.parse(JSON.parse(line.slice('data: '.length)));
        if ((change.projectId ?? projectId) !== projectId) crossings.foreign++;
      }
    }
  };
  await Promise.all(projects.map(page));
}
