import { findCapabilities, getDefaultPort, type NetworkConfig } from '@northlight/contract';
import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  createProject,
  PlayedDevice,
  playSite,
  pollUntil,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

type When = 'now' | 'first-contact';

const CONFIG: NetworkConfig = {
  vlans: [{ id: 20, name: 'Guests', ip: '10.0.20.1', prefix: 24, ports: [] }],
  dhcpPools: [],
};

async function site(...models: string[]) {
  const played = await playSite(world, owner, ...models);
  const { params } = played;
  for (const device of played.devices) await device.on();
  const [first] = played.devices as [PlayedDevice];
  const paramsOf = (device = first) => ({ ...params, deviceId: device.id });
  const register = async (model = models[0] ?? '') =>
    (await world.register({ model }))[0] as PlayedDevice['base'];
  const order = (base: PlayedDevice['base'], when: When, device = first) => ({
    params: paramsOf(device),
    body: { sn: base.sn, claimCode: base.claimCode, when },
  });
  return {
    ...played,
    first,
    paramsOf,
    register,
    order,
    read: (device = first) => owner.call('deviceGet', { params: paramsOf(device) }),
    review: (base: PlayedDevice['base'], device = first) =>
      owner.call('deviceReplacementReview', {
        params: paramsOf(device),
        body: { sn: base.sn, claimCode: base.claimCode },
      }),
    replace: (base: PlayedDevice['base'], when: When, device = first) =>
      owner.call('deviceReplace', order(base, when, device)),
    refuse: async (base: PlayedDevice['base'], device = first) =>
      (await owner.refused('deviceReplace', order(base, 'now', device))).body,
    apply: async (config: NetworkConfig) => {
      const { version } = await owner.call('networkConfigGet', { params });
      return owner.call('networkConfigApply', { params, body: { baseVersion: version, config } });
    },
    /** Connects hardware for the first time; resolves to the device as which it connects. */
    unpack: async (base: PlayedDevice['base']): Promise<PlayedDevice> =>
      new PlayedDevice(world.mqttPort, base, await RawDevice.provision(world.mqttPort, base)),
  };
}

const isRefused = (device: PlayedDevice): Promise<boolean> =>
  RawDevice.connect(world.mqttPort, device.id, device.id, device.credential.token).then(
    async (connected) => {
      await connected[Symbol.asyncDispose]();
      return false;
    },
    () => true,
  );

describe('a replacement at once', () => {
  test('keeps id, name, settings and alarms, and gives the new hardware the whole configuration', async () => {
    await using office = await site('NL-GW5');
    const { apply, first, params, read, register, replace, unpack } = office;
    await owner.call('deviceRename', { params: office.paramsOf(), body: { name: 'Lobby' } });
    await apply(CONFIG);
    const pushed = await first.push();
    await first.reportConfig(pushed);
    const fresh = await register();
    const { replacement } = await replace(fresh, 'now');
    expect(replacement).toMatchObject({ sn: fresh.sn, replacedSn: first.base.sn, model: 'NL-GW5' });
    expect(await read()).toMatchObject({
      id: first.id,
      name: 'Lobby',
      sn: fresh.sn,
      mac: fresh.mac,
      waiting: true,
      replacement,
    });
    expect(await isRefused(first)).toBe(true);
    await using device = await unpack(fresh);
    expect(device.id).toBe(first.id);
    await device.on();
    const again = await device.push();
    expect(again.config).toEqual(pushed.config);
    expect(again.rev).toBeGreaterThan(pushed.rev);
    await device.reportConfig(again);
    expect(await read()).toMatchObject({ state: 1, waiting: false, config: { status: 'applied' } });
    const versions = await owner.call('networkHistoryList', { params });
    expect(versions.items[0]?.title).toBe(`Replace Lobby: ${first.base.sn} by ${fresh.sn}`);
  });

  test('frees the replaced hardware, which can be added again', async () => {
    await using office = await site('NL-AP6C');
    const { first, register, replace } = office;
    await replace(await register(), 'now');
    const { id: projectId } = await createProject(owner);
    const { claimCode, sn } = first.base;
    const added = await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
    expect(added.id).not.toBe(first.id);
  });

  test('moves open work to the new hardware', async () => {
    await using office = await site('NL-AP6C');
    const { command, first, jobWhen, register, replace, unpack } = office;
    const { id } = await command({ kind: 'locate', deviceIds: [first.id], args: { seconds: 60 } });
    await first.command();
    const fresh = await register();
    await replace(fresh, 'now');
    await using device = await unpack(fresh);
    await device.on();
    const received = await device.command();
    await device.reportCommand(received, { state: 'done' });
    expect((await jobWhen(id, ({ state }) => state === 'done')).state).toBe('done');
  });

  test('moves reserved addresses and the other end of a bridge to the new MAC address', async () => {
    await using office = await site('NL-AP6C', 'NL-GW5');
    const { apply, first, params, register, replace } = office;
    const pool = {
      name: 'Guests',
      vlanId: 20,
      start: '10.0.20.10',
      end: '10.0.20.99',
      dns: [],
      leaseMinutes: 60,
    };
    const reserved = (mac: string) => ({
      ...CONFIG,
      dhcpPools: [{ ...pool, reservations: [{ mac, ip: '10.0.20.50', name: 'Lobby' }] }],
    });
    await apply(reserved(first.base.mac));
    const fresh = await register();
    await replace(fresh, 'now');
    expect((await owner.call('networkConfigGet', { params })).config).toEqual(
      reserved(fresh.mac.toLowerCase()),
    );
  });
});

describe('a replacement at the first contact', () => {
  test('leaves the present hardware in service until the new one connects', async () => {
    await using office = await site('NL-SW8P');
    const { apply, first, read, register, replace, unpack } = office;
    await apply(CONFIG);
    const pushed = await first.push();
    await first.reportConfig(pushed);
    const fresh = await register();
    const { replacement } = await replace(fresh, 'first-contact');
    expect(replacement).not.toHaveProperty('replacedAt');
    expect(await read()).toMatchObject({ sn: first.base.sn, state: 1, replacement: { sn: fresh.sn } });
    await using device = await unpack(fresh);
    expect(device.id).toBe(first.id);
    expect(await isRefused(first)).toBe(true);
    await device.on();
    expect((await device.push()).config).toEqual(pushed.config);
    expect(await read()).toMatchObject({
      sn: fresh.sn,
      state: 1,
      replacement: { replacedSn: first.base.sn, replacedAt: expect.any(String) },
    });
  });

  test('takes place at once when the new hardware waits on an open connection', async () => {
    await using office = await site('NL-AP6C');
    const { first, register, replace, read } = office;
    const fresh = await register();
    await using waiting = await RawDevice.connect(world.mqttPort, `p-${fresh.sn}`, fresh.sn, fresh.secret);
    await waiting.client.subscribeAsync(topics.offer(fresh.sn), { qos: 1 });
    expect((await office.review(fresh)).isConnected).toBe(false);
    await replace(fresh, 'first-contact');
    await pollUntil(async () => (await read()).sn === fresh.sn);
    expect((await read()).id).toBe(first.id);
  });

  test('can be cancelled, and keeps the new hardware from other projects until then', async () => {
    await using office = await site('NL-AP6C');
    const { first, paramsOf, register, replace, read } = office;
    const fresh = await register();
    await replace(fresh, 'first-contact');
    const { id: projectId } = await createProject(owner);
    const add = { params: { projectId }, body: { sn: fresh.sn, claimCode: fresh.claimCode } };
    expect((await owner.refused('deviceAdd', add)).body.code).toBe(140);
    await owner.call('deviceReplacementCancel', { params: paramsOf() });
    expect(await read()).not.toHaveProperty('replacement');
    expect((await owner.refused('deviceReplacementCancel', { params: paramsOf() })).body.message).toBe(
      'The replacement is no longer open.',
    );
    const added = await owner.call('deviceAdd', add);
    expect(added.id).not.toBe(first.id);
  });
});

describe('another model of the same kind', () => {
  const portOf = (model: string, id: string) => {
    const port = findCapabilities(model)?.ports.find((each) => each.id === id);
    if (!port) throw new Error(`The model has no port ${id}.`);
    return getDefaultPort(port);
  };

  test('gets the settings of its counterparts, and the review lists what it does not get', async () => {
    await using office = await site('NL-SW24P');
    const { first, paramsOf, params, register, replace, review } = office;
    const ports = [
      { ...portOf('NL-SW24P', 'p3'), remark: 'Printer' },
      { ...portOf('NL-SW24P', 'p12'), enabled: false },
      { ...portOf('NL-SW24P', 'p25'), remark: 'Uplink' },
    ];
    await owner.call('deviceSettingsApply', {
      params,
      body: { changes: [{ deviceId: first.id, baseVersion: 0, settings: { ports } }] },
    });
    await first.push();
    const fresh = await register('NL-SW8P');
    expect(await review(fresh)).toMatchObject({
      modelName: 'Access switch SW8P, 8 PoE ports',
      isPresentOnline: true,
      adaptions: [
        { item: 'Port P12', reason: 'The new model has no such port.' },
        { item: 'Port P25', reason: 'It is now P9.' },
      ],
    });
    await replace(fresh, 'now');
    const { settings } = await owner.call('deviceSettingsGet', { params: paramsOf() });
    expect(settings.ports).toMatchObject([
      { id: 'p3', remark: 'Printer' },
      { id: 'p9', remark: 'Uplink' },
    ]);
    await world.services.automaticBackups.processAll();
    const { items } = await owner.call('backupList', { params, query: {} });
    const saved = items.filter(({ cause }) => cause === 'before-change');
    const contents = await owner.call('backupContentsGet', {
      params: { ...params, backupId: saved[0]?.id ?? '' },
    });
    // The backup is one of the replaced hardware, so that its settings are adapted once more.
    expect(contents.adaptions.map(({ item }) => item)).toEqual(['Port P12', 'Port P25']);
    expect(saved).toHaveLength(1);
  });

  test('is refused if it cannot run the configuration of the project', async () => {
    await using office = await site('NL-GW10');
    const { apply, refuse, register } = office;
    const vlans = Array.from({ length: 9 }, (_, index) => ({
      id: 20 + index,
      name: `VLAN ${20 + index}`,
      ip: `10.0.${20 + index}.1`,
      prefix: 24,
      ports: [],
    }));
    await apply({ vlans, dhcpPools: [] });
    expect((await refuse(await register('NL-GW5L'))).fields).toEqual({
      sn: 'Gateway GW5 Lite, 5 ports cannot run the configuration: The limit of 8 VLANs is reached. Remove one first.',
    });
  });
});

test.each([
  ['another kind', 'NL-AP6C', 'Ceiling AP AP6C is of the kind AP. Replace'],
  ['a wrong claim code', 'NL-SW8P', 'do not match'],
])('refuses %s at its field', async (what, model, message) => {
  await using office = await site('NL-SW8P');
  const { refuse, register } = office;
  const base = await register(model);
  const body = await refuse(what === 'a wrong claim code' ? { ...base, claimCode: 'AAAAAAAAAA' } : base);
  expect(Object.values(body.fields ?? {}).join(' ')).toContain(message);
});

test('refuses the own serial number, that of another device of the project, and one of another project', async () => {
  await using office = await site('NL-SW8P', 'NL-SW8P');
  await using other = await site('NL-SW8P');
  const { devices, first, refuse } = office;
  for (const device of [first, devices[1], other.first])
    expect((await refuse(device?.base ?? first.base)).code).toBe(140);
});

test('counts wrong claim codes like those of additions', async () => {
  const guesser = await world.signedUp();
  await using office = await playSite(world, guesser, 'NL-SW8P');
  const [device] = office.devices as [PlayedDevice];
  const [base] = await world.register({ model: 'NL-SW8P' });
  const tryCode = (claimCode: string) =>
    guesser.refused('deviceReplace', {
      params: { ...office.params, deviceId: device.id },
      body: { sn: base?.sn ?? '', claimCode, when: 'now' },
    });
  for (let number = 0; number < 10; number++)
    expect((await tryCode(`WRNG00000${number}`)).body.code).toBe(140);
  expect((await tryCode('WRNG0000AA')).body.code).toBe(80);
});

test('replaces a device again, also back to its first hardware', async () => {
  await using office = await site('NL-AP6C');
  const { first, read, register, replace } = office;
  const fresh = await register();
  await replace(fresh, 'now');
  await world.clock.advance(1);
  await replace(first.base, 'now');
  expect(await read()).toMatchObject({
    id: first.id,
    sn: first.base.sn,
    replacement: { replacedSn: fresh.sn },
  });
});

test('two replacements of a device at once give it the hardware of one of them', async () => {
  await using office = await site('NL-AP6C');
  const { read, register, order } = office;
  const [one, two] = [await register(), await register()];
  const results = await Promise.allSettled(
    [one, two].map((base) => owner.call('deviceReplace', order(base, 'now'))),
  );
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  expect([one.sn, two.sn]).toContain((await read()).sn);
});
