import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestBrowser } from '@northlight/server/testing';
import { startBenchWorld } from './bench-world.ts';
import { type Figure, formatMilliseconds, formatSeconds, computeQuantile } from './figure.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { signUp } from './sign-up.ts';
import { waitUntil } from './restart-storm.ts';

const CONNECTIONS = 2_000;
/**
 * Number of connections per address, below the limit of unfinished handshakes, so that none is refused at
 * once.
 */
const PER_ADDRESS = 200;
const CLOSED_GOAL_MS = 15_000;
const TENANTS = 5;
const DEVICES_EACH = 20;
const ALONE_MS = 10_000;
const PAUSE_MS = 20;
const MAX_RATIO = 2;
const MAX_MORE_MS = 20;
/** Beginning of a ClientHello whose rest is never sent. */
const HALF_HELLO = Buffer.from('16030100c8010000c40303', 'hex');

/**
 * Opens 2,000 TLS connections that never finish their handshake, half of them at each listener for devices.
 * Meanwhile 100 devices are connected by TLS, and a signed-in account uses the console.
 */
export async function measureHalfOpenConnections(): Promise<Figure[]> {
  await using world = await startBenchWorld({ NORTHLIGHT_UCENTRAL_PORT: '0' });
  const { dataDirectory, env } = world.product;
  const ca = readFileSync(join(dataDirectory, 'tls', 'authority.pem'), 'utf8');
  const mqttsPort = Number(env['NORTHLIGHT_MQTTS_PORT']);
  const owners: TestBrowser[] = [];
  for (let tenant = 0; tenant < TENANTS; tenant++)
    owners.push(await signUp(world, `tenant${tenant}@example.com`));
  await using fleet = await startFleet(world, owners, DEVICES_EACH, { port: mqttsPort, ca });
  await waitUntil(() => fleet.site.devices.every(({ link }) => link.online));

  const [project] = fleet.projects;
  const [owner] = owners;
  if (!project || !owner) throw new Error('There is no project.');
  const ask = () => owner.call('deviceList', { params: { projectId: project.id } });
  const alone = await measureRequests(ask, wait(ALONE_MS));
  const connected = new Map(fleet.connections);
  const closing = openHalf([mqttsPort, Number(env['NORTHLIGHT_UCENTRAL_PORT'])]);
  const during = await measureRequests(ask, closing);
  const closed = await closing;
  const late = closed.filter((ms) => ms > CLOSED_GOAL_MS).length;
  const lost = countLost(fleet, connected);
  const [before, after] = [computeQuantile(alone, 0.95), computeQuantile(during, 0.95)];
  return [
    {
      id: 'half-open',
      text: `${CONNECTIONS} half-open TLS connections: the first closed after ${formatSeconds(Math.min(...closed))}, the last after ${formatSeconds(Math.max(...closed))}, ${late} late; ${lost} of ${fleet.site.devices.length} devices lost their connection`,
      goal: `${formatSeconds(CLOSED_GOAL_MS)}, 0 lost`,
      reached: late === 0 && lost === 0,
    },
    {
      id: 'half-open',
      text: `meanwhile the console's p95 ${formatMilliseconds(after)}, without ${formatMilliseconds(before)}, ${during.length} requests`,
      goal: `${MAX_RATIO}× or +${formatMilliseconds(MAX_MORE_MS)}`,
      reached: after <= before * MAX_RATIO || after <= before + MAX_MORE_MS,
    },
  ];
}

/** Opens the connections. Returns the times until the server closed each (ms), at most twice the goal. */
async function openHalf(ports: readonly number[]): Promise<number[]> {
  const times = Array.from({ length: CONNECTIONS }, (_, index) => {
    const address = `127.0.1.${1 + Math.floor(index / PER_ADDRESS)}`;
    return measureUntilClosed(
      connect({ port: ports[index % ports.length] ?? 0, host: '127.0.0.1', localAddress: address }),
    );
  });
  return Promise.all(times);
}

function measureUntilClosed(socket: Socket): Promise<number> {
  const start = performance.now();
  return new Promise((resolve) => {
    socket.setTimeout(2 * CLOSED_GOAL_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('connect', () => socket.write(HALF_HELLO));
    socket.once('close', () => resolve(performance.now() - start));
  });
}

/** Returns the durations in ms of requests that are sent until `end`. */
async function measureRequests(ask: () => Promise<unknown>, end: Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  const state = { over: false };
  const ended = end.finally(() => (state.over = true));
  while (!state.over) {
    const start = performance.now();
    await ask();
    samples.push(performance.now() - start);
    await wait(PAUSE_MS);
  }
  await ended;
  return samples;
}

/** Counts the devices that are offline or had to connect again. */
const countLost = ({ connections, site }: Fleet, before: ReadonlyMap<string, unknown>): number =>
  site.devices.filter(({ link }) => !link.online).length +
  [...before].filter(([id, connection]) => connections.get(id) !== connection).length;
