import { wanStats } from '@northlight/contract/device-protocol';
import { describe, expect, it } from 'vitest';
import { describeWans, parseNameServers, type WanSources } from './wan-figures.ts';

const address = (ifname: string, local: string, prefixlen: number) => ({
  ifname,
  flags: ['UP'],
  addr_info: [{ family: 'inet', local, prefixlen }],
});
const link = (ifname: string, up = true) => ({ ifname, flags: up ? ['UP', 'LOWER_UP'] : ['UP'] });
const route = (dev: string, gateway: string | undefined, metric?: number) => ({
  dst: 'default',
  dev,
  ...(gateway !== undefined && { gateway }),
  ...(metric !== undefined && { metric }),
});
const TWO: WanSources = {
  wan: ['wan1', 'wan2'],
  addresses: [address('wan1', '203.0.113.57', 24), address('wan2', '198.51.100.9', 30)],
  links: [link('wan1'), link('wan2')],
  routes: [route('wan2', '198.51.100.10', 10), route('wan1', '203.0.113.1')],
  resolvers: new Map([['wan1', 'nameserver 9.9.9.9\nnameserver 1.1.1.1\n']]),
  machineResolver: 'nameserver 192.0.2.53\n',
};
const describeChecked = (sources: Partial<WanSources>) =>
  wanStats.parse(describeWans({ ...TWO, ...sources }).map(({ stat }) => stat));

describe('state of the WAN ports', () => {
  it('lists address, gateway and name servers of each port, and marks the port with the lowest metric as in use', () => {
    expect(describeChecked({})).toEqual([
      {
        id: 'wan1',
        up: true,
        inUse: true,
        ip: '203.0.113.57',
        prefix: 24,
        gateway: '203.0.113.1',
        dns: ['9.9.9.9', '1.1.1.1'],
      },
      { id: 'wan2', up: true, inUse: false, ip: '198.51.100.9', prefix: 30, gateway: '198.51.100.10' },
    ]);
  });

  it('marks the other WAN port as in use when the first has no link', () => {
    const [first, second] = describeChecked({ links: [link('wan1', false), link('wan2')] });
    expect(first).toMatchObject({ up: false, inUse: false });
    expect(second).toMatchObject({ inUse: true, dns: ['192.0.2.53'] });
  });

  it('has no address before a lease', () => {
    expect(describeChecked({ addresses: [], routes: [] })).toEqual([
      { id: 'wan1', up: true, inUse: false },
      { id: 'wan2', up: true, inUse: false },
    ]);
  });

  it('describes a port by its PPPoE line, without a gateway', () => {
    const [, second] = describeChecked({
      addresses: [address('ppp-wan16', '100.64.3.7', 32)],
      routes: [route('ppp-wan16', undefined, 10)],
    });
    expect(second).toMatchObject({ id: 'wan2', inUse: true, ip: '100.64.3.7', prefix: 32 });
    expect(second?.gateway).toBeUndefined();
  });

  it('skips name servers that are not IPv4, and all after the fourth', () => {
    const lines = ['2001:db8::1', '1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4', '1.1.1.5'];
    expect(parseNameServers(`# none\n${lines.map((server) => `nameserver ${server}\n`).join('')}`)).toEqual(
      lines.slice(1, 5),
    );
  });
});
