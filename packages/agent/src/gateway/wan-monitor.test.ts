import { type WanStat, wanStats } from '@northlight/contract/device-protocol';
import { SteppedClock } from '@northlight/runtime';
import { afterEach, expect, it } from 'vitest';
import { passTime } from '../testing/index.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import type { WanReadout } from './wan-figures.ts';
import { WanMonitor } from './wan-monitor.ts';

const LEASED: WanStat = {
  id: 'wan1',
  up: true,
  inUse: true,
  ip: '203.0.113.57',
  prefix: 24,
  gateway: '203.0.113.1',
  dns: ['192.168.1.1', '9.9.9.9'],
};
const readout = (stat: Partial<WanStat> = {}): WanReadout => ({
  stat: { ...LEASED, ...stat },
  device: 'wan1',
});
const PING_MS = 5_000;
const stops: (() => PromiseLike<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A monitor whose ping program answers as `roundTrip` decides: a time (ms), undefined for a loss, or an error. */
function createMonitor(roundTrip: (target: string, device: string) => number | Error | undefined) {
  const clock = new SteppedClock(1_800_000_000_000);
  const world = { readouts: [readout()], warnings: 0 };
  const run: RunProgram = async (argv) => {
    const target = argv.at(-1) ?? '';
    const answer = roundTrip(target, argv[argv.indexOf('-I') + 1] ?? '');
    if (answer instanceof Error) throw answer;
    if (answer === undefined)
      throw new CommandFailed(argv, 'failed', '1 packets transmitted, 0 received, 100% packet loss');
    return `64 bytes from ${target}: icmp_seq=1 ttl=64 time=${answer} ms\n1 packets transmitted, 1 received`;
  };
  const log = { info: () => undefined, warn: () => void world.warnings++ };
  const monitor = new WanMonitor({ clock, log, run, read: () => Promise.resolve(world.readouts) });
  stops.push(() => monitor[Symbol.asyncDispose]());
  return {
    world,
    wait: (ms: number) => passTime(clock, ms),
    read: async () => {
      const [first] = wanStats.parse(await monitor.read());
      return first;
    },
  };
}

it('reports no figures before the first measurement', async () => {
  const { read } = createMonitor(() => 1);
  expect(await read()).toEqual({ ...LEASED, upSeconds: 0 });
});

it('measures the gateway and the first public name server over the port', async () => {
  const devices = new Set<string>();
  const { read, wait } = createMonitor((target, device) => {
    devices.add(device);
    return target === '203.0.113.1' ? 1.5 : 12;
  });
  await read();
  await wait(3 * PING_MS);
  expect(await read()).toMatchObject({
    upSeconds: 15,
    gatewayPing: { target: '203.0.113.1', sent: 3, lost: 0, latencyMs: 1.5 },
    internetPing: { target: '9.9.9.9', sent: 3, lost: 0, latencyMs: 12 },
  });
  expect(devices).toEqual(new Set(['wan1']));
});

it('counts the last 60 requests, with the median of the answered ones', async () => {
  const answers: (number | undefined)[] = [
    ...Array.from({ length: 10 }, () => 900),
    ...Array.from({ length: 15 }, () => undefined),
    ...Array.from({ length: 44 }, () => 20),
    4_000,
  ];
  let next = 0;
  const { read, wait } = createMonitor((target) => (target === '203.0.113.1' ? answers[next++] : 1));
  await read();
  await wait(70 * PING_MS);
  expect((await read())?.gatewayPing).toEqual({
    target: '203.0.113.1',
    sent: 60,
    lost: 15,
    latencyMs: 20,
  });
});

it('counts requests without a route as lost', async () => {
  const unreachable = new CommandFailed(['ping'], 'ping: connect: Network is unreachable');
  const { read, wait, world } = createMonitor(() => unreachable);
  await read();
  await wait(2 * PING_MS);
  expect((await read())?.internetPing).toEqual({ target: '9.9.9.9', sent: 2, lost: 2 });
  expect(world.warnings).toBe(0);
});

it('reports no figures and logs one warning when ping cannot be started', async () => {
  const { read, wait, world } = createMonitor(() => new CommandFailed(['ping'], 'spawn ping ENOENT'));
  await read();
  await wait(5 * PING_MS);
  expect(await read()).toEqual({ ...LEASED, upSeconds: 25 });
  expect(world.warnings).toBe(1);
});

it('restarts the figures of a port whose address changes, and drops those of a port without an address', async () => {
  const { read, wait, world } = createMonitor(() => 2);
  await read();
  await wait(4 * PING_MS);
  world.readouts = [readout({ ip: '198.51.100.9', gateway: '198.51.100.1' })];
  const moved = await read();
  expect(moved?.upSeconds).toBe(0);
  expect(moved?.gatewayPing).toBeUndefined();
  expect(moved?.internetPing?.sent).toBe(4);
  world.readouts = [{ device: undefined, stat: { id: 'wan1', up: false, inUse: false } }];
  expect(await read()).toEqual({ id: 'wan1', up: false, inUse: false });
  world.readouts = [readout()];
  expect(await read()).toEqual({ ...LEASED, upSeconds: 0 });
});

it('measures a public resolver on a line without a gateway and without a public name server', async () => {
  const { read, wait, world } = createMonitor(() => 9);
  const { dns: _, gateway: __, ...line } = { ...LEASED, prefix: 32 };
  world.readouts = [{ stat: line, device: 'ppp-wan0' }];
  await read();
  await wait(PING_MS);
  const found = await read();
  expect(found?.gatewayPing).toBeUndefined();
  expect(found?.internetPing?.target).toBe('1.1.1.1');
});
