import { describe, expect, it, test } from 'vitest';
import { diffClients, listClients } from './client-list.ts';
import { parseBridgeFdb, parseOvsFdb } from './forwarding-table.ts';
import { parseCpuTimes, parseMemoryPercent } from './host-figures.ts';
import { parseLeases } from './leases.ts';

const NOW = Date.UTC(2026, 0, 5);
const MAC = 'aa:bb:cc:dd:ee:01';

test('parses DHCP leases and skips malformed lines', () => {
  const text = `${NOW / 1000 + 60} ${MAC} 192.168.10.128 c1 01:aa:bb:cc:dd:ee:01\n0 AA:BB:CC:DD:EE:02 192.168.10.129 * *\nduid 00:01\n\n5 zz 1.2.3.4 x *\n`;
  expect(parseLeases(text)).toEqual([
    { expires: NOW + 60_000, mac: MAC, ip: '192.168.10.128', name: 'c1' },
    { expires: 0, mac: 'aa:bb:cc:dd:ee:02', ip: '192.168.10.129', name: undefined },
  ]);
});

test('parses the forwarding tables of both switch kinds', () => {
  const table = ` port  VLAN  MAC                Age\n    2    10  ${MAC}    1\nLOCAL    20  00:00:00:00:00:02    0\n`;
  const ports = JSON.stringify({
    headings: ['name', 'ofport'],
    data: [
      ['lan1', 2],
      ['vlan10', 3],
      ['br-nl', ['set', []]],
    ],
  });
  expect(parseOvsFdb(table, ports)).toEqual(new Map([[MAC, 'lan1']]));
  expect(
    parseBridgeFdb(JSON.stringify([{ mac: MAC, ifname: 'lan2', master: 'vlan20' }, { bogus: 1 }])),
  ).toEqual(new Map([[MAC, 'lan2']]));
  expect(parseBridgeFdb('')).toEqual(new Map());
});

describe('the client list', () => {
  const lease = { expires: NOW + 60_000, mac: MAC, ip: '192.168.10.128', name: 'c1' };
  const neighbour = { dst: '192.168.10.128', dev: 'vlan10', lladdr: MAC, state: ['REACHABLE'] };
  const nothing = {
    leases: [],
    neighbours: [],
    addresses: [],
    forwarding: new Map<string, string>(),
    lan: ['lan1'],
    since: new Map<string, number>(),
    now: NOW,
  };

  it('combines the lease, the neighbour entry and the port of a client', () => {
    const client = { mac: MAC, ip: '192.168.10.128', name: 'c1', vlan: 10, port: 'lan1', since: NOW - 5 };
    const sources = {
      ...nothing,
      leases: [lease],
      neighbours: [neighbour],
      forwarding: new Map([[MAC, 'lan1']]),
      since: new Map([[MAC, NOW - 5]]),
    };
    expect(listClients(sources)).toEqual([client]);
  });

  it('includes the client of a new lease at once, and clients with static addresses', () => {
    expect(listClients({ ...nothing, leases: [lease] })).toMatchObject([{ mac: MAC, name: 'c1' }]);
    expect(listClients({ ...nothing, neighbours: [neighbour] })).toMatchObject([{ mac: MAC, vlan: 10 }]);
  });

  it('includes the VLAN of a new lease before the kernel lists the client as a neighbour', () => {
    const addresses = [
      { ifname: 'wan0', flags: [], addr_info: [{ family: 'inet', local: '192.168.10.7', prefixlen: 16 }] },
      { ifname: 'vlan10', flags: [], addr_info: [{ family: 'inet', local: '192.168.10.1', prefixlen: 24 }] },
      { ifname: 'vlan20', flags: [], addr_info: [{ family: 'inet', local: '192.168.20.1', prefixlen: 24 }] },
    ];
    const other = { ...lease, mac: 'aa:bb:cc:dd:ee:02', ip: '192.168.20.128' };
    const outside = { ...lease, mac: 'aa:bb:cc:dd:ee:03', ip: '192.168.30.128' };
    expect(listClients({ ...nothing, addresses, leases: [lease, other, outside] })).toEqual([
      { mac: MAC, ip: lease.ip, name: 'c1', vlan: 10, since: NOW },
      { mac: other.mac, ip: other.ip, name: 'c1', vlan: 20, since: NOW },
      { mac: outside.mac, ip: outside.ip, name: 'c1', since: NOW },
    ]);
  });

  it('contains the address that a client confirmed last, otherwise the leased one', () => {
    const earlier = { ...neighbour, dst: '192.168.10.50', state: ['STALE'] };
    const readAddressOf = (...neighbours: readonly (typeof neighbour & { confirmed?: number })[]) =>
      [neighbours, neighbours.toReversed()].map(
        (rows) => listClients({ ...nothing, leases: [lease], neighbours: rows })[0]?.ip,
      );
    expect(
      readAddressOf({ ...neighbour, confirmed: 30 }, { ...earlier, confirmed: 90 }),
      'moved to the leased address',
    ).toEqual([neighbour.dst, neighbour.dst]);
    expect(
      readAddressOf({ ...neighbour, confirmed: 90 }, { ...earlier, confirmed: 30 }),
      'moved to a static address',
    ).toEqual([earlier.dst, earlier.dst]);
    expect(readAddressOf(neighbour, earlier), 'without a time').toEqual([neighbour.dst, neighbour.dst]);
  });

  it('excludes unreachable, expired and WAN-side clients', () => {
    const old = new Map([[MAC, NOW - 60_000]]);
    expect(listClients({ ...nothing, leases: [lease], since: old })).toEqual([]);
    expect(listClients({ ...nothing, leases: [{ ...lease, expires: NOW - 1 }] })).toEqual([]);
    expect(
      listClients({ ...nothing, leases: [lease], neighbours: [{ ...neighbour, state: ['FAILED'] }] }),
    ).toEqual([]);
    expect(listClients({ ...nothing, neighbours: [{ ...neighbour, dev: 'wan0' }] })).toEqual([]);
  });

  it('reports the clients that joined, changed and left between two readings', () => {
    const before = new Map([
      ['a', { mac: 'a', ip: '1' }],
      ['b', { mac: 'b', ip: '2' }],
      ['c', { mac: 'c', ip: '3', since: 1 }],
    ]);
    const after = [{ mac: 'b', ip: '9' }, { mac: 'c', ip: '3', since: 2 }, { mac: 'd' }];
    expect(diffClients(before, after)).toEqual({
      join: [{ mac: 'd' }],
      upd: [{ mac: 'b', ip: '9' }],
      leave: ['a'],
    });
  });
});

test('parses CPU and memory figures of the kernel', () => {
  expect(parseCpuTimes('cpu  100 0 50 800 50 0 0 0 0 0\ncpu0 1')).toEqual({ busy: 150, total: 1000 });
  expect(parseMemoryPercent('MemTotal:       1000 kB\nMemFree: 1 kB\nMemAvailable:    250 kB\n')).toBe(75);
  expect(parseMemoryPercent('')).toBeUndefined();
});
