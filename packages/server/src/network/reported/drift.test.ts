import type { NetworkConfig } from '@northlight/contract';
import type { LocalChange } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  pollUntil,
  type PlayedDevice,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const VLAN_30 = { id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: ['lan1'] };
const FIRST: NetworkConfig = {
  vlans: [VLAN_30],
  dhcpPools: [],
  wan: [{ port: 'wan1', mode: 'dhcp', dns: [] }],
};
const SECOND: NetworkConfig = { ...FIRST, vlans: [{ ...VLAN_30, name: 'Visitors' }] };
const OWN: LocalChange = {
  wan: [{ port: 'wan1', mode: 'static', ip: '203.0.113.9', prefix: 24, gateway: '203.0.113.1', dns: [] }],
};

/** Returns a gateway that runs version 2 of its project, with functions to reconnect it. */
async function running() {
  const site = await playSite(world, owner, 'NL-GW5');
  const { params, projectId } = site;
  const [device] = site.devices as [PlayedDevice];
  const [port] = (await owner.call('networkConfigGet', { params })).scope.wanPorts;
  if (!port) throw new Error('The model has no WAN port.');
  const named = (config: NetworkConfig): NetworkConfig => ({
    ...config,
    wan: [{ port: port.id, mode: 'dhcp', dns: [] }],
  });
  await device.on();
  const runs: { cfgRev: number; cfgHash: string }[] = [];
  for (const [baseVersion, config] of [FIRST, SECOND].entries()) {
    await owner.call('networkConfigApply', { params, body: { baseVersion, config: named(config) } });
    const push = await device.push();
    await device.reportConfig(push);
    runs.push({ cfgRev: push.rev, cfgHash: push.hash });
  }
  const [first, second] = runs as [(typeof runs)[0], (typeof runs)[0]];
  const deviceParams = { projectId, deviceId: device.id };
  const shown = () => owner.call('deviceGet', { params: deviceParams });
  await pollUntil(async () => (await shown()).config.status === 'applied');
  const drift = async (browser = owner) =>
    (await browser.call('deviceDriftGet', { params: deviceParams })).drift;
  const change: LocalChange = { wan: OWN.wan.map((each) => ({ ...each, port: port.id })) };
  const changed = { cfgRev: second.cfgRev, cfgHash: 'f'.repeat(64), cfgLocal: change };
  const seen = (status: string) => pollUntil(async () => (await shown()).config.status === status);
  const alarms = async () =>
    (await owner.call('alarmList', { params, query: {} })).items.filter(
      ({ kind }) => kind === 'config-drifted',
    );
  return {
    ...site,
    device,
    deviceParams,
    first,
    second,
    named,
    shown,
    seen,
    drift,
    changed,
    change,
    alarms,
    port: port.id,
  };
}

test('reports no drift for a device that runs its desired configuration', async () => {
  await using site = await running();
  expect(await site.drift()).toBeUndefined();
  for (const key of ['deviceDriftKeep', 'deviceDriftPush'] as const)
    expect((await owner.refused(key, { params: site.deviceParams })).status).toBe(400);
});

test('shows both sides of a change made at the local page and pushes only on request', async () => {
  await using site = await running();
  await site.device.on({ ...site.changed, bootReason: 'reconnect' });
  await site.seen('drifted');
  expect((await site.shown()).state).toBe(7);
  expect(await site.alarms()).toMatchObject([{ severity: 'warning' }]);
  expect(await site.drift()).toMatchObject({
    cause: 'local',
    changes: [{ now: expect.stringContaining('DHCP'), after: expect.stringContaining('203.0.113.9') }],
    keep: { allowed: true },
    push: { allowed: true },
  });
  expect(site.device.raw.unread).toEqual([]);
  const { job } = await owner.call('deviceDriftPush', { params: site.deviceParams });
  const push = await site.device.push();
  expect(push.rev).toBeGreaterThan(site.second.cfgRev);
  expect(push.hash).toBe(site.second.cfgHash);
  await site.device.reportConfig(push);
  await site.jobWhen(job.id, ({ rows }) => rows[0]?.state === 'done');
  expect(await site.drift()).toBeUndefined();
  expect((await site.shown()).state).toBe(1);
  expect((await site.alarms())[0]?.resolvedAt).toBeDefined();
});

test('stages kept local changes beside other staged changes', async () => {
  await using site = await running();
  const { params } = site;
  const { config, version } = await owner.call('networkConfigGet', { params });
  const staged = { ...config, vlans: [{ ...VLAN_30, name: 'Staged' }] };
  await owner.call('networkDraftSave', {
    params,
    body: { baseVersion: version, version: 0, config: staged },
  });
  await site.device.on({ ...site.changed, bootReason: 'reconnect' });
  await site.seen('drifted');
  await owner.call('deviceDriftKeep', { params: site.deviceParams });
  const { draft } = await owner.call('networkDraftGet', { params });
  expect(draft?.config).toEqual({ ...staged, wan: site.change.wan });
  if (!draft) throw new Error('There is no draft.');
  await owner.call('networkConfigApply', { params, body: { baseVersion: version, config: draft.config } });
  const push = await site.device.push();
  expect(push.config.wan).toEqual(site.change.wan);
  await site.device.reportConfig(push);
  await site.seen('applied');
  expect(await site.drift()).toBeUndefined();
});

test('recognises a restored earlier version, and can return the project to it', async () => {
  await using site = await running();
  const { params } = site;
  await site.device.on({ ...site.first, bootReason: 'reconnect' });
  await site.seen('drifted');
  expect(await site.drift()).toMatchObject({
    cause: 'restored',
    version: 1,
    changes: [{ setting: 'VLAN 30, name', now: 'Visitors', after: 'Guests' }],
  });
  await owner.call('deviceDriftKeep', { params: site.deviceParams });
  const { draft } = await owner.call('networkDraftGet', { params });
  expect(draft?.config).toEqual(site.named(FIRST));
  // An applied change replaces the device's configuration too; the review warns of the replacement.
  const other = { baseVersion: 2, config: site.named({ ...FIRST, vlans: [] }) };
  const { costs } = await owner.call('networkConfigReview', { params, body: other });
  expect(costs).toContainEqual(expect.stringContaining('runs a different configuration'));
  // The server refuses to replace staged changes by the configuration of the device.
  expect((await owner.refused('deviceDriftKeep', { params: site.deviceParams })).body).toMatchObject({
    message: expect.stringContaining('Apply or discard'),
  });
});

test('pushes a rolled-back revision again on request, under a new number', async () => {
  await using site = await running();
  const { params } = site;
  const config = site.named({ ...FIRST, vlans: [] });
  await owner.call('networkConfigApply', { params, body: { baseVersion: 2, config } });
  const bad = await site.device.push();
  await site.device.reportConfig(bad, { status: 'rolledback', base: site.second.cfgRev });
  await site.seen('rolledback');
  await site.device.on({ ...site.second, bootReason: 'reconnect' });
  await pollUntil(async () => (await site.drift())?.version === 2);
  expect(await site.drift()).toMatchObject({ cause: 'undone', keep: { allowed: true } });
  await owner.call('deviceDriftPush', { params: site.deviceParams });
  const again = await site.device.push();
  expect([again.rev > bad.rev, again.hash]).toEqual([true, bad.hash]);
});

test('refuses the decision for an invalid report, an offline device and local management', async () => {
  await using site = await running();
  const wan = [{ ...OWN.wan[0], port: site.port, ip: '127.0.0.1' }];
  const nonsense = { ...site.changed, cfgLocal: { wan } as LocalChange };
  await site.device.on({ ...nonsense, bootReason: 'reconnect' });
  await site.seen('drifted');
  expect(await site.drift()).toMatchObject({
    changes: [],
    keep: { allowed: false, reason: expect.stringContaining('not valid for the project') },
    push: { allowed: true },
  });
  expect((await owner.refused('deviceDriftKeep', { params: site.deviceParams })).status).toBe(400);
  await site.device.on({
    ...site.changed,
    cfgHash: 'e'.repeat(64),
    managed: 'local',
    bootReason: 'reconnect',
  });
  await pollUntil(async () => (await site.shown()).managed === 'local');
  const local = { allowed: false, code: 76 };
  expect(await site.drift()).toMatchObject({ cause: 'local', keep: local, push: local });
  expect((await owner.refused('deviceDriftPush', { params: site.deviceParams })).body.code).toBe(76);
  await site.device.off();
  await pollUntil(async () => (await site.shown()).state === 0);
  expect(await site.drift()).toMatchObject({ push: { allowed: false } });
});
