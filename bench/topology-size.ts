import { drawRandomInt, HOUR_MS, SeededEntropy, SteppedClock } from '@northlight/runtime';
import { registerBaseDevices } from '@northlight/server';
import { createProject, createSampleDevice } from '@northlight/server/testing';
import { createMac } from '@northlight/simulator';
import { sql } from 'kysely';
import { saveNeighbours } from '../packages/server/src/devices/index.ts';
import { LocalBus } from '../packages/server/src/platform/bus/local-bus.ts';
import { saveLearnedAddresses, TopologyUpdater } from '../packages/server/src/topology/index.ts';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';

const SWITCHES = 20;
const PORTS = 24;
const CLIENTS = 2_000;
const DAYS = 30;
/** Rounds of reports per day; further reports of the same evidence renew the rows in place. */
const ROUNDS_PER_DAY = 4;
/** Changes per day of a site that is in use: moved cables, devices that go offline and return, and renamed devices. */
const DAILY = { moves: 3, outages: 10, renames: 1 } as const;
const HISTORY_TABLES = ['topology_links', 'topology_devices', 'topology_states'] as const;
/** Goal for a year of history. */
const YEAR_GOAL_BYTES = 10_000_000;
const KEPT_DAYS = 180;

/** Adds the devices of a site; returns their ids and MACs, the gateway and the core switch first. */
async function addDevices({ browser, db }: BenchWorld, projectId: number) {
  const models = ['NL-GW10', 'NL-CS24F', ...Array<string>(SWITCHES).fill('NL-SW24P')];
  for (let index = 0; index < SWITCHES * PORTS; index++)
    models.push(index % 3 === 0 ? 'NL-IPC4D' : 'NL-AP6C');
  const bases = models.map((model) => ({ ...createSampleDevice(), model }));
  await registerBaseDevices(db, bases, Date.now());
  const devices: { id: string; mac: string; hasLldp: boolean }[] = [];
  for (const { claimCode, mac, model, sn } of bases) {
    const { id } = await browser.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
    devices.push({ id, mac, hasLldp: model !== 'NL-IPC4D' });
  }
  await sql`insert into device_state (device_id, project_id, reported_at)
    select id, project_id, now() from devices where project_id = ${projectId}`.execute(db);
  return devices;
}

/** TP-6: the size of the history of a network with 500 devices after 30 days, without space for later rows. */
export async function measureTopologySize(): Promise<Figure[]> {
  await using world = await startBenchWorld({ NORTHLIGHT_ROLES: 'api' });
  const { browser, db } = world;
  const { id: projectId } = await createProject(browser);
  const devices = await addDevices(world, projectId);
  const entropy = new SeededEntropy(1);
  const clock = new SteppedClock(Date.now());
  const log = { error: () => undefined, warn: () => undefined };
  const updater = new TopologyUpdater({ bus: new LocalBus(log), clock, db, log });
  const [gateway, core, ...others] = devices;
  const [access, endpoints] = [others.slice(0, SWITCHES), others.slice(SWITCHES)];
  const clients = Array.from({ length: CLIENTS }, () => createMac(entropy));
  /** Reports of every switch: `endpoints` are in the order of their ports. */
  const report = async (): Promise<void> => {
    const now = new Date(clock.now());
    const all: { port: string; mac: string }[] = [{ port: 'p25', mac: gateway?.mac ?? '' }];
    for (const [index, { id, mac }] of access.entries()) {
      const own = endpoints.slice(index * PORTS, (index + 1) * PORTS);
      const near = clients.slice(index * (CLIENTS / SWITCHES), (index + 1) * (CLIENTS / SWITCHES));
      const fdb = [
        { port: 'p25', mac: gateway?.mac ?? '' },
        ...own.map((each, port) => ({ port: `p${port + 1}`, mac: each.mac })),
        ...near.map((client, at) => ({ port: `p${(at % PORTS) + 1}`, mac: client })),
      ];
      const lldp = [
        { port: 'p25', peerMac: core?.mac ?? '', peerPort: `p${index + 1}` },
        ...own.flatMap(({ hasLldp, mac: peerMac }, port) =>
          hasLldp ? [{ port: `p${port + 1}`, peerMac }] : [],
        ),
      ];
      const message = { session: 'bench', seq: 1, ts: clock.now(), lldp, fdb };
      await saveLearnedAddresses(db, id, message, now);
      await saveNeighbours(db, id, message);
      for (const each of [{ mac }, ...fdb.slice(1)]) all.push({ port: `p${index + 1}`, mac: each.mac });
    }
    await saveLearnedAddresses(db, core?.id ?? '', { fdb: all }, now);
    const lan = all.slice(1).map(({ mac }) => ({ port: 'lan1', mac }));
    await saveLearnedAddresses(
      db,
      gateway?.id ?? '',
      { fdb: [{ port: 'lan1', mac: core?.mac ?? '' }, ...lan] },
      now,
    );
    await updater.processAll();
  };
  await report();
  const before = await measureBytes(world);
  for (let day = 0; day < DAYS; day++)
    for (let round = 0; round < ROUNDS_PER_DAY; round++) {
      await clock.advance((24 / ROUNDS_PER_DAY) * HOUR_MS);
      for (let client = 0; client < CLIENTS / 10; client++)
        clients[drawRandomInt(entropy, 0, CLIENTS - 1)] = createMac(entropy);
      if (round === 0) {
        for (let move = 0; move < DAILY.moves; move++) exchange(endpoints, entropy);
        await changeDevices(world, projectId, clock);
      }
      await report();
    }
  const after = await measureBytes(world);
  const daily = (after.history - before.history) / DAYS;
  return [
    {
      id: 'TP-6',
      text:
        `${devices.length} devices, ${DAYS} days with ${DAILY.moves * 2} moved devices, ${DAILY.outages} outages and ${DAILY.renames} new name a day: ` +
        `${Math.round(daily)} bytes of history a day, ${Math.round((daily * KEPT_DAYS) / 1000)} KB in the ${KEPT_DAYS} days that are kept; ` +
        `present links and devices ${Math.round(before.history / 1000)} KB, learned addresses of ${CLIENTS} clients ${Math.round(after.reports / 1000)} KB`,
      goal: `${YEAR_GOAL_BYTES / 1_000_000} MB a year`,
      reached: daily * 365 <= YEAR_GOAL_BYTES,
    },
  ];
}

/** Exchanges the ports of two devices. */
function exchange(items: unknown[], entropy: SeededEntropy): void {
  const [one, other] = [
    drawRandomInt(entropy, 0, items.length - 1),
    drawRandomInt(entropy, 0, items.length - 1),
  ];
  const [first, second] = [items[one], items[other]];
  if (first === undefined || second === undefined) return;
  [items[one], items[other]] = [second, first];
}

/** Stores outages and new names as the server does: the triggers of `devices` add the history. */
async function changeDevices({ db }: BenchWorld, projectId: number, clock: SteppedClock): Promise<void> {
  for (const [state, minutes] of [
    [9, 0],
    [0, 1],
    [1, 10],
  ] as const)
    await sql`update devices set state = ${state}, state_at = ${new Date(clock.now() + minutes * 60_000)}
      where id in (select id from devices where project_id = ${projectId} order by id limit ${DAILY.outages})`.execute(
      db,
    );
  await sql`update devices set name = name || '' || 'x', name_key = name_key || 'x'
    where id in (select id from devices where project_id = ${projectId} order by length(name), id limit ${DAILY.renames})`.execute(
    db,
  );
}

/** Returns the bytes of the history and of the latest reports, with their indexes. */
async function measureBytes({
  db,
}: BenchWorld): Promise<{ readonly history: number; readonly reports: number }> {
  const measure = async (table: string): Promise<number> => {
    await sql`vacuum full ${sql.table(table)}`.execute(db);
    const { rows } = await sql<{ bytes: string }>`select pg_total_relation_size(${table}) as bytes`.execute(
      db,
    );
    return Number(rows[0]?.bytes);
  };
  let history = 0;
  for (const table of HISTORY_TABLES) history += await measure(table);
  return { history, reports: await measure('topology_reports') };
}
