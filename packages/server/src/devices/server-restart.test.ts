import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SteppedClock } from '@northlight/runtime';
import { expect, inject, test } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { startServer } from '../server.ts';
import {
  createProject,
  createTestDatabase,
  pollUntil,
  RawDevice,
  createSampleDevice,
  TestBrowser,
} from '../testing/index.ts';
import { registerBaseDevices } from './base-devices.ts';

async function createWorld() {
  await using building = new AsyncDisposableStack();
  const database = building.use(await createTestDatabase(inject('databaseUrl')));
  const dataDirectory = mkdtempSync(join(tmpdir(), 'nl-restart-'));
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
  const start = () => startServer(config, database.url, { clock });
  const disposal = building.move();
  return { clock, start, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
}

test('keeps devices online without alarms across a short server restart', async () => {
  await using world = await createWorld();
  const base = { ...createSampleDevice(), model: 'NL-AP6C' };
  const first = await world.start();
  const { services } = first.context;
  const { mqtt } = first.gateway;
  const { account = '', password = '' } = first.administrator ?? {};
  const browser = new TestBrowser(first.address);
  await browser.call('signIn', { body: { account, password } });
  const { id: projectId } = await createProject(browser);
  await registerBaseDevices(services.db, [base], world.clock.now());
  const { id } = await browser.call('deviceAdd', {
    params: { projectId },
    body: { sn: base.sn, claimCode: base.claimCode },
  });
  const credential = await RawDevice.provision(mqtt.port, base);
  await using _device = await RawDevice.online(mqtt.port, base, credential, { session: 'one' });
  await first[Symbol.asyncDispose]();

  await using second = await world.start();
  const again = new TestBrowser(second.address);
  await again.call('signIn', { body: { account, password } });
  const state = async () => (await again.call('deviceGet', { params: { projectId, deviceId: id } })).state;
  const alarms = async () => (await again.call('alarmList', { params: { projectId } })).items;
  expect([await state(), await alarms()]).toEqual([1, []]);
  const back = await RawDevice.online(second.gateway.mqtt.port, base, credential, { session: 'two' });
  await world.clock.advance(30_000);
  expect([await state(), await alarms()]).toEqual([1, []]);
  await back.unplug();
  await pollUntil(async () => (await state()) === 0);
  expect(await alarms()).toHaveLength(1);
});
