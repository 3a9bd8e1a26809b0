import { setTimeout as wait } from 'node:timers/promises';
import { configPush, topics } from '@northlight/contract/device-protocol';
import { type BenchDevice, type BenchWorld, startBenchWorld } from './bench-world.ts';
import { sumCpuSeconds } from './cpu.ts';
import { type Figure, formatMilliseconds, computeQuantile } from './figure.ts';

const IN_FLIGHT = 16;
const PUSHES_EACH = 40;
const BACKGROUND_DEVICES = 120;
const MESSAGES_PER_SECOND = 2000;
const FLOOR_ROUNDS = 300;
const RATIO_GOAL = 4;
/** Duration for which the reports run alone, to measure their cost. */
const BACKGROUND_MS = 2000;

/**
 * Returns the duration of one push (ms): the PUT, the configuration at the device, its report, and the commit
 * of that report.
 */
async function push({ browser }: BenchWorld, target: BenchDevice, baseVersion: number): Promise<number> {
  const start = performance.now();
  const arrived = target.device.next();
  const vlan = { id: 10 + baseVersion, name: `V${baseVersion}`, ip: '10.9.0.1', prefix: 24, ports: [] };
  const params = { projectId: target.projectId };
  await browser.call('networkConfigApply', {
    params,
    body: { baseVersion, config: { vlans: [vlan], dhcpPools: [] } },
  });
  const { rev, hash } = configPush.parse((await arrived).payload);
  await target.device.publish(topics.up(target.id, 'cfg'), { rev, hash, status: 'applied' });
  return performance.now() - start;
}

async function pushMany(world: BenchWorld, target: BenchDevice, from: number): Promise<number[]> {
  const samples: number[] = [];
  for (let count = 0; count < PUSHES_EACH; count++) samples.push(await push(world, target, from + count));
  return samples;
}

/**
 * Measures the lower bound: one durable commit and one plain MQTT round trip (a publish without checks and
 * storage).
 */
async function measureLowerBound({ db }: BenchWorld, target: BenchDevice): Promise<number[]> {
  const samples: number[] = [];
  for (let count = 0; count < FLOOR_ROUNDS; count++) {
    const start = performance.now();
    await db
      .insertInto('limit_keys')
      .values({ key: `bench:${count}` })
      .execute();
    await new Promise<void>((resolve) => {
      target.device.client.once('packetreceive', () => resolve());
      target.device.client.sendPing();
    });
    samples.push(performance.now() - start);
  }
  return samples;
}

/**
 * Sends reports of other devices at a steady rate. Returns a function that stops them and resolves to their
 * number.
 */
function startReports(targets: readonly BenchDevice[]): () => Promise<{ sent: number; seconds: number }> {
  const start = performance.now();
  let sent = 0;
  const stopping = new AbortController();
  const worker = async (): Promise<void> => {
    const pending = new Set<Promise<void>>();
    while (!stopping.signal.aborted) {
      const due = Math.floor(((performance.now() - start) / 1000) * MESSAGES_PER_SECOND);
      for (; sent < due && pending.size < 2000; sent++) {
        const target = targets[sent % targets.length];
        if (!target) break;
        const message = { session: target.session, seq: sent, ts: 0, cpu: sent % 100, mem: 50 };
        const publish = target.device
          .publish(topics.up(target.id, 'stat'), message)
          .finally(() => pending.delete(publish));
        pending.add(publish);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await Promise.all(pending);
  };
  const working = worker();
  return async () => {
    stopping.abort();
    await working;
    return { sent, seconds: (performance.now() - start) / 1000 };
  };
}

/**
 * P6: measures configuration pushes, one at a time and sixteen in flight, during reports of other devices.
 */
export async function measurePush(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const targets: BenchDevice[] = [];
  for (let count = 0; count < IN_FLIGHT; count++) targets.push(await world.addDevice('NL-GW10'));
  const others: BenchDevice[] = [];
  for (let count = 0; count < BACKGROUND_DEVICES; count++) others.push(await world.addDevice('NL-AP6C'));
  const [first] = targets;
  if (!first) return [];
  await pushMany(world, first, 0);
  const bare = await measureLowerBound(world, first);
  const alone = await pushMany(world, first, PUSHES_EACH);
  const stop = startReports(others);
  const idle = sumCpuSeconds(world.product);
  await wait(BACKGROUND_MS);
  const before = sumCpuSeconds(world.product);
  const start = performance.now();
  const together = (
    await Promise.all(
      targets.map((target) => pushMany(world, target, target === first ? 2 * PUSHES_EACH : 0)),
    )
  ).flat();
  const elapsed = (performance.now() - start) / 1000;
  const after = sumCpuSeconds(world.product);
  const { sent, seconds } = await stop();
  // Subtracts the cost of the reports.
  const share = elapsed / (BACKGROUND_MS / 1000);
  const server = after.server - before.server - share * (before.server - idle.server);
  const postgres = after.postgres - before.postgres - share * (before.postgres - idle.postgres);
  const perPush = (cpu: number): string => formatMilliseconds((1000 * cpu) / together.length);
  const floorP99 = computeQuantile(bare, 0.99);
  const describe = (samples: readonly number[]): string =>
    `p50 ${formatMilliseconds(computeQuantile(samples, 0.5))}, p99 ${formatMilliseconds(computeQuantile(samples, 0.99))}, floor p50 ${formatMilliseconds(computeQuantile(bare, 0.5))}, p99 ${formatMilliseconds(floorP99)}, ratio of p99 ${(computeQuantile(samples, 0.99) / floorP99).toFixed(1)}×`;
  const rate = together.length / elapsed;
  return [
    {
      id: 'P6',
      text: `single pushes: ${describe(alone)}`,
      goal: `${RATIO_GOAL}×`,
      reached: computeQuantile(alone, 0.99) <= RATIO_GOAL * floorP99,
    },
    {
      id: 'P6',
      text: `${IN_FLIGHT} in flight beside ${(sent / seconds).toFixed(0)} messages/s: ${describe(together)}`,
      goal: `${RATIO_GOAL}×`,
      reached: computeQuantile(together, 0.99) <= RATIO_GOAL * floorP99,
    },
    {
      id: 'P6',
      text: `${rate.toFixed(0)} pushes/s; ${(together.length / server).toFixed(0)} per second and core of the server; per push ${perPush(server)} of the server and ${perPush(postgres)} of PostgreSQL`,
      goal: '500 pushes/s and core',
      reached: together.length / server >= 500,
    },
  ];
}
