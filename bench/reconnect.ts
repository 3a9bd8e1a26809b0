import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { registerBaseDevices } from '@northlight/server';
import { createProject, RawDevice, sampleDevice, TestBrowser } from '@northlight/server/testing';
import type { SimulatedDevice } from '@northlight/simulator';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import { type Figure, quantile, seconds } from './figure.ts';
import { type Fleet, setInFlight, startFleet } from './fleet.ts';
import { certify, type Intruder, probe } from './isolation-probes.ts';

const PROJECTS = 50;
const DEVICES_EACH = 20;
const BACK_GOAL_MS = 20_000;
const SAME_GOAL_MS = 30_000;
const LOOK_MS = 50;
const PATIENCE_MS = 180_000;
/** Between the calls that set things in flight and the end of the server: some is sent, some is not. */
const KILL_AFTER_MS = 400;
const PASSWORD = 'correct horse battery';

/** R5: the server is killed under a thousand devices with certificates, while commands and configurations are on their way. */
export async function r5(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const mqttsPort = Number(world.product.env['NORTHLIGHT_MQTTS_PORT']);
  const ca = readFileSync(join(world.product.dataDirectory, 'tls', 'authority.pem'), 'utf8');
  const intruder = await makeIntruder(world, mqttsPort, ca);
  await using fleet = await startFleet(
    world,
    { projects: PROJECTS, devicesEach: DEVICES_EACH },
    { port: mqttsPort, ca },
  );
  const { devices } = fleet.site;
  await until(() => devices.every(({ link }) => link.online && link.state.saved.certificate !== undefined));
  // A certificate is used from the next connection on.
  for (const device of devices) {
    device.unplug();
    device.plug();
  }
  await until(() => devices.every(({ online }) => online));
  await setInFlight(world, fleet, 0);
  await until(() => isSettled(world, fleet));

  let probing = true;
  const victims = fleet.projects.map(({ devices: [first], id }) => ({
    projectId: id,
    deviceId: first?.id ?? '',
  }));
  const probes = probe(world, mqttsPort, intruder, victims, () => probing);
  const setting = setInFlight(world, fleet, 1);
  await wait(KILL_AFTER_MS);
  const pid = world.product.serverPid();
  if (pid === undefined) throw new Error('There is no server process.');
  process.kill(pid, 'SIGKILL');
  const killed = performance.now();
  const back = await timesBack(devices, killed);
  await setting;
  await until(() => isSettled(world, fleet));
  const same = performance.now() - killed;
  probing = false;
  const { leaks, refused } = await probes;
  const { lost, doubled, commands } = await commandsOf(world, fleet);
  const certified = devices.filter(({ link }) => link.state.certified).length;
  const alarms = await alarmsPerDevice(world);
  for (const leak of new Set(leaks)) console.error(leak);
  return [
    figure(
      `${devices.length} devices in ${PROJECTS} projects back after kill -9: the last after ${seconds(Math.max(...back))}, half after ${seconds(quantile(back, 0.5))}; ${certified} by certificate`,
      seconds(BACK_GOAL_MS),
      Math.max(...back) <= BACK_GOAL_MS,
    ),
    figure(
      `desired is reported everywhere and every command is over after ${seconds(same)}`,
      seconds(SAME_GOAL_MS),
      same <= SAME_GOAL_MS,
    ),
    figure(
      `of ${commands} commands ${lost} lost, ${doubled} doubled`,
      '0',
      commands > 0 && lost + doubled === 0,
    ),
    figure(
      `${fleet.heard.messages} messages delivered, ${fleet.heard.foreign} to a foreign device; ${refused} probes refused, ${leaks.length} let through`,
      '0',
      refused > 0 && fleet.heard.foreign + leaks.length === 0,
    ),
    figure(`offline alarms of a device: at most ${alarms}`, '1', alarms <= 1),
  ];
}

const figure = (text: string, goal: string, reached: boolean): Figure => ({ id: 'R5', text, goal, reached });

/** How long after a time each device was online again; each loses its connection first. */
async function timesBack(devices: readonly SimulatedDevice[], since: number): Promise<number[]> {
  const away = new Set<SimulatedDevice>();
  const back = new Map<SimulatedDevice, number>();
  await until(() => {
    for (const device of devices) {
      if (!device.online) away.add(device);
      else if (away.has(device) && !back.has(device)) back.set(device, performance.now() - since);
    }
    return back.size === devices.length;
  });
  return [...back.values()];
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await holds())) {
    if (performance.now() - start > PATIENCE_MS) throw new Error(`It did not come to hold: ${String(holds)}`);
    await wait(LOOK_MS);
  }
}

/** What is wanted of every device is what it reported and what it runs, and no work is open. */
async function isSettled({ db }: BenchWorld, { site }: Fleet): Promise<boolean> {
  const open = await db
    .selectFrom('job_rows')
    .select('id')
    .where('state', 'in', ['queued', 'sent', 'running'])
    .limit(1)
    .execute();
  const behind = await db
    .selectFrom('devices')
    .select('id')
    .where('desired_rev', '>', 0)
    .where((where) =>
      where.or([
        where('desired_rev', '<>', where.ref('reported_rev')),
        where('reported_status', '<>', 'applied'),
      ]),
    )
    .limit(1)
    .execute();
  return open.length + behind.length === 0 && site.devices.every(({ online }) => online);
}

/** A command is lost when its row is not done or nobody carried it out, doubled when somebody did so twice. */
async function commandsOf({ db }: BenchWorld, { executions }: Fleet) {
  const rows = await db
    .selectFrom('job_rows')
    .select(['id', 'state'])
    .where('kind', '=', 'restart')
    .execute();
  const times = (id: string): number => executions.get(id) ?? 0;
  return {
    commands: rows.length,
    lost: rows.filter(({ id, state }) => state !== 'done' || times(id) === 0).length,
    doubled: rows.filter(({ id }) => times(id) > 1).length,
  };
}

async function alarmsPerDevice({ db }: BenchWorld): Promise<number> {
  const rows = await db
    .selectFrom('alarms')
    .select('device_id')
    .where('kind', '=', 'device-offline')
    .execute();
  const each = new Map<string | null, number>();
  for (const { device_id } of rows) each.set(device_id, (each.get(device_id) ?? 0) + 1);
  return Math.max(0, ...each.values());
}

/** Somebody with an account, a project and a device, and no right on anything else. */
async function makeIntruder(world: BenchWorld, mqttsPort: number, ca: string): Promise<Intruder> {
  const { address } = world.product;
  const browser = new TestBrowser(address);
  const account = 'intruder@example.com';
  const { flowId } = await browser.call('codeRequest', { body: { purpose: 'sign-up', account } });
  const outbox = (await (await fetch(`${address}/dev/outbox`)).json()) as {
    items: { to: string; subject: string }[];
  };
  const code = /\d{4,8}/.exec(outbox.items.find(({ to }) => to === account)?.subject ?? '')?.[0] ?? '';
  await browser.call('signUp', { body: { flowId, account, code, password: PASSWORD, nickname: 'Intruder' } });
  const { id: projectId } = await createProject(browser);
  const base = { ...sampleDevice(), model: 'NL-AP6C' };
  await registerBaseDevices(world.db, [base], Date.now());
  const { claimCode, sn } = base;
  await browser.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  const { id, token } = await RawDevice.provision(Number(world.product.env['NORTHLIGHT_MQTT_PORT']), base);
  return { browser, id, token, tls: await certify(mqttsPort, ca, id, token) };
}
