/** Speeds of switch ports, which the client of OpenWiFi switches forces on every listed port, with literal frames. */
import { getDefaultPort } from '@northlight/contract';
import { SteppedClock } from '@northlight/runtime';
import { expect, inject, test } from 'vitest';
import {
  createOpenWifiSite,
  encodeAck,
  encodeSwitchConnect,
  pollUntil,
  startTestServer,
} from '../../testing/index.ts';

interface Ethernet {
  readonly 'select-ports': readonly string[];
  readonly speed: number;
  readonly enabled: boolean;
}

test('are those of the links, of modules before the first link, and never unknown to the client', async () => {
  await using world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  const owner = await world.signedUp();
  const site = await createOpenWifiSite(world, owner, 'Lagoon devices');
  await using device = await site.added(encodeSwitchConnect);
  const { projectId, serial } = device;
  const listSpeeds = (config: Record<string, unknown>) =>
    (config['ethernet'] as Ethernet[]).map((entry) => [entry['select-ports'][0], entry.speed, entry.enabled]);
  const first = await site.settle(device);
  // Ethernet1 has PoE, and Ethernet2 has not; neither had a link.
  expect(listSpeeds(first.config)).toEqual([
    ['Ethernet0', 1_000, true],
    ['Ethernet1', 1_000, true],
    ['Ethernet2', 10_000, true],
    ['Ethernet9', 1_000, true],
  ]);
  const read = async (id: string) => (await device.get()).capabilities.ports.find((port) => port.id === id);
  expect((await read('Ethernet1'))?.speedsMbps).toEqual([10, 100, 1_000]);
  expect((await read('Ethernet2'))?.speedsMbps).toContain(10_000);
  const links =
    '"Ethernet1":{"carrier":true,"speed":2500,"duplex":"full"},"Ethernet2":{"carrier":true,"speed":40000,"duplex":"full"}';
  device.raw.send(
    `{"jsonrpc":"2.0","method":"state","params":{"serial":"${serial}","uuid":1,"state":{"link-state":{"upstream":{${links}}}}}}`,
  );
  await pollUntil(async () => (await read('Ethernet2'))?.maxSpeedMbps === 40_000);
  await site.applyVlans(projectId, 20, 30);
  const second = await site.settle(device);
  const expected = [
    ['Ethernet0', 1_000, true],
    ['Ethernet1', 2_500, true],
    ['Ethernet2', 25_000, true],
    ['Ethernet9', 1_000, true],
  ];
  expect(listSpeeds(second.config)).toEqual(expected);
  // A speed that the client does not know is not offered and refused.
  const port = await read('Ethernet2');
  if (!port) throw new Error('The switch has no port Ethernet2.');
  expect(port.speedsMbps).not.toContain(40_000);
  const settings = { ports: [{ ...getDefaultPort(port), speedMbps: 40_000 }] };
  const body = { changes: [{ deviceId: device.id, baseVersion: 0, settings }] };
  const { body: refused } = await owner.refused('deviceSettingsApply', { params: device.params, body });
  expect(Object.keys(refused.fields ?? {})).toEqual(['changes.0.settings.ports.0.speedMbps']);
  // The server remembers the links when the switch connects again.
  await device.raw[Symbol.asyncDispose]();
  await using back = await site.dial(serial);
  back.send(encodeSwitchConnect(serial, second.uuid));
  await back.call('request');
  await site.applyVlans(projectId, 20, 40);
  const third = await back.call('configure');
  back.send(encodeAck(third.id, serial));
  expect(listSpeeds((third.params as { config: Record<string, unknown> }).config)).toEqual(expected);
});
