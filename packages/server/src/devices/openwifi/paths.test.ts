/** The way of Wi-Fi clients of an OpenWiFi access point with a LAN port to the DHCP pool of their VLAN. */
import { EMPTY_WIRELESS, type NetworkConfig, type WifiPolicy } from '@northlight/contract';
import { SteppedClock } from '@northlight/runtime';
import { expect, inject, test } from 'vitest';
import {
  createOpenWifiSite,
  createSerial,
  encodeApConnect,
  type PlayedDevice,
  playSite,
  pollUntil,
  startTestServer,
} from '../../testing/index.ts';

const POLICY: WifiPolicy = {
  id: 'guests',
  name: 'Guests',
  enabled: true,
  ssid: 'Guests',
  hidden: false,
  bands: ['5G'],
  security: { mode: 'open' },
  maxClients: 32,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
  vlanId: 30,
};
const pool = (vlanId: number, network: string) => ({
  name: `pool${vlanId}`,
  vlanId,
  start: `${network}.10`,
  end: `${network}.99`,
  dns: [],
  leaseMinutes: 60,
});
/** The port to the access point carries VLAN 20 only, with or without VLAN 30. */
const createConfig = (carriesGuests: boolean): NetworkConfig => ({
  vlans: [
    { id: 20, name: 'Staff', ip: '10.0.20.1', prefix: 24, ports: ['lan1'] },
    {
      id: 30,
      name: 'Guests',
      ip: '10.0.30.1',
      prefix: 24,
      ports: ['lan3'],
      ...(carriesGuests && { taggedPorts: ['lan1'] }),
    },
  ],
  dhcpPools: [pool(20, '10.0.20'), pool(30, '10.0.30')],
  wireless: { ...EMPTY_WIRELESS, policies: [POLICY] },
});

test('reviews the way of Wi-Fi clients at the uplink of their access point', async () => {
  await using world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  const owner = await world.signedUp();
  const site = await createOpenWifiSite(world, owner, 'Dune devices');
  await using wired = await playSite(world, owner, 'NL-GW5');
  const { params } = wired;
  const [gateway] = wired.devices as [PlayedDevice];
  await gateway.on();
  const project = await owner.call('projectGet', { params });
  await using device = await site.added((serial) => encodeApConnect(serial), createSerial(), project);
  const state = `{"unit":{"uptime":5},"lldp-peers":{"upstream":{"eth0":[{"name":"gw","mac":"${gateway.base.mac}","port_id":"lan1","capability":["Bridge","Router"]}]}}}`;
  device.raw.send(
    `{"jsonrpc":"2.0","method":"state","params":{"serial":"${device.serial}","uuid":1,"state":${state}}}`,
  );
  await pollUntil(async () => (await device.get()).ports.some(({ neighbour }) => neighbour !== undefined));
  await world.services.topology.processAll();
  const review = async (config: NetworkConfig, baseVersion = 0) =>
    (await owner.call('networkConfigReview', { params, body: { baseVersion, config } })).broken ?? [];
  const guests = { deviceId: device.id, kind: 'addresses', ssid: 'Guests' };
  expect(await review(createConfig(false))).toContainEqual(
    expect.objectContaining({ ...guests, why: expect.stringContaining('does not carry VLAN 30.') as string }),
  );
  expect(await review(createConfig(true))).not.toContainEqual(expect.objectContaining(guests));
  await owner.call('networkConfigApply', { params, body: { baseVersion: 0, config: createConfig(true) } });
  const { items } = await owner.call('networkPortVlanList', { params });
  expect(items.find(({ deviceId }) => deviceId === device.id)).toEqual({
    deviceId: device.id,
    ports: [
      { id: 'eth0', untagged: [1], tagged: expect.arrayContaining([20, 30]) as number[] },
      { id: 'eth1', untagged: [1], tagged: [] },
    ],
    ssids: [{ name: 'Guests', vlanId: 30 }],
  });
});
