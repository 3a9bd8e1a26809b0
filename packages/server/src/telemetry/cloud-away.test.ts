/**
 * Simulated devices run for a day without the cloud. The test then compares the cloud's data with the
 * devices' records.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connect, createMqttConnector } from '@northlight/agent';
import { HOUR_MS, MINUTE_MS, SeededEntropy, SteppedClock } from '@northlight/runtime';
import { type Site, startSite } from '@northlight/simulator';
import { expect, inject, test } from 'vitest';
import { registerBaseDevices } from '../devices/index.ts';
import { readConfig } from '../platform/config.ts';
import { type RunningServer, startServer } from '../server.ts';
import {
  createProject,
  createTestDatabase,
  pollUntil,
  createSampleDevice,
  TestBrowser,
} from '../testing/index.ts';

const MODELS = ['NL-AP6C', 'NL-AP6C', 'NL-SW8P'];
/** Number of events per device: one every 15 min. */
const EVENTS = 96;

function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

/** The devices' connection to the running cloud server; it fails while no server runs. */
class Uplink {
  cloud: Connect | undefined;
  /** Number of messages without an acknowledgement. */
  pending = 0;
  /** Number of events after which the connection breaks, before the device receives the acknowledgement. */
  breakAfter = Number.POSITIVE_INFINITY;
  /** Numbers of sent events and of broken connections, by device. */
  readonly events = new Map<string, number>();
  readonly breaks = new Map<string, number>();

  readonly connect: Connect = async (request) => {
    if (!this.cloud) throw new Error('The cloud cannot be reached.');
    const connection = await this.cloud(request);
    const send = async (topic: string, payload: string): Promise<void> => {
      await connection.publish(topic, payload);
      if (!topic.endsWith('/evt')) return;
      if (count(this.events, request.clientId) % this.breakAfter !== 0) return;
      count(this.breaks, request.clientId);
      connection.drop();
      request.onClose();
      throw new Error('The connection broke.');
    };
    return {
      ...connection,
      publish: (topic, payload) => {
        this.pending++;
        return send(topic, payload).finally(() => this.pending--);
      },
    };
  };
}

async function createWorld() {
  await using building = new AsyncDisposableStack();
  const database = building.use(await createTestDatabase(inject('databaseUrl')));
  const dataDirectory = mkdtempSync(join(tmpdir(), 'nl-away-'));
  chmodSync(dataDirectory, 0o711);
  building.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const clock = new SteppedClock();
  const config = readConfig({
    NORTHLIGHT_PORT: '0',
    NORTHLIGHT_MQTT_PORT: '0',
    NORTHLIGHT_MQTTS_PORT: '0',
    NORTHLIGHT_DEVICE_HTTPS_PORT: '0',
    NORTHLIGHT_UCENTRAL_PORT: '0',
    NORTHLIGHT_DATA: dataDirectory,
  });
  const uplink = new Uplink();
  const start = async (): Promise<RunningServer> => {
    const server = await startServer(config, database.url, { clock });
    uplink.cloud = createMqttConnector({ host: '127.0.0.1', port: server.gateway.mqtt.port });
    return server;
  };
  /** Advances time in steps that real sockets keep up with. */
  const advance = async (ms: number, site: Site): Promise<void> => {
    for (const end = clock.now() + ms; clock.now() < end;) {
      await clock.advance(Math.min(10_000, end - clock.now()));
      // Sends messages to keep the connections alive, because MQTT's keep-alive uses the machine's clock.
      for (const device of site.devices) if (device.online) void device.sendTopology();
      await pollUntil(async () => {
        if (uplink.pending > 0) await clock.advance(50);
        return uplink.pending === 0;
      });
    }
  };
  const disposal = building.move();
  return { clock, uplink, start, advance, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
}

type World = Awaited<ReturnType<typeof createWorld>>;

/** Real time within which a condition must hold; a busy machine steps the clock slowly. */
const CONDITION_MS = 120_000;

/** Advances time until a condition holds. */
async function advanceUntil(
  { advance }: World,
  site: Site,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  await pollUntil(async () => {
    await advance(1_000, site);
    return holds();
  }, CONDITION_MS);
}

/** Returns a project with simulated devices of these models and some clients, all online. */
async function makeSite(world: World, server: RunningServer, browser: TestBrowser) {
  const { id: projectId } = await createProject(browser);
  const base = MODELS.map((model) => ({ ...createSampleDevice(), model }));
  await registerBaseDevices(server.context.services.db, base, world.clock.now());
  const ids: string[] = [];
  for (const { claimCode, sn } of base)
    ids.push((await browser.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } })).id);
  const secrets = new Map(base.map(({ secret, sn }) => [sn, secret] as const));
  const site = startSite({
    spec: {
      name: 'Inn',
      seed: 1,
      zoneHours: 0,
      day: 'steady',
      devices: base.map(({ mac, model, sn }, index) => ({
        sn,
        mac,
        model,
        name: sn,
        vlan: 1,
        ip: `10.0.0.${index}`,
      })),
      clients: Array.from({ length: 12 }, (_, index) => ({
        mac: `02:00:00:00:00:${String(index).padStart(2, '0')}`,
        name: `Guest ${index}`,
        ip: `10.0.1.${index}`,
        vlan: 1,
        ssid: 'Inn',
      })),
    },
    access: (sn) => ({ secret: secrets.get(sn) ?? '' }),
    endpoint: { host: '127.0.0.1', port: 0 },
    connect: world.uplink.connect,
    clock: world.clock,
    entropy: new SeededEntropy(1),
  });
  await advanceUntil(world, site, () => site.devices.every(({ online }) => online));
  return { projectId, ids, site };
}

/** Records an event of every device each 15 min; every fourth event raises an alarm. */
function recordEvents({ clock }: World, site: Site): void {
  for (let number = 0; number < EVENTS; number++)
    clock.after((number + 0.5) * 15 * MINUTE_MS, () => {
      for (const { link } of site.devices)
        void link.reportEvent('sensor', number % 4 === 0 ? 'warning' : 'info', { text: `Note ${number}` });
    });
}

async function signIn(server: RunningServer, { account, password }: { account: string; password: string }) {
  const browser = new TestBrowser(server.address);
  await browser.call('signIn', { body: { account, password } });
  return browser;
}

// Limit that ends a hanging test: a stepped clock with real sockets is slow on a busy machine.
const TIMEOUT_MS = 240_000;

test(
  'shows a day without the cloud as a gap and receives its events once, in order, with their alarms',
  { tags: ['proof'], timeout: TIMEOUT_MS },
  async () => {
    await using world = await createWorld();
    const { clock, advance, uplink } = world;
    const first = await world.start();
    const administrator = first.administrator ?? { account: '', password: '' };
    const before = await signIn(first, administrator);
    const { ids, projectId, site } = await makeSite(world, first, before);
    await using _site = site;
    await advance(20 * MINUTE_MS, site);

    uplink.cloud = undefined;
    await first[Symbol.asyncDispose]();
    const gone = clock.now();
    recordEvents(world, site);
    const seats = [...site.clients()].map(([mac, { sn }]) => `${mac} ${sn}`).join();
    await clock.advance(24 * HOUR_MS);
    expect(site.devices.map(({ running, online }) => [running, online])).toEqual(
      MODELS.map(() => [true, false]),
    );
    expect([
      site.clients().size,
      seats === [...site.clients()].map(([mac, { sn }]) => `${mac} ${sn}`).join(),
    ]).toEqual([12, false]);

    const back = clock.now();
    uplink.breakAfter = 25;
    await using second = await world.start();
    const browser = await signIn(second, administrator);
    const params = { projectId };
    const notes = async (deviceId: string): Promise<string[]> => {
      const all: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await browser.call('logList', { params, query: { deviceId, search: 'Note', cursor } });
        all.push(...page.items.map(({ event }) => event));
        cursor = page.nextCursor;
        if (cursor === undefined) return all.toReversed();
      }
    };
    const noted = async (): Promise<number> => (await Promise.all(ids.map(notes))).flat().length;
    await advanceUntil(world, site, async () => (await noted()) >= EVENTS * MODELS.length);
    await advance(20 * MINUTE_MS, site);

    expect(uplink.breaks.size).toBe(MODELS.length);
    const expected = Array.from({ length: EVENTS }, (_, number) => `Note ${number}`);
    for (const id of ids) expect(await notes(id)).toEqual(expected);

    const { items: alarms } = await browser.call('alarmList', { params, query: { limit: 1000 } });
    for (const id of ids) {
      const own = alarms.filter(({ device }) => device?.id === id);
      const raised = own.filter(({ kind }) => kind === 'device-event').map(({ event }) => event);
      expect(raised.toReversed()).toEqual(expected.filter((_, number) => number % 4 === 0));
      const offline = own.filter(({ kind, time }) => kind === 'device-offline' && Date.parse(time) >= gone);
      expect(offline.length).toBeLessThanOrEqual(1 + (uplink.breaks.get(id) ?? 0));
      expect(own.filter(({ kind, time }) => kind === 'device-offline' && Date.parse(time) < gone)).toEqual(
        [],
      );
    }

    const { from, series, stepSeconds } = await browser.call('deviceSeries', {
      params,
      query: { devices: ids.join(), metrics: 'cpu,clients,download', range: '72h' },
    });
    for (const { values } of series) {
      const at = (index: number): number => Date.parse(from) + index * stepSeconds * 1000;
      const during = values.filter((_, index) => at(index) > gone && at(index + 1) < back);
      expect(during.length).toBeGreaterThan(280);
      expect(during.filter((value) => value !== null)).toEqual([]);
      expect(values.filter((value, index) => value !== null && at(index + 1) < gone).length).toBeGreaterThan(
        1,
      );
      expect(values.filter((value, index) => value !== null && at(index) > back).length).toBeGreaterThan(1);
    }
  },
);
