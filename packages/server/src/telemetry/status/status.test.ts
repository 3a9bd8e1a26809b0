import { readFileSync } from 'node:fs';
import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { BaseDevice } from '../../devices/index.ts';
import {
  createProject,
  pollUntil,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let projectId: number;
const devices: RawDevice[] = [];
const ids: Record<string, string> = {};

beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  projectId = (await createProject(owner)).id;
  for (const model of ['NL-GW5', 'NL-AP6C', 'NL-AP6C', 'NL-SW8P']) {
    const [base] = (await world.register({ model })) as [BaseDevice];
    const body = { sn: base.sn, claimCode: base.claimCode };
    const { id } = await owner.call('deviceAdd', { params: { projectId }, body });
    const name = `${model}-${Object.keys(ids).length}`;
    ids[name] = id;
    // Skips the switch, which never connects.
    if (model === 'NL-SW8P') continue;
    const credential = await RawDevice.provision(world.mqttPort, base);
    devices.push(
      await RawDevice.online(world.mqttPort, base, credential, { session: name, ts: world.clock.now() }),
    );
  }
  const [gateway, near, far] = Object.entries(ids);
  if (!gateway || !near || !far) throw new Error('three devices');
  const report = (
    index: number,
    [session, id]: [string, string],
    channel: 'stat' | 'clients',
    message: object,
  ) =>
    devices[index]?.publish(topics.up(id, channel), { session, seq: 1, ts: world.clock.now(), ...message });
  const ports = [{ id: 'wan1', up: true, speedMbps: 1000, rxBytes: 5000, txBytes: 70 }];
  const published = Promise.all([
    report(0, gateway, 'stat', { cpu: 20, mem: 30, clients: 5, uptimeSeconds: 60, ports }),
    report(1, near, 'stat', { cpu: 80, mem: 30, clients: 1, radios: [] }),
    report(2, far, 'stat', { cpu: 10, mem: 30, clients: 2 }),
    report(1, near, 'clients', { full: true, join: [client(1, '5G', -50)] }),
    report(2, far, 'clients', { full: true, join: [client(2, '2.4G', -80), client(3, '5G', -70)] }),
    report(0, gateway, 'clients', { full: true, join: [{ mac: 'aa:bb:cc:00:00:09', port: 'lan1' }] }),
  ]);
  let ended = false;
  void published.then(() => (ended = true));
  await pollUntil(async () => {
    await world.clock.advance(100);
    return ended;
  });
  await world.clock.advance(1500);
});
afterAll(async () => {
  for (const device of devices) await device[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const client = (number: number, band: string, signalDbm: number) => ({
  mac: `aa:bb:cc:00:00:0${number}`,
  ssid: 'Café "West"\\',
  band,
  signalDbm,
});

const status = () => owner.call('projectStatus', { params: { projectId } });
const metrics = async (): Promise<string> => {
  const answer = await owner.fetch(`/api/v1/projects/${projectId}/metrics`);
  expect(answer.headers.get('content-type')).toContain('version=0.0.4');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return answer.text();
};

describe('project status', () => {
  test('counts devices and clients and names the uplink', async () => {
    await pollUntil(async () => (await status()).hottest.length === 3);
    const result = await status();
    expect(result.devices).toEqual({
      total: 4,
      online: 3,
      waiting: 1,
      byKind: [
        { kind: 'gateway', total: 1, online: 1 },
        { kind: 'switch', total: 1, online: 0 },
        { kind: 'ap', total: 2, online: 2 },
      ],
    });
    expect(result.clients).toEqual({
      total: 4,
      wired: 1,
      withoutAddress: 0,
      byBand: [
        { band: '5G', clients: 2 },
        { band: '2.4G', clients: 1 },
      ],
      bySsid: [{ ssid: 'Café "West"\\', clients: 3 }],
    });
    expect(result.uplink).toMatchObject({
      online: true,
      ports: [{ id: 'wan1', up: true, speedMbps: 1000 }],
    });
  });

  test('ranks devices by clients, by signal and by load', async () => {
    const result = await status();
    const [, near, far] = Object.values(ids);
    expect(result.busiest.map(({ id }) => id)).toEqual([far, near]);
    expect(result.weakest).toMatchObject([
      { id: far, meanSignalDbm: -75 },
      { id: near, meanSignalDbm: -50 },
    ]);
    expect(result.hottest.map(({ cpuPercent }) => cpuPercent)).toEqual([80, 20, 10]);
  });
});

describe('Prometheus metrics', () => {
  test('lists a project’s figures and escapes names', async () => {
    const text = await metrics();
    const [gateway] = Object.values(ids);
    expect(text).toMatch(
      new RegExp(`northlight_device_up\\{device="${gateway}",name="[^"]+",kind="gateway"\\} 1`),
    );
    expect(text).toMatch(
      new RegExp(`northlight_port_receive_bytes_total\\{device="${gateway}".*port="wan1"\\} 5000`),
    );
    expect(text).toContain('northlight_clients{band="5G",ssid="Café \\"West\\"\\\\"} 2');
    expect(text).toContain('northlight_clients{band="wired",ssid=""} 1');
    expect(text).toContain('northlight_alarms_open{severity="critical"} 0');
  });

  test('include every metric that the dashboard queries', async () => {
    const file = new URL('../../../../../docs/grafana/northlight-project.json', import.meta.url);
    const dashboard = JSON.parse(readFileSync(file, 'utf8')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(7);
    const text = await metrics();
    for (const query of queries)
      for (const name of query.match(/northlight_\w+/g) ?? [])
        expect(text, query).toContain(`# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`);
  });

  test('leaves out stale figures', async () => {
    await world.clock.advance(10 * 60_000);
    const text = await metrics();
    expect(text).toContain('northlight_device_up');
    expect(text).not.toMatch(/northlight_device_cpu_percent\{/);
    expect((await status()).hottest).toEqual([]);
  });

  test('names exactly the counters of the server and of a project with _total', async () => {
    const own = await (await fetch(`${world.server.address}/metrics`)).text();
    for (const text of [own, await metrics()]) {
      const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => ({
        name,
        type,
      }));
      expect(types.length).toBeGreaterThan(5);
      for (const { name, type } of types)
        expect([name, type === 'counter']).toEqual([name, name.endsWith('_total')]);
    }
  });

  test('serves the server’s own metrics to this machine or with the token', async () => {
    const own = await fetch(`${world.server.address}/metrics`);
    expect(own.status).toBe(200);
    const text = await own.text();
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'northlight_http_requests_total',
    ])
      expect(text).toContain(name);
    await using guarded = await startTestServer(inject('databaseUrl'), {
      env: { NORTHLIGHT_METRICS_TOKEN: 'a-long-token-of-the-operator' },
    });
    const ask = (authorization?: string) =>
      fetch(`${guarded.server.address}/metrics`, { headers: authorization ? { authorization } : {} });
    expect((await ask()).status).toBe(404);
    expect((await ask('Bearer something-else')).status).toBe(404);
    expect((await ask('Bearer a-long-token-of-the-operator')).status).toBe(200);
  });
});
