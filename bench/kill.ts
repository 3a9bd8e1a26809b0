import { setTimeout as wait } from 'node:timers/promises';
import { configPush, topics } from '@northlight/contract/device-protocol';
import { createProject, RawDevice } from '@northlight/server/testing';
import { listProcesses, type Product } from '../tests/process/running-product.ts';
import { type BenchDevice, type BenchWorld, startBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';

const ROUNDS = 5;
const WRITERS = 4;
const BEFORE_KILL_MS = 700;
const GOAL_MS = 6_000;

const VICTIMS = {
  'the server': ({ product }: BenchWorld) => [product.serverPid()],
  PostgreSQL: ({ product }: BenchWorld) => [findPostgresPid(product)],
  both: ({ product }: BenchWorld) => [product.serverPid(), findPostgresPid(product)],
} as const;

const findPostgresPid = ({ dataDirectory }: Product): number | undefined =>
  listProcesses(dataDirectory).find(({ command }) => command.includes('/bin/postgres -D'))?.pid;

/** Last acknowledgements: of a request by its response, of a report by its PUBACK. */
interface Writer {
  readonly projectId: number;
  readonly target: BenchDevice | undefined;
  version: number;
  confirmed: number;
}

/** Applies configurations until a request fails. A device of the project confirms each configuration. */
async function write({ browser }: BenchWorld, writer: Writer, device: RawDevice | undefined): Promise<void> {
  const closed = new Promise<undefined>((resolve) => device?.client.once('close', () => resolve(undefined)));
  for (;;) {
    const next = writer.version + 1;
    const vlan = { id: 10 + (next % 4000), name: `V${next}`, ip: '10.0.0.1', prefix: 24, ports: [] };
    try {
      const arrived = device?.next();
      await browser.call('networkConfigApply', {
        params: { projectId: writer.projectId },
        body: { baseVersion: writer.version, config: { vlans: [vlan], dhcpPools: [] } },
      });
      writer.version = next;
      if (!device || !arrived || !writer.target) continue;
      const message = await Promise.race([arrived, closed]);
      if (!message) return;
      const { hash, rev } = configPush.parse(message.payload);
      await Promise.race([
        device.publish(topics.up(writer.target.id, 'cfg'), { rev, hash, status: 'applied' }),
        closed.then(() => Promise.reject(new Error('closed'))),
      ]);
      writer.confirmed = rev;
    } catch {
      return;
    }
  }
}

/** Returns the time (ms) until a session request succeeds again, which needs server and database. */
async function measureUntilServing({ browser }: BenchWorld, projectId: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    const read = await browser.call('networkConfigGet', { params: { projectId } }).catch(() => undefined);
    if (read) return performance.now() - start;
    await wait(20);
  }
}

/** P9: sends SIGKILL under load, and checks that no acknowledged data is lost and the server serves again. */
export async function measureKill(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const { browser, db, product } = world;
  const port = Number(product.env['NORTHLIGHT_MQTT_PORT']);
  const writers: Writer[] = [];
  for (let count = 0; count < WRITERS; count++) {
    const target = count % 2 === 0 ? await world.addDevice('NL-GW5') : undefined;
    const projectId = target?.projectId ?? (await createProject(browser)).id;
    writers.push({ projectId, target, version: 0, confirmed: 0 });
    await target?.device[Symbol.asyncDispose]();
  }
  const figures: Figure[] = [];
  for (const [name, victims] of Object.entries(VICTIMS)) {
    let slowestMs = 0;
    let lost = 0;
    const before = writers.reduce((sum, { version }) => sum + version, 0);
    for (let round = 0; round < ROUNDS; round++) {
      await using devices = new AsyncDisposableStack();
      const working = writers.map(async (writer) => {
        const { target } = writer;
        const birth = { session: `r${round}`, cfgRev: writer.confirmed };
        const device = target && (await RawDevice.online(port, target.base, target.credential, birth));
        if (device) devices.use(device);
        return write(world, writer, device);
      });
      await wait(BEFORE_KILL_MS);
      for (const pid of victims(world)) {
        if (!pid) throw new Error(`${name} is not there to be killed`);
        process.kill(pid, 'SIGKILL');
      }
      await Promise.all(working);
      slowestMs = Math.max(slowestMs, await measureUntilServing(world, writers[0]?.projectId ?? 0));
      for (const writer of writers) {
        const { version } = await browser.call('networkConfigGet', {
          params: { projectId: writer.projectId },
        });
        if (version < writer.version) lost++;
        writer.version = version;
        if (!writer.target) continue;
        const row = await db
          .selectFrom('devices')
          .select('reported_rev')
          .where('id', '=', writer.target.id)
          .executeTakeFirst();
        if ((row?.reported_rev ?? 0) < writer.confirmed) lost++;
      }
    }
    const acknowledged = writers.reduce((sum, { version }) => sum + version, 0) - before;
    figures.push({
      id: 'P9',
      text: `kill -9 of ${name}, ${ROUNDS} times under load: ${lost} of ${acknowledged} acknowledged writes lost, serving again within ${(slowestMs / 1000).toFixed(1)} s`,
      goal: '0 lost, 6 s',
      reached: lost === 0 && slowestMs <= GOAL_MS,
    });
  }
  return figures;
}
