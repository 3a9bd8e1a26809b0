import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { registerBaseDevices } from '@northlight/server';
import { createProject, RawDevice, createSampleDevice, type TestBrowser } from '@northlight/server/testing';
import { createDataDirectory } from '../tests/process/running-product.ts';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import { type CrossTenantCounts, watchProjects, exchangeMessages, watchRows } from './crossings.ts';
import { type Figure, formatMilliseconds, computeQuantile, formatSeconds } from './figure.ts';
import { type Fleet, startWorkInEveryProject, startFleet } from './fleet.ts';
import { requestCertificate, type Attacker, tryForbiddenActions } from './isolation-probes.ts';
import { type LoopLag, watchLoopLag } from './loop-lag.ts';
import { signUp } from './sign-up.ts';
import { readCommands, isSettled, type RestartStorm, runRestartStorm, waitUntil } from './restart-storm.ts';
import { checkMatrixWhile, createBenchMatrixWorld } from './matrix-checks.ts';

const TENANTS = 50;
const DEVICES_EACH = 20;
const STORMS = 3;
const BETWEEN_STORMS_MS = 20_000;
const MESSAGES_GOAL = 1_000_000;
const BACK_GOAL_MS = 20_000;
const SAME_GOAL_MS = 30_000;
const LAG_GOAL_MS = 500;
const LOOK_MS = 1_000;

/**
 * R5: kills the server repeatedly while it serves 1,000 devices with certificates, in projects of twenty for
 * fifty accounts, with commands and configurations in flight. Meanwhile every device sends reports and
 * requests, every project has an open page, an intruder attempts forbidden actions, and the authorisation
 * matrix is checked.
 */
export async function measureReconnect(): Promise<Figure[]> {
  const directory = createDataDirectory();
  try {
    const lag = watchLoopLag(directory);
    await using world = await startBenchWorld({ ...lag.env, NORTHLIGHT_DEMO: 'on' });
    return await runStorms(world, lag);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function runStorms(world: BenchWorld, lag: LoopLag): Promise<Figure[]> {
  const mqttsPort = Number(world.product.env['NORTHLIGHT_MQTTS_PORT']);
  const ca = readFileSync(join(world.product.dataDirectory, 'tls', 'authority.pem'), 'utf8');
  const intruder = await makeIntruder(world, mqttsPort, ca);
  const matrix = await createBenchMatrixWorld(world);
  const owners: TestBrowser[] = [];
  for (let tenant = 0; tenant < TENANTS; tenant++)
    owners.push(await signUp(world, `tenant${tenant}@example.com`));
  await using fleet = await startFleet(world, owners, DEVICES_EACH, { port: mqttsPort, ca });
  await useCertificates(fleet);
  await startWorkInEveryProject(fleet, 0);
  await waitUntil(() => isSettled(world, fleet));

  const foreignRows = await watchRows(world.db, fleet);
  const crossings: CrossTenantCounts = { stored: 0, sent: 0, foreign: 0 };
  const receivedBefore = { ...fleet.received };
  const messages = (): number =>
    crossings.stored + crossings.sent + fleet.received.messages - receivedBefore.messages;
  const victims = fleet.projects.map(({ devices: [first], id }) => ({
    projectId: id,
    deviceId: first?.id ?? '',
  }));
  const stop = new AbortController();
  const running = (): boolean => !stop.signal.aborted;
  const talking = exchangeMessages(fleet, crossings, running);
  const listening = watchProjects(fleet.projects, crossings, running, stop.signal);
  const probing = tryForbiddenActions(world, mqttsPort, intruder, victims, running);
  const asking = checkMatrixWhile(matrix, running);
  lag.begin();
  const storms: RestartStorm[] = [];
  for (let version = 1; version <= STORMS; version++) {
    await wait(BETWEEN_STORMS_MS);
    storms.push(await runRestartStorm(world, fleet, version));
  }
  while (messages() < MESSAGES_GOAL) await wait(LOOK_MS);
  const late = lag.read();
  stop.abort();
  const [{ cells, faults }, { leaks, refused }] = await Promise.all([asking, probing, talking, listening]);
  for (const fault of new Set([...leaks, ...faults])) console.error(fault);

  const back = storms.flatMap((one) => one.back);
  const same = Math.max(...storms.map((one) => one.same));
  const alarms = Math.max(...storms.map(({ offlineAlarms }) => offlineAlarms));
  const { commands, doubled, lost } = await readCommands(world, fleet);
  const certified = fleet.site.devices.filter(({ link }) => link.state.usingCertificate).length;
  const foreign = crossings.foreign + fleet.received.foreign + (await foreignRows());
  const received = fleet.received.messages - receivedBefore.messages;
  return [
    createFigure(
      `${fleet.site.devices.length} devices of ${TENANTS} accounts back after each of ${STORMS} kills: the last after ${formatSeconds(Math.max(...back))}, half after ${formatSeconds(computeQuantile(back, 0.5))}; ${certified} by certificate`,
      formatSeconds(BACK_GOAL_MS),
      Math.max(...back) <= BACK_GOAL_MS,
    ),
    createFigure(
      `desired is reported everywhere and every command is over after ${formatSeconds(same)}`,
      formatSeconds(SAME_GOAL_MS),
      same <= SAME_GOAL_MS,
    ),
    createFigure(
      `of ${commands} commands ${lost} lost, ${doubled} doubled`,
      '0',
      commands > 0 && lost + doubled === 0,
    ),
    createFigure(
      `${messages()} messages delivered (${crossings.stored} reports stored, ${received} received by devices, ${crossings.sent} events sent to pages), ${foreign} to another account`,
      `0 of ${MESSAGES_GOAL}`,
      foreign === 0,
    ),
    createFigure(
      `meanwhile ${cells} cells of the authorisation matrix, ${faults.length} wrong; ${refused} tries of an intruder refused, ${leaks.length} let through`,
      '0',
      cells > 0 && refused > 0 && faults.length + leaks.length === 0,
    ),
    createFigure(
      `event loop of the server late by p99 ${formatMilliseconds(late.p99)}, at worst ${formatMilliseconds(late.worst)}, of ${late.samples} samples`,
      formatMilliseconds(LAG_GOAL_MS),
      late.p99 < LAG_GOAL_MS,
    ),
    createFigure(`offline alarms of a device in a storm: at most ${alarms}`, '1', alarms <= 1),
  ];
}

const createFigure = (text: string, goal: string, reached: boolean): Figure => ({
  id: 'R5',
  text,
  goal,
  reached,
});

/**
 * Waits until every device has a certificate and is connected with it. A device uses a new certificate from
 * its next connection on.
 */
async function useCertificates({ site: { devices } }: Fleet): Promise<void> {
  await waitUntil(() =>
    devices.every(({ link }) => link.online && link.state.saved.certificate !== undefined),
  );
  for (const device of devices) {
    device.unplug();
    device.plug();
  }
  await waitUntil(() => devices.every(({ online }) => online));
}

/** Creates an intruder with an account, a project and a device, but without rights on other projects. */
async function makeIntruder(world: BenchWorld, mqttsPort: number, ca: string): Promise<Attacker> {
  const browser = await signUp(world, 'intruder@example.com');
  const { id: projectId } = await createProject(browser);
  const base = { ...createSampleDevice(), model: 'NL-AP6C' };
  await registerBaseDevices(world.db, [base], Date.now());
  const { claimCode, sn } = base;
  await browser.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  const { id, token } = await RawDevice.provision(Number(world.product.env['NORTHLIGHT_MQTT_PORT']), base);
  return { browser, id, token, tls: await requestCertificate(mqttsPort, ca, id, token) };
}
