import { describe, expect, it, test } from 'vitest';
import {
  type DhcpPool,
  type Vlan,
  EMPTY_NETWORK_CONFIG,
  type NetworkConfig,
  EMPTY_WIRELESS,
  type WifiPolicy,
  type TemplateContent,
} from '@northlight/contract';
import { mergeTemplate } from './merge.ts';

const KEPT = '00000000-0000-4000-8000-000000000001';

const vlan = (id: number, values: Partial<Vlan> = {}): Vlan => ({
  id,
  name: `V${id}`,
  ip: `10.0.${id}.1`,
  prefix: 24,
  ports: [],
  ...values,
});
const pool = (vlanId: number, values: Partial<DhcpPool> = {}): DhcpPool => ({
  name: `p${vlanId}`,
  vlanId,
  start: `10.0.${vlanId}.10`,
  end: `10.0.${vlanId}.99`,
  dns: [],
  leaseMinutes: 720,
  ...values,
});
const psk = (values: object = {}): WifiPolicy['security'] => ({
  mode: 'wpa2-psk',
  ciphers: ['AES'],
  keyUpdateSeconds: 0,
  ...values,
});
const policy = (id: string, values: Partial<WifiPolicy> = {}): WifiPolicy => ({
  id,
  name: id,
  enabled: true,
  ssid: `${id} air`,
  hidden: false,
  bands: ['5G'],
  security: psk({ keyId: KEPT }),
  maxClients: 32,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
  ...values,
});

const site = (parts: Partial<NetworkConfig>): NetworkConfig => ({ ...EMPTY_NETWORK_CONFIG, ...parts });
const air = (...policies: WifiPolicy[]): NetworkConfig => site({ wireless: { ...EMPTY_WIRELESS, policies } });
const says = (parts: { vlans?: Vlan[]; pools?: DhcpPool[]; policies?: WifiPolicy[] }): TemplateContent => ({
  vlans: parts.vlans ?? [],
  dhcpPools: parts.pools ?? [],
  policies: (parts.policies ?? []).map(({ devices: _own, ...rest }) => rest),
});

const LAN_PORTS = ['lan1', 'lan2'].map((id) => ({ id, label: id.toUpperCase() }));
const merge = (
  now: NetworkConfig,
  content: TemplateContent,
  { except = [], secret }: { except?: string[]; secret?: string } = {},
) => mergeTemplate(now, content, new Set(except), { lanPorts: LAN_PORTS, secretOf: () => secret });

interface Row {
  readonly says: string;
  readonly now: NetworkConfig;
  readonly content: TemplateContent;
  readonly except?: string[];
  readonly secret?: string;
  readonly after: Partial<NetworkConfig>;
  readonly states: readonly string[];
}

const own = policy('guests', { name: 'Lobby', devices: ['ap1'] });
const TABLE: readonly Row[] = [
  {
    says: 'a VLAN that is not there is added behind the others',
    now: site({ vlans: [vlan(10)] }),
    content: says({ vlans: [vlan(20)] }),
    after: { vlans: [vlan(10), vlan(20)] },
    states: ['vlan:20 new'],
  },
  {
    says: 'one that is there is changed in its place and keeps its ports',
    now: site({ vlans: [vlan(20, { ports: ['lan2'], taggedPorts: ['lan1'] }), vlan(30)] }),
    content: says({ vlans: [vlan(20, { name: 'Guests', ports: ['lan1'] })] }),
    after: { vlans: [vlan(20, { name: 'Guests', ports: ['lan2'], taggedPorts: ['lan1'] }), vlan(30)] },
    states: ['vlan:20 different'],
  },
  {
    says: 'one that is just so is the same',
    now: site({ vlans: [vlan(20)] }),
    content: says({ vlans: [vlan(20)] }),
    after: { vlans: [vlan(20)] },
    states: ['vlan:20 same'],
  },
  {
    says: 'a pool is known by its VLAN: its name and its reserved addresses stay',
    now: site({
      vlans: [vlan(20)],
      dhcpPools: [
        pool(20, { name: 'lobby', reservations: [{ ip: '10.0.20.50', mac: '02:00:00:00:00:01' }] }),
      ],
    }),
    content: says({ pools: [pool(20, { leaseMinutes: 60 })] }),
    after: {
      vlans: [vlan(20)],
      dhcpPools: [
        pool(20, {
          name: 'lobby',
          leaseMinutes: 60,
          reservations: [{ ip: '10.0.20.50', mac: '02:00:00:00:00:01' }],
        }),
      ],
    },
    states: ['pool:20 different'],
  },
  {
    says: 'what is left out stays as it was, and says what it would have changed',
    now: site({ vlans: [vlan(20)] }),
    content: says({ vlans: [vlan(20, { name: 'Guests' }), vlan(30)] }),
    except: ['vlan:20'],
    after: { vlans: [vlan(20), vlan(30)] },
    states: ['vlan:20 different, left out', 'vlan:30 new'],
  },
  {
    says: 'a policy is found by its name, whatever its case, and keeps its id and its devices',
    now: air(own),
    content: says({ policies: [policy('other', { name: 'LOBBY', ssid: 'New air', security: psk() })] }),
    after: air({ ...own, name: 'LOBBY', ssid: 'New air' }),
    states: ['policy:other different'],
  },
  {
    says: 'else by its SSID',
    now: air(own),
    content: says({ policies: [policy('other', { ssid: own.ssid, security: psk() })] }),
    after: air({ ...own, name: 'other' }),
    states: ['policy:other different'],
  },
  {
    says: 'by its name first, though another has its SSID',
    now: air(policy('one', { ssid: 'Shared' }), policy('two')),
    content: says({ policies: [policy('x', { name: 'two', ssid: 'Shared', security: psk() })] }),
    after: air(policy('one', { ssid: 'Shared' }), policy('two', { ssid: 'Shared' })),
    states: ['policy:x different'],
  },
  {
    says: 'two of the template never meet the same one',
    now: air(policy('a', { name: 'A', ssid: 'Shared' })),
    content: says({
      policies: [policy('a', { name: 'A', ssid: 'Shared' }), policy('b', { name: 'B', ssid: 'Shared' })],
    }),
    after: air(policy('a', { name: 'A', ssid: 'Shared' }), policy('b', { name: 'B', ssid: 'Shared' })),
    states: ['policy:a same', 'policy:b new'],
  },
  {
    says: 'a new one is for all devices, under an id that is free',
    now: air(own),
    content: says({
      policies: [policy('guests', { name: 'Staff', ssid: 'Staff', security: psk({ key: 'long enough' }) })],
    }),
    after: air(
      own,
      policy('guests2', { name: 'Staff', ssid: 'Staff', security: psk({ key: 'long enough' }) }),
    ),
    states: ['policy:guests new'],
  },
  {
    says: 'the same password stays the one of the project: nothing changes',
    now: air(policy('a')),
    content: says({ policies: [policy('a', { security: psk({ key: 'just the same' }) })] }),
    secret: 'just the same',
    after: air(policy('a')),
    states: ['policy:a same'],
  },
  {
    says: 'another password replaces it',
    now: air(policy('a')),
    content: says({ policies: [policy('a', { security: psk({ key: 'a new password' }) })] }),
    secret: 'the old password',
    after: air(policy('a', { security: psk({ key: 'a new password' }) })),
    states: ['policy:a different'],
  },
  {
    says: 'without a password in the template the one of the project stays, and what kind it is',
    now: air(policy('a', { security: psk({ keyId: KEPT, rawKey: true }) })),
    content: says({ policies: [policy('a', { maxClients: 64, security: psk() })] }),
    secret: 'f'.repeat(64),
    after: air(policy('a', { maxClients: 64, security: psk({ keyId: KEPT, rawKey: true }) })),
    states: ['policy:a different'],
  },
];

test.each(TABLE)('$says', ({ after, content, except, now, secret, states }) => {
  const { config, items } = merge(now, content, {
    ...(except && { except }),
    ...(secret !== undefined && { secret }),
  });
  expect(config).toEqual(site(after));
  expect(items.map(({ excepted, key, state }) => `${key} ${state}${excepted ? ', left out' : ''}`)).toEqual(
    states,
  );
  for (const { changes, excepted, path, state } of items) {
    expect(changes.length > 0).toBe(state !== 'same');
    expect(path !== undefined).toBe(!excepted);
  }
  // A second time there is nothing left to do, but for passwords that are typed and have no name yet.
  const again = mergeTemplate(config, content, new Set(except), {
    lanPorts: LAN_PORTS,
    secretOf: () => secret,
  });
  const typed = JSON.stringify(config).includes('"key":');
  if (!typed) expect(again.config).toEqual(config);
});

describe('the ports of a new VLAN', () => {
  const content = says({
    vlans: [vlan(20, { ports: ['lan1', 'lan2', 'lan9'], taggedPorts: ['lan1', 'lan8'] })],
  });
  const now = site({ vlans: [vlan(30, { ports: ['lan2'] })] });

  it('are those that the gateway has and nobody else; the rest is said', () => {
    const { config, items } = merge(now, content);
    expect(config.vlans[1]).toMatchObject({ ports: ['lan1'], taggedPorts: ['lan1'] });
    expect(items[0]?.notes).toEqual([
      'Port LAN2 is untagged in VLAN 30: it stays there.',
      'The gateway has no LAN port lan9: it is left out.',
      'The gateway has no LAN port lan8: it is left out.',
    ]);
  });

  it('are all of them where there is no gateway yet, but for those of another VLAN', () => {
    const { config } = mergeTemplate(now, content, new Set());
    expect(config.vlans[1]?.ports).toEqual(['lan1', 'lan9']);
  });
});

it('leaves what a template does not speak of alone', () => {
  const now: NetworkConfig = {
    ...site({ vlans: [vlan(20)], lan: { ip: '192.168.1.1', prefix: 24 } }),
    staticRoutes: [{ name: 'r', destination: '10.9.0.0', prefix: 16, nextHop: '10.0.20.2' }],
    wireless: { ...EMPTY_WIRELESS, blacklist: [{ mac: '02:00:00:00:00:01' }] },
  };
  const { config } = merge(now, says({ vlans: [vlan(30)], policies: [policy('a')] }));
  expect({ ...config, vlans: [], wireless: { ...config.wireless, policies: [] } }).toEqual({
    ...now,
    vlans: [],
  });
});
