import { type DeviceSettings, findCapabilities, getDefaultPort } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  PlayedDevice,
  playSite,
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

const portOf = (id: string) => {
  const port = findCapabilities('NL-SW24P')?.ports.find((each) => each.id === id);
  if (!port) throw new Error(`The model has no port ${id}.`);
  return getDefaultPort(port);
};

test('restores a backup on another model: ports of its counterparts, and a report of the others', async () => {
  await using site = await playSite(world, owner, 'NL-SW24P');
  const { params } = site;
  const [first] = site.devices as [PlayedDevice];
  await first.on();
  const set = (baseVersion: number, settings: DeviceSettings) =>
    owner.call('deviceSettingsApply', {
      params,
      body: { changes: [{ deviceId: first.id, baseVersion, settings }] },
    });
  await set(0, {
    ports: [
      { ...portOf('p3'), remark: 'Printer' },
      { ...portOf('p12'), enabled: false },
      { ...portOf('p25'), remark: 'Uplink' },
    ],
  });
  await first.reportConfig(await first.push());
  const { items } = await owner.call('backupTake', {
    params,
    body: { deviceIds: [first.id], kind: 'general' },
  });
  const one = { params: { ...params, backupId: items[0]?.id ?? '' } };
  await set(1, {});
  await first.reportConfig(await first.push());

  const [fresh] = await world.register({ model: 'NL-SW8P' });
  if (!fresh) throw new Error('The device was not registered.');
  await owner.call('deviceReplace', {
    params: { ...params, deviceId: first.id },
    body: { sn: fresh.sn, claimCode: fresh.claimCode, when: 'now' },
  });
  await using second = new PlayedDevice(
    world.mqttPort,
    fresh,
    await RawDevice.provision(world.mqttPort, fresh),
  );
  await second.on();
  await second.reportConfig(await second.push());

  const adaptions = [
    { item: 'Port P12', outcome: 'skipped', reason: 'The new model has no such port.' },
    { item: 'Port P25', outcome: 'adapted', reason: 'It is now P9.' },
  ];
  expect((await owner.call('backupContentsGet', one)).adaptions).toMatchObject(adaptions);
  await owner.call('backupRestore', { ...one, body: { parts: ['ports'] } });
  const { settings } = await owner.call('deviceSettingsGet', {
    params: { ...params, deviceId: first.id },
  });
  expect(settings.ports).toMatchObject([
    { id: 'p3', remark: 'Printer' },
    { id: 'p9', remark: 'Uplink' },
  ]);
  const { report } = await owner.call('backupReportGet', one);
  const results = report?.items.map(({ name, outcome }) => [name, outcome]);
  expect(results).toEqual(
    expect.arrayContaining([
      ['Port P3', 'restored'],
      ['Port P12', 'skipped'],
      ['Port P25', 'adapted'],
    ]),
  );
});
