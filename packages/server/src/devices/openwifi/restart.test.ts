import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SteppedClock } from '@northlight/runtime';
import { expect, inject, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { startServer } from '../../server.ts';
import {
  encodeAck,
  createClientPair,
  createProject,
  createTestDatabase,
  pollUntil,
  createSerial,
  RawUcentral,
  encodeSwitchConnect,
  reportSwitchPorts,
  TestBrowser,
  testAuthority,
} from '../../testing/index.ts';

test('sends only the unconfirmed configuration again after a server restart, with a higher number', async () => {
  await using cleanup = new AsyncDisposableStack();
  const database = cleanup.use(await createTestDatabase(inject('databaseUrl')));
  const dataDirectory = mkdtempSync(join(tmpdir(), 'nl-owf-'));
  chmodSync(dataDirectory, 0o711);
  cleanup.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const clock = new SteppedClock(Date.now());
  const config = readConfig({
    NORTHLIGHT_PORT: '0',
    NORTHLIGHT_MQTT_PORT: '0',
    NORTHLIGHT_MQTTS_PORT: '0',
    NORTHLIGHT_DEVICE_HTTPS_PORT: '0',
    NORTHLIGHT_UCENTRAL_PORT: '0',
    NORTHLIGHT_DATA: dataDirectory,
  });
  const start = () => startServer(config, database.url, { clock });
  const authority = await testAuthority('Lighthouse');
  const serial = createSerial();
  const sn = `OWF1${serial.toUpperCase()}`;
  const pair = await createClientPair(authority, serial);

  const first = await start();
  const dial = (server: typeof first) =>
    RawUcentral.connect(
      server.ucentral.port,
      readFileSync(join(dataDirectory, 'tls', 'authority.pem'), 'utf8'),
      pair,
    );
  const { account = '', password = '' } = first.administrator ?? {};
  const signedIn = async (server: typeof first) => {
    const browser = new TestBrowser(server.address);
    await browser.call('signIn', { body: { account, password } });
    return browser;
  };
  const browser = await signedIn(first);
  await browser.call('authorityAdd', { body: { pem: authority.pem } });
  const { id: projectId } = await createProject(browser);
  const params = { projectId };
  const vlan = { id: 20, name: 'Pier', ip: '10.0.20.1', prefix: 24, ports: [] };
  const body = { baseVersion: 0, config: { vlans: [vlan], dhcpPools: [] } };
  await browser.call('networkConfigApply', { params, body });
  const device = await dial(first);
  device.send(encodeSwitchConnect(serial));
  await pollUntil(async () =>
    (await browser.call('waitingDeviceList', {})).items.some((one) => one.sn === sn),
  );
  const { id: deviceId } = await browser.call('waitingDeviceAdd', { params: { sn }, body: { projectId } });
  await reportSwitchPorts(device, serial);
  const applied = await device.call('configure');
  const uuid = applied.params['uuid'] as number;
  device.send(encodeAck(applied.id, serial));
  const readConfigStatus = async () =>
    (await browser.call('deviceGet', { params: { projectId, deviceId } })).config;
  await pollUntil(async () => (await readConfigStatus()).status === 'applied');
  // The server stops before the device answers the next configuration.
  const more = { baseVersion: 1, config: { vlans: [{ ...vlan, name: 'Quay' }], dhcpPools: [] } };
  await browser.call('networkConfigApply', { params, body: more });
  const lost = await device.call('configure');
  await first[Symbol.asyncDispose]();
  await device[Symbol.asyncDispose]();

  await using second = await start();
  const again = await signedIn(second);
  const state = async () => again.call('deviceGet', { params: { projectId, deviceId } });
  expect((await state()).state).toBe(1);
  const back = await dial(second);
  back.send(encodeSwitchConnect(serial, uuid));
  await back.call('request');
  await clock.advance(5_000);
  const resent = await back.call('configure');
  expect(resent.params['uuid']).toBeGreaterThan(lost.params['uuid'] as number);
  back.send(encodeAck(resent.id, serial));
  await pollUntil(async () => (await state()).config.status === 'applied');
  await back[Symbol.asyncDispose]();
  await using settled = await dial(second);
  settled.send(encodeSwitchConnect(serial, resent.params['uuid'] as number));
  await settled.call('request');
  await clock.advance(6_000);
  expect(settled.unread).toEqual([]);
  expect((await state()).config).toMatchObject({ desiredRev: 2, reportedRev: 2, status: 'applied' });
});
