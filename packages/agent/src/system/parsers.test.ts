import { topoMessage } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { parseCounts, readTraffic, TrafficRates } from '../collect/client-traffic.ts';
import { parseLinkMode } from './ethtool.ts';
import { findChassisPort } from './lldp-daemon.ts';
import { listEquipment, parseLldpNeighbours } from './lldp-neighbours.ts';

const lldp = (...interfaces: object[]): string => JSON.stringify({ lldp: [{ interface: interfaces }] });
const neighbour = (
  name: string,
  id: string,
  own: { system?: string; port?: object[]; descr?: string; capability?: unknown } = {},
) => ({
  name,
  chassis: [
    {
      id: [{ type: 'local', value: id }],
      name: [{ value: own.system ?? 'switch' }],
      ...(own.capability !== undefined && { capability: own.capability }),
    },
  ],
  port: [
    {
      id: own.port ?? [{ type: 'ifname', value: 'u1' }],
      descr: [{ value: own.descr ?? 'uplink' }],
    },
  ],
});

test('parses neighbours with a MAC, and makes their names printable', () => {
  const text = lldp(
    neighbour('lan1', '02:00:00:00:00:01', {
      capability: [
        { type: 'Bridge', enabled: true },
        { type: 'Router', enabled: false },
        { type: 'Tel', enabled: true },
        { type: 'Teleporter', enabled: true },
      ],
    }),
    neighbour('lan2', 'not a mac'),
    neighbour('lan3', '0200.0000.0003', {
      system: 'evil\u0000\u202ename',
      port: [{ type: 'mac', value: 'x' }],
      descr: 'Gi0/1',
      capability: 'none',
    }),
    { name: 'lan4' },
  );
  const neighbours = parseLldpNeighbours(text);
  expect(neighbours).toEqual([
    {
      port: 'lan1',
      peerMac: '02:00:00:00:00:01',
      peerPort: 'u1',
      peerName: 'switch',
      caps: ['bridge', 'phone'],
    },
    { port: 'lan3', peerMac: '02:00:00:00:00:03', peerPort: 'Gi0/1', peerName: 'evilname', caps: [] },
  ]);
  expect(topoMessage.parse({ session: 's', seq: 1, ts: 0, lldp: neighbours }).lldp).toEqual(neighbours);
  // A phone with a bridge is equipment, a neighbour that announces nothing is not.
  expect(listEquipment(neighbours).map(({ port }) => port)).toEqual(['lan1']);
  expect(parseLldpNeighbours('')).toEqual([]);
  expect(parseLldpNeighbours('{"lldp":[{}]}')).toEqual([]);
});

test('announces the MAC of the device by a port that has it', () => {
  const mac = '02:00:00:00:00:01';
  const links = [
    { ifname: 'lo' },
    { ifname: 'br0', address: mac },
    { ifname: 'p1', address: '02:00:00:00:00:02' },
    { ifname: 'p2', address: mac },
  ];
  expect(findChassisPort(links, { mac, ports: ['p1', 'p2'] })).toBe('p2');
  expect(findChassisPort(links, { mac, ports: ['p1'] })).toBeUndefined();
});

test('parses the speed of a network card and the speeds that can be set', () => {
  const text = `Settings for p1:
	Supported ports: [ TP ]
	Supported link modes:   10baseT/Half 10baseT/Full
	                        100baseT/Half 100baseT/Full
	                        1000baseT/Full
	Supported pause frame use: Symmetric
	Supports auto-negotiation: Yes
	Advertised link modes:  2500baseT/Full
	Speed: 1000Mb/s
	Duplex: Full
	Auto-negotiation: on
`;
  expect(parseLinkMode(text)).toEqual({
    speedMbps: 1000,
    duplex: 'full',
    speedsMbps: [10, 100, 1000],
    negotiates: true,
  });
  expect(
    parseLinkMode(
      'Settings for veth:\n\tSupported link modes:   Not reported\n\tSpeed: 10000Mb/s\n\tDuplex: Full\n\tAuto-negotiation: off\n',
    ),
  ).toEqual({
    speedMbps: 10_000,
    duplex: 'full',
    speedsMbps: [],
    negotiates: false,
  });
  expect(parseLinkMode('Settings for x:\n\tSpeed: Unknown!\n')).toEqual({ speedsMbps: [], negotiates: true });
});

test('reads bytes per client from the firewall sets, and computes rates between readings', () => {
  const text = JSON.stringify({
    nftables: [
      { metainfo: {} },
      {
        set: {
          name: 'sent',
          elem: [
            { elem: { val: '192.168.10.5', expires: 9, counter: { packets: 2, bytes: 3_000 } } },
            { elem: { val: '192.168.10.6' } },
          ],
        },
      },
    ],
  });
  expect(parseCounts(text)).toEqual(new Map([['192.168.10.5', 3_000]]));
  const rates = new TrafficRates();
  const mac = '02:00:00:00:00:01';
  expect(rates.update(mac, { rxBytes: 0, txBytes: 0 }, 0)).toEqual({ rxBytes: 0, txBytes: 0 });
  expect(rates.update(mac, { rxBytes: 125_000, txBytes: 12_500 }, 10_000)).toMatchObject({
    rxRateKbps: 100,
    txRateKbps: 10,
  });
  // A second reading within the minimum interval returns the rate of the last interval.
  expect(rates.update(mac, { rxBytes: 125_100, txBytes: 12_500 }, 10_100)).toMatchObject({ rxRateKbps: 100 });
  // A reset counter gives no rate.
  expect(rates.update(mac, { rxBytes: 10, txBytes: 0 }, 30_000)).toMatchObject({
    rxRateKbps: 0,
    txRateKbps: 0,
  });
  rates.retain(new Set());
  expect(rates.update(mac, { rxBytes: 9, txBytes: 0 }, 60_000)).toEqual({ rxBytes: 9, txBytes: 0 });
});

test('counts the bytes that a client sent as received by the gateway', async () => {
  const listed: Record<string, number> = { sent: 100, received: 9_000 };
  const traffic = await readTraffic((argv) => {
    const elem = [{ elem: { val: '192.168.10.5', counter: { bytes: listed[argv.at(-1) ?? ''] } } }];
    return Promise.resolve(JSON.stringify({ nftables: [{ set: { elem } }] }));
  });
  expect(traffic.get('192.168.10.5')).toEqual({ rxBytes: 100, txBytes: 9_000 });
});
