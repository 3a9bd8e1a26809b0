/** R14: measures one stalled device and one stalled page among 1,000 connections and 24 open pages. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LIVE_PATH } from '@northlight/contract';
import { KEEPALIVE_SECONDS, topics } from '@northlight/contract/device-protocol';
import { type BenchDevice, type BenchWorld, startBenchWorld } from './bench-world.ts';
import { type Figure, formatMilliseconds, computeQuantile, formatSeconds } from './figure.ts';
import { createDevicesWithTokens } from './ingest.ts';
import { encodeConnect, encodePublish, encodeSubscribe } from './mqtt-wire.ts';
import { buildBirth, pollUntil } from '@northlight/server/testing';
import { type LoadDevice, startStatLoad } from './stat-load.ts';

/** Number of reporting devices of one project. */
const REPORTING = 300;
const RESTING = 700;
const PAGES = 24;
const SAMPLES = 40;
const DELAY_GOAL_MS = 100;
const DROP_GOAL_MS = 60_000;
/** Pause before each report of the probe: longer than LIVE_COALESCE_MS, so that each report gets its own event. */
const BETWEEN_MS = 1_100;

const listModels = (count: number): string[] => [
  'NL-GW10',
  ...Array.from({ length: count - 1 }, () => 'NL-AP6C'),
];

export async function measureSlowConsumers(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const busy = await createDevicesWithTokens(world, 1, listModels(REPORTING + 1));
  const resting = await createDevicesWithTokens(world, RESTING / 100, listModels(100));
  const [victim, ...reporting] = busy.devices as [LoadDevice, ...LoadDevice[]];
  const port = Number(world.product.env['NORTHLIGHT_MQTT_PORT']);
  using load = await startStatLoad(port, reporting);
  using _resting = await startStatLoad(port, resting.devices);
  const stop = new AbortController();
  const busyProject = busy.projectIds[0] ?? 0;
  const pages = await Promise.all(
    Array.from({ length: PAGES }, () => openPage(world, busyProject, stop.signal)),
  );
  const probe = await world.addDevice('NL-AP6C');
  const running = load.atRate(REPORTING, 3 * SAMPLES * BETWEEN_MS + DROP_GOAL_MS);
  void running.catch(() => undefined);
  await wait(3_000);

  const before = await measureDelays(world, probe, 0);
  using device = await freeze(port, createDeviceFrames(victim));
  using page = await freeze(Number(new URL(world.product.address).port), [
    formatPageRequest(world, busyProject),
  ]);
  const frozenAt = performance.now();
  const dropped = { device: Number.NaN, page: Number.NaN };
  const watching = Promise.allSettled([
    device.dropped.then(() => (dropped.device = performance.now() - frozenAt)),
    page.dropped.then(() => (dropped.page = performance.now() - frozenAt)),
  ]);
  const during = await measureDelays(world, probe, SAMPLES);
  await Promise.race([watching, wait(Math.max(0, DROP_GOAL_MS + 5_000 - (performance.now() - frozenAt)))]);
  stop.abort();
  const left = pages.filter(({ ended }) => ended()).length;
  const delay = (of: keyof Probed) => computeQuantile(during[of], 0.95) - computeQuantile(before[of], 0.95);
  const describeDelay = (of: keyof Probed) =>
    `p50 ${formatMilliseconds(computeQuantile(before[of], 0.5))} → ${formatMilliseconds(computeQuantile(during[of], 0.5))}, p95 ${formatMilliseconds(computeQuantile(before[of], 0.95))} → ${formatMilliseconds(computeQuantile(during[of], 0.95))}`;
  const figure = (text: string, goal: string, reached: boolean): Figure => ({
    id: 'R14',
    text,
    goal,
    reached,
  });
  return [
    figure(
      `${REPORTING + RESTING} devices and ${PAGES} pages, one of each stalled: a report acknowledged ${describeDelay('acknowledged')}; shown on a page ${describeDelay('shown')}; ${SAMPLES} samples each`,
      `< ${DELAY_GOAL_MS} ms later`,
      delay('acknowledged') < DELAY_GOAL_MS && delay('shown') < DELAY_GOAL_MS,
    ),
    figure(
      `the device is dropped after ${formatSeconds(dropped.device)}, the page after ${formatSeconds(dropped.page)} of ${REPORTING} changed rows a second; of ${PAGES} other pages ${left} were lost`,
      `≤ ${formatSeconds(DROP_GOAL_MS)}`,
      dropped.device <= DROP_GOAL_MS && dropped.page <= DROP_GOAL_MS && left === 0,
    ),
  ];
}

interface Probed {
  readonly acknowledged: readonly number[];
  readonly shown: readonly number[];
}

/**
 * Returns the time from reports of a device in a separate project to their acknowledgement and to an open
 * page (ms).
 */
async function measureDelays(
  world: BenchWorld,
  { device, id, projectId, session }: BenchDevice,
  from: number,
): Promise<Probed> {
  const stop = new AbortController();
  const page = await openPage(world, projectId, stop.signal);
  const [acknowledged, shown]: [number[], number[]] = [[], []];
  for (let count = from + 1; count <= from + SAMPLES; count++) {
    await wait(BETWEEN_MS);
    const clients = 3000 + count;
    const start = performance.now();
    const seen = page.receives(`"clientCount":${clients}`).then(() => shown.push(performance.now() - start));
    await device.publish(topics.up(id, 'stat'), { session, seq: count, ts: Date.now(), clients });
    acknowledged.push(performance.now() - start);
    await seen;
  }
  stop.abort();
  return { acknowledged, shown };
}

/** Opens a page that reads its events. */
async function openPage({ browser }: BenchWorld, projectId: number, signal: AbortSignal) {
  const answer = await browser.fetch(`${LIVE_PATH}?projectId=${projectId}`, { signal });
  if (!answer.ok) throw new Error(`A page was answered ${answer.status}.`);
  let [waitingFor, found]: [string | undefined, () => void] = [undefined, () => undefined];
  let ended = false;
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of answer.body ?? []) {
      const text = rest + decoder.decode(chunk as Uint8Array, { stream: true });
      if (waitingFor !== undefined && text.includes(waitingFor)) found();
      rest = text.slice(-64);
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => (ended = !signal.aborted));
  return {
    ended: () => ended,
    receives: (text: string) =>
      new Promise<void>((resolve) => {
        [waitingFor, found] = [text, resolve];
      }),
  };
}

const createDeviceFrames = ({ id, mac, model, session, sn, token }: LoadDevice): Buffer[] => [
  encodeConnect({ id, password: token, clean: true, keepaliveSeconds: KEEPALIVE_SECONDS }),
  encodeSubscribe(topics.downAll(id)),
  encodePublish(
    topics.up(id, 'birth'),
    1,
    JSON.stringify(buildBirth({ sn, mac, model, claimCode: '', secret: '' }, { session })),
  ),
];

const formatPageRequest = ({ browser, product }: BenchWorld, projectId: number): Buffer =>
  Buffer.from(
    `GET ${LIVE_PATH}?projectId=${projectId} HTTP/1.1\r\nHost: ${new URL(product.address).host}\r\nCookie: ${browser.cookieHeader}\r\n\r\n`,
  );

/**
 * Starts a process that sends a request, reads the first answer and is then stopped; `dropped` resolves when
 * the server has disconnected it.
 */
async function freeze(port: number, frames: readonly Buffer[]) {
  const args = [String(port), frames.map((frame) => frame.toString('base64')).join()];
  const child: ChildProcess = fork(fileURLToPath(new URL('./frozen-reader.ts', import.meta.url)), args);
  const [own] = (await once(child, 'message')) as [number];
  await wait(1_000);
  child.kill('SIGSTOP');
  return {
    dropped: pollUntil(() => !isOpen(port, own), 3 * DROP_GOAL_MS),
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}

/**
 * Returns true if the server still has a connection from this port. Linux lists both ends of a connection by
 * their ports.
 */
function isOpen(serverPort: number, ownPort: number): boolean {
  const [local, remote] = [serverPort, ownPort].map((port) =>
    port.toString(16).toUpperCase().padStart(4, '0'),
  );
  const pattern = new RegExp(`^\\s*\\d+: [0-9A-F]+:${local} [0-9A-F]+:${remote} 01 `, 'm');
  return ['/proc/net/tcp', '/proc/net/tcp6'].some((file) => pattern.test(readFileSync(file, 'utf8')));
}
