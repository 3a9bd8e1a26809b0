import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { AlarmSite } from '../../alarms/testing/alarm-site.ts';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

test('names the most severe outage with its devices, clients and first step until it ends', async () => {
  const site = await AlarmSite.make(world, owner);
  const read = async () =>
    (await owner.call('projectStatus', { params: { projectId: site.projectId } })).outage;
  expect(await read()).toBeUndefined();
  const clients = ['aa:bb:cc:00:00:01', 'aa:bb:cc:00:00:02', 'aa:bb:cc:00:00:03'];
  const report = (name: string, macs: readonly string[]) =>
    site.reportClients(
      name,
      macs.map((mac) => ({ mac, ssid: 'Guest', band: '5G' })),
    );
  await report('ap1', clients.slice(0, 2));
  await report('ap3', clients.slice(2));
  await site.down('ap3');
  await site.wait(60_000);
  expect(await read()).toMatchObject({ device: { name: 'ap3' }, devices: 1, clients: 1, others: 0 });
  await site.down('ap1', 'ap2', 'sw1');
  await site.wait(60_000);
  expect(await read()).toMatchObject({
    kind: 'device-offline',
    severity: 'critical',
    device: { name: 'sw1', kind: 'switch' },
    devices: 3,
    clients: 2,
    firstStep: 'Check the device’s power and the cable to its uplink.',
    others: 1,
  });
  // A client that connects to another device is not lost.
  await report('cam', [clients[0] ?? '']);
  expect(await read()).toMatchObject({ clients: 1 });
  await site.up('sw1', 'ap1', 'ap2', 'ap3');
  await site.wait(60_000);
  expect(await read()).toBeUndefined();
});

test('ranks outages by the clients that they affect, before devices', async () => {
  const site = await AlarmSite.make(world, owner);
  const clients = [1, 2, 3].map((at) => ({
    mac: `aa:bb:cc:00:01:0${at}`,
    ssid: 'Guest',
    band: '5G' as const,
  }));
  await site.reportClients('ap3', clients);
  await site.down('ap1', 'ap2', 'sw1');
  await site.wait(60_000);
  await site.down('ap3');
  await site.wait(60_000);
  const { outage } = await owner.call('projectStatus', { params: { projectId: site.projectId } });
  expect(outage).toMatchObject({ device: { name: 'ap3' }, devices: 1, clients: 3, others: 1 });
});
