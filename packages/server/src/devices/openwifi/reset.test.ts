/** OpenWiFi devices that have lost their configuration, for example by a reset, with literal frames. */
import { EMPTY_WIRELESS, type WifiPolicy } from '@northlight/contract';
import { SteppedClock } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createOpenWifiSite,
  encodeAck,
  encodeApConnect,
  encodeSwitchConnect,
  encodeTelemetry,
  pollUntil,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let site: Awaited<ReturnType<typeof createOpenWifiSite>>;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  owner = await world.signedUp();
  site = await createOpenWifiSite(world, owner, 'Cliff devices');
});
afterAll(() => world[Symbol.asyncDispose]());

const KEY = 'a key of the cliff';
const POLICY: WifiPolicy = {
  id: 'staff',
  name: 'Staff',
  enabled: true,
  ssid: 'Staff',
  hidden: false,
  bands: ['5G'],
  security: { mode: 'wpa2-psk', ciphers: ['AES'], key: KEY, keyUpdateSeconds: 0 },
  maxClients: 32,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
};

type Added = Awaited<ReturnType<typeof site.added>>;

/** Applies a change of the networks that the device refuses. */
async function refuseChange(device: Added): Promise<void> {
  const { params } = device;
  const { config, version } = await owner.call('networkConfigGet', { params });
  const vlan = { id: 30, name: 'Refused', ip: '10.0.30.1', prefix: 24, ports: [] };
  const body = { baseVersion: version, config: { ...config, vlans: [...config.vlans, vlan] } };
  await owner.call('networkConfigApply', { params, body });
  device.raw.send(encodeAck((await device.raw.call('configure')).id, device.serial, 2, ''));
  await device.configured('rejected');
}

const openAlarms = async ({ params }: Added): Promise<string[]> =>
  (await owner.call('alarmList', { params })).items.flatMap(({ kind, resolvedAt }) =>
    resolvedAt === undefined ? [kind] : [],
  );

test('sends a reset switch its last applied configuration after it refused the desired one, and requests telemetry', async () => {
  await using device = await site.added(encodeSwitchConnect);
  const { serial } = device;
  const { config: applied, uuid } = await site.settle(device);
  await refuseChange(device);
  await device.raw[Symbol.asyncDispose]();
  await using back = await site.dial(serial);
  back.send(encodeSwitchConnect(serial));
  expect((await back.call('telemetry')).params).toEqual({ serial, interval: 60, types: ['state'] });
  const restored = await back.call('configure');
  const { uuid: restoredUuid, config } = restored.params as { uuid: number; config: object };
  expect(restoredUuid).toBeGreaterThan(uuid);
  expect(config).toEqual({ ...applied, uuid: restoredUuid });
  back.send(encodeAck(restored.id, serial));
  // The device runs revision 1 again, and the refused one stays refused.
  await pollUntil(async () => (await device.get()).config.reportedRev === 1);
  expect(await device.get()).toMatchObject({ state: 7, config: { desiredRev: 2, status: 'rejected' } });
  expect(await openAlarms(device)).toContain('config-refused');
  await back[Symbol.asyncDispose]();
  await using third = await site.dial(serial);
  third.send(encodeSwitchConnect(serial, restoredUuid));
  await third.call('request');
  await site.applyVlans(device.projectId, 20, 40);
  const next = await third.call('configure', ['telemetry']);
  third.send(encodeAck(next.id, serial));
  await device.configured('applied');
  expect(await openAlarms(device)).not.toContain('config-refused');
});

test('sends a reset access point the keys of its wireless policies again, and stores them encrypted', async () => {
  await using device = await site.added((serial) => encodeApConnect(serial));
  const { params, serial } = device;
  await site.settle(device);
  const { config, version } = await owner.call('networkConfigGet', { params });
  const wireless = { ...EMPTY_WIRELESS, policies: [POLICY] };
  const body = { baseVersion: version, config: { ...config, wireless } };
  await owner.call('networkConfigApply', { params, body });
  expect(JSON.stringify((await site.settle(device)).config)).toContain(KEY);
  await refuseChange(device);
  const { link } = await world.services.db
    .selectFrom('openwifi_links')
    .select('link')
    .where('device_id', '=', device.id)
    .executeTakeFirstOrThrow();
  expect(link.applied?.config).toEqual({ sealed: expect.any(String) as string });
  expect(JSON.stringify(link)).not.toContain(KEY);
  await device.raw[Symbol.asyncDispose]();
  await using back = await site.dial(serial);
  back.send(encodeApConnect(serial));
  expect(JSON.stringify((await back.call('configure')).params)).toContain(KEY);
});

test('sends a reset device the desired configuration at once unless it was refused', async () => {
  await using device = await site.added(encodeSwitchConnect);
  const { uuid } = await site.settle(device);
  await device.raw[Symbol.asyncDispose]();
  await using back = await site.dial(device.serial);
  back.send(encodeSwitchConnect(device.serial));
  const again = await back.call('configure');
  expect(again.params['uuid']).toBeGreaterThan(uuid);
  back.send(encodeAck(again.id, device.serial));
  await pollUntil(async () => (await device.get()).state === 1);
  expect(back.unread).not.toContain('configure');
});

test('sends a device in recovery no configuration', async () => {
  await using device = await site.added((serial) => encodeApConnect(serial));
  await site.settle(device);
  await refuseChange(device);
  await device.raw[Symbol.asyncDispose]();
  await using back = await site.dial(device.serial);
  back.send(encodeApConnect(device.serial, { uuid: 0 }));
  await back.call('request');
  const body = { kind: 'locate' as const, deviceIds: [device.id], args: { seconds: 5 } };
  await owner.call('deviceCommand', { params: device.params, body });
  await back.call('leds', ['configure']);
});

test('requests telemetry of a switch with known ports that runs no configuration', async () => {
  await using device = await site.added(encodeSwitchConnect);
  const { serial } = device;
  // The configuration is refused, so that the switch runs none.
  device.raw.send(encodeAck((await device.raw.call('configure')).id, serial, 2, ''));
  await device.configured('rejected');
  await device.raw[Symbol.asyncDispose]();
  await using back = await site.dial(serial);
  back.send(encodeSwitchConnect(serial));
  const telemetry = await back.call('telemetry', ['configure']);
  back.send(encodeAck(telemetry.id, serial));
  back.send(encodeTelemetry(serial, '{"unit":{"uptime":321}}'));
  await pollUntil(
    async () => (await world.services.plane.processAll(), (await device.get()).uptimeSeconds === 321),
  );
  expect(back.unread).not.toContain('telemetry');
});
