import type { ConnectionCheck, ConnectionStep, DeviceSettings, NetworkConfig } from '@northlight/contract';
import { expect, test } from 'vitest';
import { CONFIG, createVlan, LINKS, listSources, SETTINGS } from '../reach/testing/hotel.ts';
import { createReachWorld } from '../reach/world.ts';
import { checkConnection, type ConnectionFacts } from './check-connection.ts';

const WAN = {
  id: 'wan1',
  up: true,
  inUse: true,
  ip: '203.0.113.14',
  internetPing: { target: '1.1.1.1', sent: 50, lost: 0, latencyMs: 9 },
};
const WIRELESS = { online: true, ip: '192.168.20.110', vlan: 20, ssid: 'Hotel', band: '5G', signalDbm: -58 };
const WIRED = { online: true, ip: '192.168.30.110', vlan: 30, port: 'p1' };
const POOL_USE = { vlanId: 20, addresses: 100, used: 41 };

interface Case {
  readonly config?: Partial<NetworkConfig>;
  readonly settings?: Readonly<Record<string, DeviceSettings>>;
  readonly facts?: Partial<ConnectionFacts>;
  readonly offline?: string;
  readonly unconfirmed?: string;
  readonly parents?: Readonly<Record<string, string>>;
}

/** Checks the wireless client at AP-1, or the client of `facts`. */
function check({ config, facts, offline, parents, settings, unconfirmed }: Case = {}): ConnectionCheck {
  const whole = { ...CONFIG, ...config };
  const sources = listSources(settings ?? SETTINGS);
  return checkConnection({
    client: WIRELESS,
    isBlocked: false,
    deviceId: 'ap',
    devices: new Map(
      sources.map(({ caps, id, name }) => [
        id,
        {
          id,
          name,
          isOnline: id !== offline,
          isConfirmed: id !== unconfirmed,
          parentId: parents?.[id],
          portLabels: new Map(caps.ports.map((port) => [port.id, port.label] as const)),
        },
      ]),
    ),
    world: createReachWorld(whole, sources, LINKS),
    dhcpPools: whole.dhcpPools,
    poolUse: [POOL_USE],
    wans: [WAN],
    wansAt: '2026-11-23T14:04:48.000Z',
    ...facts,
  });
}
const at = (client: object, own: Partial<ConnectionFacts> = {}): Case => ({
  facts: { client: client as ConnectionFacts['client'], ...own },
});
const wired = (own: object = {}, facts: Partial<ConnectionFacts> = {}): Case =>
  at({ ...WIRED, ...own }, { deviceId: 'sw2', ...facts });
const withUplinkOf = (change: object): Readonly<Record<string, DeviceSettings>> => ({
  ...SETTINGS,
  sw1: {
    ports: (SETTINGS['sw1']?.ports ?? []).map((port) => (port.id === 'p1' ? { ...port, ...change } : port)),
  },
});
const withoutGuests = withUplinkOf({ mode: 'access', tagged: [] });

test.each<[string, Case, ConnectionStep, string]>([
  ['a wireless client', {}, 'link', 'ok connected'],
  ['a weak signal', at({ ...WIRELESS, signalDbm: -77 }), 'link', 'warning weak-signal'],
  ['a cable at 10 Mbit/s', wired({}, { port: { up: true, speedMbps: 10 } }), 'link', 'warning slow-port'],
  ['a printer at 100 Mbit/s', wired({}, { port: { up: true, speedMbps: 100 } }), 'link', 'ok connected'],
  [
    'half duplex',
    wired({}, { port: { up: true, speedMbps: 100, duplex: 'half' } }),
    'link',
    'warning slow-port',
  ],
  ['a client that left', at({ ...WIRELESS, online: false }), 'link', 'unknown disconnected'],
  ['an unplugged cable', wired({ online: false }, { port: { up: false } }), 'link', 'failed port-down'],
  ['an offline access point', { offline: 'ap' }, 'link', 'failed device-offline'],
  ['a blocked client', { facts: { isBlocked: true } }, 'link', 'failed blocked'],

  ['a VLAN of the gateway', {}, 'vlan', 'ok configured'],
  ['a VLAN that the gateway lacks', wired({ vlan: 99 }), 'vlan', 'failed not-on-gateway'],
  [
    'the VLAN of the SSID, if none is reported',
    at({ ...WIRELESS, vlan: undefined }),
    'vlan',
    'ok configured',
  ],
  ['a client of unknown VLAN', at({ online: true }), 'vlan', 'unknown not-reported'],
  ['the LAN of the factory settings', at({ online: true, vlan: 1 }), 'vlan', 'ok configured'],

  ['cables that carry the VLAN', {}, 'path', 'ok complete'],
  ['a client at the gateway', wired({ port: 'lan3' }, { deviceId: 'gw' }), 'path', 'ok complete'],
  ['a port without the VLAN', { settings: withoutGuests }, 'path', 'failed vlan-missing'],
  [
    'a port without the VLAN at a device that has not confirmed it',
    { settings: withoutGuests, unconfirmed: 'sw1' },
    'path',
    'unknown unconfirmed',
  ],
  ['an offline switch', { offline: 'sw1' }, 'path', 'failed device-offline'],
  ['an access point without a known cable', { facts: { deviceId: 'far' } }, 'path', 'unknown not-known'],
  [
    'a mesh node below an access point with a cable',
    { facts: { deviceId: 'far' }, parents: { far: 'ap' } },
    'path',
    'ok complete',
  ],
  [
    'a mesh node below an access point whose port lacks the VLAN',
    { facts: { deviceId: 'far' }, parents: { far: 'ap' }, settings: withoutGuests },
    'path',
    'failed vlan-missing',
  ],
  [
    'two mesh nodes that name each other as parent',
    { facts: { deviceId: 'far' }, parents: { far: 'lost', lost: 'far' } },
    'path',
    'failed device-offline',
  ],

  ['an address of the VLAN', {}, 'address', 'ok assigned'],
  [
    'an address of another network',
    at({ ...WIRELESS, ip: '192.168.10.7' }),
    'address',
    'warning other-network',
  ],
  [
    'the last address of a client that left',
    at({ ...WIRELESS, online: false, ip: '169.254.7.9' }),
    'address',
    'unknown assigned',
  ],
  ['no address', at({ ...WIRELESS, ip: undefined }), 'address', 'failed none'],
  ['a self-assigned address', at({ ...WIRELESS, ip: '169.254.7.9' }), 'address', 'failed self-assigned'],
  [
    'a self-assigned address with a full pool',
    at({ ...WIRELESS, ip: '169.254.7.9' }, { poolUse: [{ ...POOL_USE, used: 100 }] }),
    'address',
    'failed pool-full',
  ],
  [
    'no address in a VLAN without a pool',
    { ...at({ ...WIRELESS, ip: undefined }), config: { dhcpPools: [] } },
    'address',
    'warning no-pool',
  ],
  [
    'an access point that assigns the addresses itself',
    {
      ...at({ ...WIRELESS, ip: '10.9.8.7' }),
      config: {
        wireless: {
          ...CONFIG.wireless!,
          policies: (CONFIG.wireless?.policies ?? []).map((policy) => ({ ...policy, dhcp: 'ap' as const })),
        },
      },
    },
    'address',
    'ok assigned',
  ],
  [
    'a changed network of the VLAN',
    { config: { vlans: [createVlan(20, { ip: '10.20.0.1' })] } },
    'address',
    'warning other-network',
  ],

  ['an online gateway', {}, 'gateway', 'ok online'],
  ['an offline gateway', { offline: 'gw' }, 'gateway', 'failed offline'],

  ['a WAN port that reaches the internet', {}, 'internet', 'ok online'],
  ['a WAN port without a link', { facts: { wans: [{ ...WAN, up: false }] } }, 'internet', 'failed wan-down'],
  [
    'a WAN port without an address',
    { facts: { wans: [{ ...WAN, ip: undefined }] } },
    'internet',
    'failed no-address',
  ],
  ['an internet without answers', lose(50), 'internet', 'failed no-answer'],
  ['loss of 10%', lose(5), 'internet', 'warning loss'],
  ['loss of 2%', lose(1), 'internet', 'ok online'],
  ['a gateway that reports no WAN', { facts: { wans: undefined } }, 'internet', 'unknown not-reported'],
  ['the last report of an offline gateway', { offline: 'gw' }, 'internet', 'unknown not-reported'],
  [
    'the WAN port in use of two',
    {
      facts: {
        wans: [
          { ...WAN, inUse: false, up: false },
          { ...WAN, id: 'wan2' },
        ],
      },
    },
    'internet',
    'ok online',
  ],
])('finds at each step: %s', (_title, given, step, expected) => {
  const { finding, state } = check(given)[step];
  expect(`${state} ${finding}`).toBe(expected);
});

function lose(lost: number): Case {
  return { facts: { wans: [{ ...WAN, internetPing: { ...WAN.internetPing, lost } }] } };
}

test('names the devices of the path and the port that lacks the VLAN', () => {
  const { path } = check({ settings: withoutGuests });
  expect(path.devices.map(({ name }) => name)).toEqual(['AP-1', 'SW-1', 'GW-1']);
  expect(path.gap).toEqual({
    device: { id: 'sw1', name: 'SW-1' },
    port: { id: 'p1', label: 'P1' },
    vlanId: 20,
  });
});

test('reports a project without a gateway at every step that needs one', () => {
  const sources = listSources().filter(({ id }) => id !== 'gw');
  const found = check({ facts: { world: createReachWorld(CONFIG, sources, []) } });
  for (const step of ['vlan', 'path', 'gateway', 'internet'] as const)
    expect(found[step]).toMatchObject({ state: 'unknown', finding: 'no-gateway' });
});
