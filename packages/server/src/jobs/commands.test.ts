import { findCapabilities } from '@northlight/contract';
import type { Capabilities, CommandKind, Feature } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MINUTE_MS } from '@northlight/runtime';
import { playSite, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Returns the capabilities of a bridge with these features. */
function withFeatures(...features: Feature[]): Capabilities {
  const caps = findCapabilities('NL-CPE5');
  if (!caps) throw new Error('There is no bridge.');
  return { ...caps, features };
}
/** A bridge with a mode of its own, as software without bridge links reports it. */
const MODE_BRIDGE = withFeatures('restart', 'cpe-mode');

const single = (state: string, detail?: string) => [{ state, ...(detail !== undefined && { detail }) }];

test('ends a diagnostic with the result of the device', async () => {
  await using site = await playSite(world, owner, 'NL-GW5');
  const [gateway] = site.devices;
  await gateway?.on();
  if (!gateway) return;
  const { id: deviceId } = gateway;
  const ping = await owner.call('deviceDiagnose', {
    params: { ...site.params, deviceId },
    body: { kind: 'ping', args: { host: '9.9.9.9', count: 3 } },
  });
  const push = await gateway.command();
  expect(push).toMatchObject({ kind: 'ping', args: { host: '9.9.9.9', count: 3 } });
  await gateway.reportCommand(push, { state: 'running', percent: 30 });
  const result = { ping: { sent: 3, received: 2, roundTripsMs: [9.1, 9.4] } };
  await gateway.reportCommand(push, { state: 'done', result });
  expect(await site.job(ping.id)).toMatchObject({ state: 'done', rows: [{ state: 'done', result }] });
  expect(await site.stateOf(gateway)).toBe(1);
  // A late report changes nothing, because the command has ended.
  await gateway.reportCommand(push, { state: 'failed' });
  expect(await site.job(ping.id)).toMatchObject({ state: 'done' });
});

test.each([
  ['restart', 8, { bootReason: 'restart' }],
  ['reset', 8, { bootReason: 'reset' }],
] as const)(
  'a %s keeps the device in state %i until a birth with its boot reason',
  async (kind, state, birth) => {
    await using site = await playSite(world, owner, 'NL-GW5');
    const [device] = site.devices;
    if (!device) return;
    await device.on({ boot: 'first' });
    const job = await site.command({ kind, deviceIds: [device.id] });
    const push = await device.command();
    await device.reportCommand(push, { state: 'accepted' });
    expect(await site.stateOf(device)).toBe(state);
    // No other command starts while one runs.
    for (const other of ['restart', 'reset'] as const) {
      const { status, body } = await owner.refused('deviceCommand', {
        params: site.params,
        body: { kind: other, deviceIds: [device.id] },
      });
      expect([status, body.code]).toEqual([409, 87]);
    }
    // A reconnection without a restart ends no command.
    await device.on({ boot: 'first', bootReason: 'reconnect' });
    expect(await site.stateOf(device)).toBe(state);
    await device.on({ boot: 'second', ...birth });
    expect(await site.job(job.id)).toMatchObject({ state: 'done', rows: single('done') });
    expect(await site.stateOf(device)).toBe(1);
  },
);

test.each(['restart', 'reset', 'country', 'poe-restart', 'cpe-mode'] as const)(
  'expires an unanswered %s within three times its duration',
  async (kind: CommandKind) => {
    // The second reset of an account within 10 min starts with a delay.
    await using site = await playSite(
      world,
      await world.signedUp(),
      kind === 'poe-restart' ? 'NL-SW8P' : 'NL-CPE5',
    );
    const [device] = site.devices;
    if (!device) return;
    await device.on(kind === 'cpe-mode' ? { caps: MODE_BRIDGE } : {});
    const bodies = {
      restart: { kind: 'restart' },
      reset: { kind: 'reset' },
      country: { kind: 'country', args: { country: 'PT' } },
      'poe-restart': { kind: 'poe-restart' },
      'cpe-mode': { kind: 'cpe-mode', args: { mode: 'client' } },
    } as const;
    const body = { ...bodies[kind as keyof typeof bodies], deviceIds: [device.id] };
    const job = await site.command(body);
    await device.reportCommand(await device.command(), { state: 'running', percent: 10 });
    const longest = { restart: 3, reset: 9, country: 9, 'poe-restart': 6, 'cpe-mode': 6 }[
      kind as keyof typeof bodies
    ];
    await world.passTime(longest * MINUTE_MS + 10_000);
    const ended = await site.jobWhen(job.id, ({ state }) => state !== 'running');
    expect(ended).toMatchObject({ state: 'failed', rows: single('expired') });
    expect([0, 1]).toContain(await site.stateOf(device));
  },
);

test('skips devices that cannot run a command, and rejects the command when no device can', async () => {
  await using site = await playSite(world, owner, 'NL-SW8P', 'NL-SW8P', 'NL-AP6C');
  const [one, off, ap] = site.devices;
  if (!one || !off || !ap) return;
  await one.on();
  await ap.on();
  const job = await site.command({ kind: 'poe-restart', deviceIds: [one.id, off.id, ap.id] });
  const reasons = Object.fromEntries(
    job.rows.map((row) => [row.deviceId, [row.state, row.code, row.detail]]),
  );
  expect(reasons).toEqual({
    [one.id]: ['queued', undefined, undefined],
    [off.id]: ['skipped', 36, 'The device is offline. Try again when it is online.'],
    [ap.id]: ['skipped', 85, 'This model does not support the command.'],
  });
  expect((await one.command()).args).toEqual({ ports: ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8'] });
  const none = { kind: 'restart' as const, deviceIds: [off.id] };
  expect((await owner.refused('deviceCommand', { params: site.params, body: none })).body).toMatchObject({
    code: 36,
    message: 'The device is offline. Try again when it is online.',
  });
});

test('rejects unsupported commands, ports without PoE and unsupported countries', async () => {
  await using site = await playSite(world, owner, 'NL-SW8P', 'NL-AP6C');
  const [lan, ap] = site.devices;
  if (!lan || !ap) return;
  await lan.on();
  await ap.on();
  const refused = async (body: Parameters<typeof site.command>[0]) =>
    (await owner.refused('deviceCommand', { params: site.params, body })).body.code;
  expect(await refused({ kind: 'country', deviceIds: [lan.id], args: { country: 'PT' } })).toBe(85);
  expect(await refused({ kind: 'country', deviceIds: [ap.id], args: { country: 'XX' } })).toBe(85);
  expect(await refused({ kind: 'poe-restart', deviceIds: [lan.id], args: { ports: ['p9'] } })).toBe(121);
  expect(await refused({ kind: 'cpe-mode', deviceIds: [ap.id], args: { mode: 'ap' } })).toBe(85);
});

test('refuses to switch the mode of a bridge that supports bridge links', async () => {
  await using site = await playSite(world, owner, 'NL-CPE5');
  const [bridge] = site.devices;
  if (!bridge) return;
  await bridge.on({ caps: withFeatures('bridge-link', 'cpe-mode') });
  const { body } = await owner.refused('deviceCommand', {
    params: site.params,
    body: { kind: 'cpe-mode', deviceIds: [bridge.id], args: { mode: 'ap' } },
  });
  expect([body.code, body.message]).toEqual([
    85,
    'The mode of this bridge follows its bridge link. Change the link instead.',
  ]);
});

test('refuses maintenance under local management with code 133, but allows diagnostics', async () => {
  await using site = await playSite(world, owner, 'NL-GW5');
  const [device] = site.devices;
  if (!device) return;
  await device.on({ managed: 'local' });
  const { managementMode } = await owner.call('deviceGet', {
    params: { ...site.params, deviceId: device.id },
  });
  expect(managementMode).toBe(2);
  const body = { kind: 'restart' as const, deviceIds: [device.id] };
  expect((await owner.refused('deviceCommand', { params: site.params, body })).body.code).toBe(133);
  const params = { ...site.params, deviceId: device.id };
  expect((await owner.call('deviceDiagnose', { params, body: { kind: 'route-table' } })).rows).toMatchObject(
    single('queued'),
  );
  const detail = await owner.call('deviceGet', { params });
  expect(detail.can).toMatchObject({
    configure: { allowed: false, code: 76 },
    restart: { allowed: false, code: 133 },
    diagnose: { allowed: true },
  });
});

test('cancels queued commands and retries failed ones', async () => {
  await using site = await playSite(world, owner, 'NL-GW5');
  const [device] = site.devices;
  if (!device) return;
  await device.on();
  const first = await site.command({ kind: 'locate', deviceIds: [device.id], args: { seconds: 7 } });
  const push = await device.command();
  const refusal = await owner.refused('jobCancel', { params: { ...site.params, jobId: first.id } });
  expect(refusal.body).toMatchObject({
    code: 167,
    message: 'All work of this job has been sent already.',
  });
  await device.reportCommand(push, { state: 'failed', result: { reason: 'No lamp.' } });
  const failed = await site.job(first.id);
  expect(failed).toMatchObject({
    state: 'failed',
    rows: single('failed', 'No lamp.'),
    can: { retry: { allowed: true } },
  });
  const again = await owner.call('jobRetry', { params: { ...site.params, jobId: first.id } });
  expect(again).toMatchObject({ retryOf: first.id, kind: 'locate' });
  expect(await device.command()).toMatchObject({ kind: 'locate', args: { seconds: 7 } });
  const done = await owner.refused('jobRetry', { params: { ...site.params, jobId: again.id } });
  expect(done.body.message).toBe('No device of this job has failed.');
});

test('runs at most four diagnostics on a device in parallel', async () => {
  await using site = await playSite(world, owner, 'NL-GW5');
  const [device] = site.devices;
  if (!device) return;
  await device.on();
  const params = { ...site.params, deviceId: device.id };
  const diagnose = () => owner.call('deviceDiagnose', { params, body: { kind: 'route-table' } });
  for (let count = 0; count < 4; count++) await diagnose();
  const { body } = await owner.refused('deviceDiagnose', { params, body: { kind: 'route-table' } });
  expect(body.code).toBe(167);
});

test.each(['-f', '127.0.0.1; reboot', 'a b', '', 'x'.repeat(254), '../etc'])(
  'rejects %j as a host',
  async (host) => {
    await using site = await playSite(world, owner, 'NL-GW5');
    const [device] = site.devices;
    if (!device) return;
    const { status, body } = await owner.refused('deviceDiagnose', {
      params: { ...site.params, deviceId: device.id },
      body: { kind: 'traceroute', args: { host } },
    });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['args.host']]);
  },
);
