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
const wirelessSite = (...policies: WifiPolicy[]): NetworkConfig =>
  site({ wireless: { ...EMPTY_WIRELESS, policies } });
const buildTemplate = (parts: {
  vlans?: Vlan[];
  pools?: DhcpPool[];
  policies?: WifiPolicy[];
}): TemplateContent => ({
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
  readonly title: string;
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
    title: 'appends a missing VLAN',
    now: site({ vlans: [vlan(10)] }),
    content: buildTemplate({ vlans: [vlan(20)] }),
    after: { vlans: [vlan(10), vlan(20)] },
    states: ['vlans/20 new'],
  },
  {
    title: 'changes an existing VLAN at its position and keeps its ports',
    now: site({ vlans: [vlan(20, { ports: ['lan2'], taggedPorts: ['lan1'] }), vlan(30)] }),
    content: buildTemplate({ vlans: [vlan(20, { name: 'Guests', ports: ['lan1'] })] }),
    after: { vlans: [vlan(20, { name: 'Guests', ports: ['lan2'], taggedPorts: ['lan1'] }), vlan(30)] },
    states: ['vlans/20 different'],
  },
  {
    title: 'reports an identical VLAN as same',
    now: site({ vlans: [vlan(20)] }),
    content: buildTemplate({ vlans: [vlan(20)] }),
    after: { vlans: [vlan(20)] },
    states: ['vlans/20 same'],
  },
  {
    title: 'matches a pool by its VLAN and keeps its name and reservations',
    now: site({
      vlans: [vlan(20)],
      dhcpPools: [
        pool(20, { name: 'lobby', reservations: [{ ip: '10.0.20.50', mac: '02:00:00:00:00:01' }] }),
      ],
    }),
    content: buildTemplate({ pools: [pool(20, { leaseMinutes: 60 })] }),
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
    states: ['dhcpPools/20 different'],
  },
  {
    title: 'leaves excepted items unchanged and lists their changes',
    now: site({ vlans: [vlan(20)] }),
    content: buildTemplate({ vlans: [vlan(20, { name: 'Guests' }), vlan(30)] }),
    except: ['vlans/20'],
    after: { vlans: [vlan(20), vlan(30)] },
    states: ['vlans/20 different, left out', 'vlans/30 new'],
  },
  {
    title: 'matches a policy by name, ignoring case, and keeps its id and devices',
    now: wirelessSite(own),
    content: buildTemplate({
      policies: [policy('other', { name: 'LOBBY', ssid: 'New air', security: psk() })],
    }),
    after: wirelessSite({ ...own, name: 'LOBBY', ssid: 'New air' }),
    states: ['policies/other different'],
  },
  {
    title: 'matches a policy by SSID when no name matches',
    now: wirelessSite(own),
    content: buildTemplate({ policies: [policy('other', { ssid: own.ssid, security: psk() })] }),
    after: wirelessSite({ ...own, name: 'other' }),
    states: ['policies/other different'],
  },
  {
    title: 'prefers a match by name to a match by SSID',
    now: wirelessSite(policy('one', { ssid: 'Shared' }), policy('two')),
    content: buildTemplate({ policies: [policy('x', { name: 'two', ssid: 'Shared', security: psk() })] }),
    after: wirelessSite(policy('one', { ssid: 'Shared' }), policy('two', { ssid: 'Shared' })),
    states: ['policies/x different'],
  },
  {
    title: 'never matches two template policies to one policy',
    now: wirelessSite(policy('a', { name: 'A', ssid: 'Shared' })),
    content: buildTemplate({
      policies: [policy('a', { name: 'A', ssid: 'Shared' }), policy('b', { name: 'B', ssid: 'Shared' })],
    }),
    after: wirelessSite(
      policy('a', { name: 'A', ssid: 'Shared' }),
      policy('b', { name: 'B', ssid: 'Shared' }),
    ),
    states: ['policies/a same', 'policies/b new'],
  },
  {
    title: 'adds a new policy for all devices under a free id',
    now: wirelessSite(own),
    content: buildTemplate({
      policies: [policy('guests', { name: 'Staff', ssid: 'Staff', security: psk({ key: 'long enough' }) })],
    }),
    after: wirelessSite(
      own,
      policy('guests2', { name: 'Staff', ssid: 'Staff', security: psk({ key: 'long enough' }) }),
    ),
    states: ['policies/guests new'],
  },
  {
    title: 'keeps the stored password when the template has the same one',
    now: wirelessSite(policy('a')),
    content: buildTemplate({ policies: [policy('a', { security: psk({ key: 'just the same' }) })] }),
    secret: 'just the same',
    after: wirelessSite(policy('a')),
    states: ['policies/a same'],
  },
  {
    title: 'replaces a different password',
    now: wirelessSite(policy('a')),
    content: buildTemplate({ policies: [policy('a', { security: psk({ key: 'a new password' }) })] }),
    secret: 'the old password',
    after: wirelessSite(policy('a', { security: psk({ key: 'a new password' }) })),
    states: ['policies/a different'],
  },
  {
    title: 'keeps the stored password and its kind when the template has none',
    now: wirelessSite(policy('a', { security: psk({ keyId: KEPT, rawKey: true }) })),
    content: buildTemplate({ policies: [policy('a', { maxClients: 64, security: psk() })] }),
    secret: 'f'.repeat(64),
    after: wirelessSite(policy('a', { maxClients: 64, security: psk({ keyId: KEPT, rawKey: true }) })),
    states: ['policies/a different'],
  },
];

test.each(TABLE)('$title', ({ after, content, except, now, secret, states }) => {
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
  // A second merge changes nothing except new passwords, which have no stored id yet.
  const again = mergeTemplate(config, content, new Set(except), {
    lanPorts: LAN_PORTS,
    secretOf: () => secret,
  });
  const typed = JSON.stringify(config).includes('"key":');
  if (!typed) expect(again.config).toEqual(config);
});

describe('the ports of a new VLAN', () => {
  const content = buildTemplate({
    vlans: [vlan(20, { ports: ['lan1', 'lan2', 'lan9'], taggedPorts: ['lan1', 'lan8'] })],
  });
  const now = site({ vlans: [vlan(30, { ports: ['lan2'] })] });

  it('are the LAN ports of the gateway that no other VLAN uses, with notes about the others', () => {
    const { config, items } = merge(now, content);
    expect(config.vlans[1]).toMatchObject({ ports: ['lan1'], taggedPorts: ['lan1'] });
    expect(items[0]?.notes).toEqual([
      'Port LAN2 is untagged in VLAN 30 and stays there.',
      'The gateway has no LAN port lan9: the port is left out.',
      'The gateway has no LAN port lan8: the port is left out.',
    ]);
  });

  it('are all ports without a gateway, except ports of other VLANs', () => {
    const { config } = mergeTemplate(now, content, new Set());
    expect(config.vlans[1]?.ports).toEqual(['lan1', 'lan9']);
  });
});

it('keeps settings that a template does not contain', () => {
  const now: NetworkConfig = {
    ...site({ vlans: [vlan(20)], lan: { ip: '192.168.1.1', prefix: 24 } }),
    staticRoutes: [{ name: 'r', destination: '10.9.0.0', prefix: 16, nextHop: '10.0.20.2' }],
    wireless: { ...EMPTY_WIRELESS, blacklist: [{ mac: '02:00:00:00:00:01' }] },
  };
  const { config } = merge(now, buildTemplate({ vlans: [vlan(30)], policies: [policy('a')] }));
  expect({ ...config, vlans: [], wireless: { ...config.wireless, policies: [] } }).toEqual({
    ...now,
    vlans: [],
  });
});
