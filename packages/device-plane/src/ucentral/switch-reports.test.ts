import { expect, test } from 'vitest';
import { readCapabilities } from './capabilities.ts';
import {
  addLinkedPorts,
  learnFromState,
  restoreLearned,
  restoreLinkedPorts,
} from './learned-capabilities.ts';
import { readMessage } from './read-message.ts';
import { readState } from './state.ts';

const SWITCH = { compatible: 'Accton-AS4630-54PE', model: 'AS4630', platform: 'switch' };
const link = (more = {}) => ({ counters: { rx_bytes: 1, tx_bytes: 2 }, carrier: true, speed: 1000, ...more });
const GATEWAY = {
  metric: 0,
  'gw-mac': '02:00:00:00:00:01',
  'out-port': 'Ethernet8',
  'gw-ip': '192.168.1.1',
};
/**
 * State as the client of switches sends it: all ports are upstream, and only the forwarding table contains
 * clients.
 */
const STATE = {
  interfaces: [{ clients: [], name: 'Vlan1', location: '/SVI/1', ipv4: { addresses: ['192.168.1.30/24'] } }],
  'link-state': {
    upstream: {
      Ethernet1: link({ poe: { 'class-assigned': 4, 'output-power': 7, status: 'delivering' } }),
      Ethernet2: link(),
      Ethernet3: link(),
      Ethernet8: link({ speed: 10_000 }),
    },
  },
  'lldp-peers': {
    downstream: {},
    upstream: {
      Ethernet3: [{ capability: ['Bridge', 'Wlan'], mac: '02:00:00:00:00:03', name: 'AP', port: 'eth0' }],
      Ethernet8: [{ capability: ['Bridge'], mac: '02:00:00:00:00:02', name: 'Core', port: 'p9' }],
    },
  },
  'mac-forwarding-table': {
    overflow: false,
    Ethernet1: { '10': ['02:00:00:00:00:0A'], '20': ['02:00:00:00:00:0b', 'nonsense'] },
    Ethernet3: { '10': ['02:00:00:00:00:0c'] },
    Ethernet8: { '10': ['02:00:00:00:00:0d'] },
  },
  unit: { load: [0.1, 0.2, 0.3], uptime: 5, poe: { 'max-power-budget': 740, 'power-consumed': 7 } },
  'default-gateway': [GATEWAY],
};

const rolesAfter = (state: object) =>
  learnFromState(readCapabilities(SWITCH).caps, { ...STATE, ...state }).ports.map(({ role }) => role);

test('makes only the port of the default gateway an uplink, although the switch lists all ports as upstream', () => {
  expect(rolesAfter({})).toEqual(['access', 'access', 'access', 'uplink']);
  const backup = { ...GATEWAY, metric: 20, 'out-port': 'Ethernet1' };
  expect(rolesAfter({ 'default-gateway': [backup, GATEWAY] })).toEqual([
    'access',
    'access',
    'access',
    'uplink',
  ]);
});

test('finds the uplink by LLDP without a default gateway, but not if several neighbours qualify', () => {
  const neighbour = (...capability: string[]) => [
    { capability, mac: '02:00:00:00:00:02', name: 'N', port: 'x' },
  ];
  const by = (upstream: object) => rolesAfter({ 'default-gateway': [], 'lldp-peers': { upstream } });
  expect(rolesAfter({ 'default-gateway': [] })).toEqual(['access', 'access', 'access', 'uplink']);
  expect(by({ Ethernet1: neighbour('Bridge'), Ethernet2: neighbour('Router') })[1]).toBe('uplink');
  const none = ['access', 'access', 'access', 'access'];
  expect(by({ Ethernet1: neighbour('Bridge'), Ethernet2: neighbour('Bridge') })).toEqual(none);
  expect(by({ Ethernet1: neighbour('Bridge', 'Wlan') })).toEqual(none);
  expect(rolesAfter({ 'default-gateway': [{ ...GATEWAY, 'out-port': 'Vlan1' }], 'lldp-peers': {} })).toEqual(
    none,
  );
});

test('moves the uplink with the default gateway, and keeps the uplink when a state contains no default gateway', () => {
  const first = learnFromState(readCapabilities(SWITCH).caps, STATE);
  expect(learnFromState(first, { ...STATE, 'default-gateway': [], 'lldp-peers': {} })).toBe(first);
  const moved = learnFromState(first, {
    ...STATE,
    'default-gateway': [{ ...GATEWAY, 'out-port': 'Ethernet1' }],
  });
  expect(moved.ports.map(({ role }) => role)).toEqual(['uplink', 'access', 'access', 'access']);
});

test('restores stored ports, PoE and its budget for a connect message without ports', () => {
  const { caps } = readCapabilities(SWITCH);
  const learned = learnFromState(caps, STATE);
  expect(learned).toMatchObject({
    poeBudgetWatts: 740,
    ports: [{ id: 'Ethernet1', poe: true }, { poe: false }, {}, { id: 'Ethernet8', maxSpeedMbps: 10_000 }],
  });
  const { poeBudgetWatts, ports } = learned;
  expect(restoreLearned(caps, { ports, poeBudgetWatts })).toEqual(learned);
});

test('offers the speeds of modules for ports without PoE, and never a speed that the client does not know', () => {
  const { caps } = readCapabilities(SWITCH);
  const speedsAfter = (...links: object[]): (readonly number[] | undefined)[] =>
    links
      .reduce(
        (known: typeof caps, each) =>
          learnFromState(known, { 'link-state': { upstream: { Ethernet1: each } } }),
        caps,
      )
      .ports.map(({ speedsMbps }) => speedsMbps);
  const all = [10, 100, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000];
  expect(speedsAfter({ carrier: false })).toEqual([all]);
  expect(speedsAfter(link({ speed: 40_000 }))).toEqual([all]);
  expect(speedsAfter({ carrier: false, poe: {} })).toEqual([[10, 100, 1_000]]);
  expect(speedsAfter(link({ speed: 2_500, poe: {} }))).toEqual([[10, 100, 1_000, 2_500]]);
  expect(speedsAfter(link({ speed: 2_500, poe: {} }), link({ speed: 5_000, poe: {} }))).toEqual([
    [10, 100, 1_000, 2_500, 5_000],
  ]);
  // The PoE of a port can be reported later than the port.
  expect(speedsAfter({ carrier: false }, { carrier: false, poe: {} })).toEqual([[10, 100, 1_000]]);
  const stored = learnFromState(caps, STATE).ports.map((port) => ({ ...port, speedsMbps: [10, 40_000] }));
  const restored = restoreLearned(caps, { ports: stored }).ports.flatMap(({ speedsMbps = [] }) => speedsMbps);
  expect(restored).not.toContain(40_000);
});

test('remembers which ports have had a link, even after a server restart', () => {
  const { caps } = readCapabilities(SWITCH);
  const linked = addLinkedPorts(new Set(), STATE);
  expect([...linked]).toEqual(['Ethernet1', 'Ethernet2', 'Ethernet3', 'Ethernet8']);
  const down = {
    'link-state': { upstream: { Ethernet1: { carrier: false }, Ethernet9: { carrier: false } } },
  };
  expect(addLinkedPorts(linked, down)).toBe(linked);
  expect(addLinkedPorts(linked, 'nonsense')).toBe(linked);
  const { ports } = learnFromState(caps, STATE);
  expect(restoreLinkedPorts({ ports, linked: [...linked] })).toEqual(linked);
  expect([...restoreLinkedPorts({ ports })]).toEqual(['Ethernet8']);
  expect([...restoreLinkedPorts(undefined)]).toEqual([]);
});

test('takes clients from the forwarding table, except those behind the uplink and other equipment', () => {
  const { clients, stat } = readState(STATE, 1);
  expect(clients).toEqual([
    { mac: '02:00:00:00:00:0a', port: 'Ethernet1', vlan: 10 },
    { mac: '02:00:00:00:00:0b', port: 'Ethernet1', vlan: 20 },
  ]);
  expect(stat).toMatchObject({
    clients: 2,
    nets: { ip: '192.168.1.30', uplinkPort: 'Ethernet8', uplinkMac: '02:00:00:00:00:02' },
  });
  expect(stat.ports?.map(({ poeWatts }) => poeWatts)).toEqual([7, undefined, undefined, undefined]);
});

test.each([
  ['0', 'critical'],
  ['1', 'critical'],
  ['2', 'warning'],
  ['3', 'warning'],
  ['4', 'info'],
  [0, 'critical'],
  ['critical', 'critical'],
  ['9', 'warning'],
  ['constructor', 'warning'],
])('reads the alarm severity %j as %s', (severity, expected) => {
  const data = { id: '1', resource: 'psu', text: 'Power supply 2 failed', time_created: '1', severity };
  expect(readMessage('alarm', { data }, 1)).toMatchObject({ event: { sev: expected } });
});

test.each([
  [{ compatible: 'edgecore_eap101', model: 'EdgeCore EAP101' }, 'EdgeCore EAP101', 'edgecore_eap101'],
  [
    { compatible: 'Accton-AS4630-54PE', model: 'x86_64-accton_as4630_54pe-r0' },
    'Accton-AS4630-54PE',
    'Accton-AS4630-54PE',
  ],
  [{ compatible: 'edgecore_eap101' }, 'edgecore_eap101', 'edgecore_eap101'],
  [{}, 'OpenWiFi', 'OpenWiFi'],
])('reads the model of %j as %s', (capabilities, model, hardware) => {
  expect(readCapabilities(capabilities)).toMatchObject({ model, hardware });
});

test('offers no function that the switch confirms without executing it', () => {
  const { features } = learnFromState(readCapabilities(SWITCH).caps, STATE);
  expect(features.filter((name) => ['locate', 'port-rate', 'lag', 'mirror'].includes(name))).toEqual([]);
  expect(features).toContain('poe-restart');
});
