import { findCapabilities, type Job } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  type PlayedDevice,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';
import { chooseCanaries } from './canaries.ts';
import { chooseCanaryWaves } from './device-waves.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const candidates = (...codes: string[]) =>
  codes.map((code, index) => ({ id: `d${index}`, model: code.slice(0, 1), state: Number(code.slice(1)) }));

test.each([
  [['A1', 'A1', 'A1', 'A1'], undefined],
  [['A1', 'A1', 'A1', 'A1', 'A1'], ['d0']],
  [
    ['A0', 'A1', 'B1', 'B1', 'C9'],
    ['d1', 'd2'],
  ],
  [['A0', 'A0', 'A0', 'A9', 'A8'], undefined],
  [['A1', 'B1', 'C1', 'D1', 'E1'], undefined],
])('chooses canaries among the devices %j: %j', (codes, first) => {
  const canaries = chooseCanaries(candidates(...codes));
  expect(canaries && [...canaries]).toEqual(first);
});

test.each([
  ['joins the canary of its link', [['d0', 'd1']], ['d0', 'd1', 'd2']],
  ['stays with its peers of later waves', [['d1', 'd3']], ['d0', 'd2']],
])('a bridge %s', (_title, links, first) => {
  const canaries = chooseCanaries(candidates('A1', 'A1', 'B1', 'A1', 'B1'), links);
  expect([...(canaries ?? [])].sort()).toEqual(first);
});

test.each([
  ['NL-SW8P', undefined],
  ['NL-IPC4D', 270],
  ['NL-NVR16', 270],
])('gives canaries the time of their confirm timer: %s', (model, seconds) => {
  const caps = findCapabilities(model)!;
  const devices = candidates('A1', 'A1', 'A1', 'A1', 'A1').map((device) => ({ ...device, caps }));
  expect(chooseCanaryWaves(devices, {})?.seconds).toBe(seconds);
});

const SIX = ['NL-GW5', 'NL-SW8P', 'NL-SW8P', 'NL-SW8P', 'NL-SW8P', 'NL-SW8P'] as const;

async function applied() {
  const site = await playSite(world, owner, ...SIX);
  for (const device of site.devices) await device.on();
  const vlan = { id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: [] };
  const { job } = await owner.call('networkConfigApply', {
    params: site.params,
    body: { baseVersion: 0, config: { vlans: [vlan], dhcpPools: [] } },
  });
  const inWave = (wave: number): PlayedDevice[] =>
    site.devices.filter(({ id }) => job.rows.some((row) => row.deviceId === id && row.wave === wave));
  return { site, job, first: inWave(0), later: inWave(1) };
}

const listStates = (job: Job, devices: readonly PlayedDevice[]) =>
  devices.map(({ id }) => job.rows.find((row) => row.deviceId === id)?.state);

test('pushes to one device of each model first, and to the other devices after its confirmation', async () => {
  const { site, job, first, later } = await applied();
  await using _site = site;
  expect([first.length, later.length]).toEqual([2, 4]);
  const pushes = await Promise.all(first.map(async (device) => [device, await device.push()] as const));
  for (const device of later) expect(device.raw.unread).toEqual([]);
  // The server pushes nothing to the other devices at their birth or on request.
  await later[0]?.on();
  expect(later[0]?.raw.unread).toEqual([]);
  for (const [device, push] of pushes) await device.reportConfig(push);
  for (const device of later) await device.reportConfig(await device.push());
  const done = await site.jobWhen(job.id, ({ state }) => state !== 'running');
  expect([done.state, done.wave]).toEqual(['done', 1]);
});

test.each(['rejected', 'rolledback'] as const)(
  'pushes nothing to other devices when the canary reports %s, not even at their next birth',
  async (status) => {
    const { site, job, first, later } = await applied();
    await using _site = site;
    const [bad, good] = first;
    if (!bad || !good) return;
    await good.reportConfig(await good.push());
    const push = await bad.push();
    await bad.reportConfig(push, {
      status,
      issues: status === 'rejected' ? [{ path: 'vlans.0', reason: 'No room.' }] : [],
    });
    const stopped = await site.jobWhen(job.id, ({ state }) => state !== 'running');
    expect(listStates(stopped, later)).toEqual(later.map(() => 'skipped'));
    expect(stopped.rows.find(({ deviceId }) => deviceId === later[0]?.id)?.detail).toMatch(
      /^Stopped, because .* failed first: /,
    );
    for (const device of later) await device.on();
    for (const device of later) expect(device.raw.unread).toEqual([]);
    expect(await site.stateOf(later[0] as PlayedDevice)).toBe(7);
    // Applying again creates a new revision, which the canaries try again.
    const vlan = { id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: [] };
    const again = await owner.call('networkConfigApply', {
      params: site.params,
      body: { baseVersion: 1, config: { vlans: [vlan], dhcpPools: [] } },
    });
    expect(again.job.rows).toHaveLength(5);
  },
);

test('never pushes to other devices when the canaries do not confirm', async () => {
  const { site, job, first, later } = await applied();
  await using _site = site;
  for (const device of first) await device.push();
  // Advances past the deadline and by one more tick, because a tick that began earlier may not notice the
  // deadline.
  for (const ms of [160_000, 5_000]) {
    await world.clock.advance(ms);
    await world.services.jobScheduler.processAll();
  }
  const stopped = await site.jobWhen(job.id, ({ rows }) => rows.some(({ state }) => state === 'skipped'));
  expect(listStates(stopped, later)).toEqual(later.map(() => 'skipped'));
});
