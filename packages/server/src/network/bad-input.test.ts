import { ERRORS, type ErrorName, type NetworkConfig } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { APPLIED, POOL, type RawSite, createRawSite, VLAN } from './testing/raw-site.ts';

/**
 * Sends invalid documents directly to the API. Each error must name its field, and the server must not store
 * or push anything.
 */
let world: TestServer;
let site: RawSite;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  site = await createRawSite(world);
});
afterAll(async () => {
  await site.device[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const SENTENCE = /^[A-Z“].*\.$/;

/** Adds the name of a part of the request to paths within this part, and sorts them. */
const placeBelow = (part: string, paths: readonly string[]): string[] =>
  paths.map((path) => (path === '' ? part : `${part}.${path}`)).toSorted();

const POLICY = {
  id: 'lobby',
  name: 'Lobby',
  enabled: true,
  ssid: 'Lobby',
  hidden: false,
  bands: ['2.4G', '5G'],
  security: { mode: 'wpa2-psk', ciphers: ['AES'], key: 'long enough', keyUpdateSeconds: 3600 },
  maxClients: 32,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
};
const MAPPING = {
  name: 'web',
  protocol: 'tcp',
  internalIp: '192.168.30.9',
  externalPorts: '8080',
  internalPorts: '80',
};

const send = (...args: Parameters<RawSite['send']>) => site.send(...args);
const readState = () => site.readState();
const apply = (config: unknown, baseVersion = 1) => send('PUT', 'network-config', { baseVersion, config });
const review = (config: unknown) => send('POST', 'network-config/reviews', { baseVersion: 1, config });
const set = (settings: unknown) =>
  send('PUT', 'device-settings', {
    changes: [{ deviceId: site.networkSwitch.id, baseVersion: 0, settings }],
  });

const wireless = (policy: object) => ({
  ...APPLIED,
  wireless: { policies: [{ ...POLICY, ...policy }], blacklist: [], radios: [], countries: [] },
});
const ssid = (name: string) => wireless({ ssid: name });
const vlan = (values: object) => ({ vlans: [{ ...VLAN, ...values }], dhcpPools: [] });
const many = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => one(i));
const AT_KEY = 'wireless.policies.0.security.key';
const AT_SSID = 'wireless.policies.0.ssid';

test.each<[what: string, config: unknown, error: ErrorName, fields: readonly string[]]>([
  ['VLAN 0', vlan({ id: 0 }), 'vlanIdOutOfRange', ['vlans.0.id']],
  ['VLAN 4095', vlan({ id: 4095 }), 'vlanIdOutOfRange', ['vlans.0.id']],
  ['a VLAN as a text', vlan({ id: '30' }), 'invalidParameters', ['vlans.0.id']],
  ['half a VLAN', vlan({ id: 30.5 }), 'invalidParameters', ['vlans.0.id']],
  [
    '101 VLANs',
    {
      vlans: many(101, (i) => ({ ...VLAN, id: 100 + i, name: `V${i}`, ip: `10.${i}.0.1`, ports: [] })),
      dhcpPools: [],
    },
    'vlanLimit',
    ['vlans'],
  ],
  ['too many VLANs', { vlans: many(1025, () => VLAN), dhcpPools: [] }, 'invalidParameters', ['vlans']],
  ['a reserved name', vlan({ name: 'br0' }), 'vlanReserved', ['vlans.0.name']],
  ['a name with a line break', vlan({ name: 'a\nserver=1' }), 'invalidParameters', ['vlans.0.name']],
  ['a /31', vlan({ ip: '192.168.30.0', prefix: 31 }), 'invalidParameters', ['vlans.0.prefix']],
  ['self-assigned addresses', vlan({ ip: '169.254.1.1', prefix: 16 }), 'hostPartInvalid', ['vlans.0.ip']],
  ['an unknown setting of a VLAN', vlan({ mtu: 1500 }), 'invalidParameters', ['vlans.0.mtu']],
  ...(['ff:ff:ff:ff:ff:ff', '00:00:00:00:00:00', '01:00:5e:00:00:01'] as const).map(
    (mac): [string, unknown, ErrorName, string[]] => [
      `a reservation for ${mac}`,
      { ...APPLIED, dhcpPools: [{ ...POOL, reservations: [{ mac, ip: '192.168.30.150' }] }] },
      'invalidParameters',
      ['dhcpPools.0.reservations.0.mac'],
    ],
  ),
  [
    'a route to the network of a VLAN',
    {
      ...APPLIED,
      staticRoutes: [{ name: 'r', destination: '192.168.30.0', prefix: 24, nextHop: '192.168.30.9' }],
    },
    'routeDestinationInvalid',
    ['staticRoutes.0.destination'],
  ],
  [
    'a route to self-assigned addresses',
    {
      ...APPLIED,
      staticRoutes: [{ name: 'r', destination: '169.254.0.0', prefix: 16, nextHop: '192.168.30.9' }],
    },
    'routeDestinationInvalid',
    ['staticRoutes.0.destination'],
  ],
  ['a host of all ones', vlan({ ip: '192.168.30.255' }), 'hostPartInvalid', ['vlans.0.ip']],
  ['loopback', vlan({ ip: '127.0.0.1' }), 'invalidParameters', ['vlans.0.ip']],
  [
    'a pool that ends before it starts',
    { ...APPLIED, dhcpPools: [{ ...POOL, end: '192.168.30.99' }] },
    'dhcpEndBeforeStart',
    ['dhcpPools.0.end'],
  ],
  [
    'a port range that ends before it starts',
    { ...APPLIED, portMappings: [{ ...MAPPING, externalPorts: '8010-8000' }] },
    'portEndBeforeStart',
    ['portMappings.0.externalPorts'],
  ],
  [
    'ports mixed',
    { ...APPLIED, portMappings: [{ ...MAPPING, externalPorts: '80;90-91' }] },
    'portsMixed',
    ['portMappings.0.externalPorts'],
  ],
  [
    'a shutdown that ends before it starts',
    wireless({ shutdowns: [{ days: [1], fromMinute: 60, toMinute: 30 }] }),
    'radioTimeRule',
    ['wireless.policies.0.shutdowns.0.toMinute'],
  ],
  [
    'a key of 65 characters',
    wireless({ security: { ...POLICY.security, key: 'a'.repeat(65) } }),
    'invalidParameters',
    [AT_KEY],
  ],
  [
    'a key of 64 characters that are not hex digits',
    wireless({ security: { ...POLICY.security, key: 'x'.repeat(64) } }),
    'invalidParameters',
    [AT_KEY],
  ],
  ['an SSID of 36 bytes in nine characters', ssid('𝒜'.repeat(9)), 'invalidParameters', [AT_SSID]],
  ['an SSID with a line break', ssid('Lobby\nwpa_passphrase=x'), 'invalidParameters', [AT_SSID]],
  ['an SSID with a zero', ssid('Lobby\0'), 'invalidParameters', [AT_SSID]],
  ['an SSID of half a character', ssid('\ud800'), 'invalidParameters', [AT_SSID]],
  [
    'a thousand routes',
    {
      ...APPLIED,
      staticRoutes: many(1000, (i) => ({
        name: `r${i}`,
        destination: `10.${i >> 8}.${i & 255}.0`,
        prefix: 24,
        nextHop: '192.168.30.9',
      })),
    },
    'staticRouteLimit',
    ['staticRoutes'],
  ],
  [
    'a thousand mappings of sixty ports each',
    {
      ...APPLIED,
      portMappings: many(1000, (i) => ({
        ...MAPPING,
        name: `m${i}`,
        externalPorts: many(60, (k) => 1000 + i * 60 + k).join(';'),
        internalPorts: many(60, (k) => 1000 + k).join(';'),
      })),
    },
    'portMappingLimit',
    ['portMappings'],
  ],
  ['null', null, 'invalidParameters', ['']],
  ['a list', [], 'invalidParameters', ['']],
  [
    'many errors of every kind',
    {
      vlans: [
        { ...VLAN, id: 4095 },
        { ...VLAN, id: 40, name: 'IPTV', ip: '192.168.40.255', ports: [] },
        { ...VLAN, id: 50 },
      ],
      dhcpPools: [{ ...POOL, vlanId: 77, leaseMinutes: 5, dns: ['9.9.9.9', '9.9.9.9'] }],
      portMappings: [{ ...MAPPING, externalPorts: '0', internalPorts: '80;80' }],
      wireless: wireless({ ssid: '', maxClients: 129, security: { ...POLICY.security, key: 'short' } })
        .wireless,
    },
    'vlanIdOutOfRange',
    [
      'dhcpPools.0.dns.1',
      'dhcpPools.0.leaseMinutes',
      'dhcpPools.0.vlanId',
      'portMappings.0.externalPorts',
      'portMappings.0.internalPorts',
      AT_SSID,
      'wireless.policies.0.maxClients',
      AT_KEY,
      'vlans.0.id',
      'vlans.1.ip',
      'vlans.1.name',
      'vlans.2.ip',
      'vlans.2.name',
      'vlans.2.ports.0',
    ],
  ],
])(
  'reports %s at its field, on apply and review, and changes nothing',
  async (_what, config, error, fields) => {
    const before = await readState();
    for (const answer of [await apply(config), await review(config)]) {
      expect(answer).toMatchObject({ code: ERRORS[error].code, status: ERRORS[error].status });
      expect(Object.keys(answer.fields ?? {}).sort()).toEqual(placeBelow('config', fields));
      for (const sentence of Object.values(answer.fields ?? {})) expect(sentence).toMatch(SENTENCE);
    }
    expect(await readState()).toEqual(before);
  },
);

const PORT = {
  id: 'p1',
  enabled: true,
  mode: 'trunk',
  pvid: 1,
  tagged: [],
  untagged: [],
  speedMbps: 0,
  duplex: 'auto',
  eee: false,
};
const fixed = (values: object) => ({
  management: {
    mode: 'static',
    vlanId: 1,
    ip: '192.168.30.9',
    prefix: 24,
    gateway: '192.168.30.1',
    dns: [],
    ...values,
  },
});

test.each<[what: string, settings: unknown, error: ErrorName, fields: readonly string[]]>([
  ['tagged 0', { ports: [{ ...PORT, tagged: [0] }] }, 'vlanIdOutOfRange', ['ports.0.tagged.0']],
  ['PVID 4095', { ports: [{ ...PORT, pvid: 4095 }] }, 'vlanIdOutOfRange', ['ports.0.pvid']],
  [
    '101 tagged VLANs',
    { ports: [{ ...PORT, tagged: many(101, (i) => 10 + i) }] },
    'invalidParameters',
    ['ports.0.tagged'],
  ],
  [
    '10 to 13, and 13 once more',
    { ports: [{ ...PORT, tagged: [10, 11, 12, 13, 13] }] },
    'invalidParameters',
    ['ports.0.tagged'],
  ],
  [
    'the address of the gateway',
    fixed({ ip: VLAN.ip, gateway: '192.168.30.9' }),
    'managementIpConflict',
    ['management.ip'],
  ],
  ['a public address', fixed({ ip: '8.8.8.8', gateway: '8.8.8.9' }), 'invalidParameters', ['management.ip']],
  [
    'several errors of both kinds',
    {
      ...fixed({ ip: '192.168.30.255', dns: ['127.0.0.1'] }),
      ports: [{ ...PORT, pvid: 0, tagged: [10, 10] }],
    },
    'vlanIdOutOfRange',
    ['management.dns.0', 'management.ip', 'ports.0.pvid', 'ports.0.tagged'],
  ],
])('reports switch settings with %s at their fields', async (_what, settings, error, fields) => {
  const before = await readState();
  const answer = await set(settings);
  expect(answer).toMatchObject({ code: ERRORS[error].code, status: ERRORS[error].status });
  expect(Object.keys(answer.fields ?? {}).sort()).toEqual(placeBelow('changes.0.settings', fields));
  for (const sentence of Object.values(answer.fields ?? {})) expect(sentence).toMatch(SENTENCE);
  expect(await readState()).toEqual(before);
});

test('refuses a document with an outdated version before it checks the content', async () => {
  const before = await readState();
  for (const config of [APPLIED, vlan({ id: 4095 })]) {
    const answer = await apply(config, 0);
    expect(answer).toMatchObject({ code: ERRORS.configConflict.code, status: 409 });
    expect(answer.fields).toBeUndefined();
  }
  expect(await readState()).toEqual(before);
});

test('reports an invalid base version at its own field, beside the errors of the document', async () => {
  const before = await readState();
  const answer = await send('PUT', 'network-config', { baseVersion: -1, config: vlan({ id: 4095 }) });
  expect(answer).toMatchObject({ code: ERRORS.invalidParameters.code, status: 400 });
  expect(Object.keys(answer.fields ?? {})).toEqual(['baseVersion', 'config.vlans.0.id']);
  // The schema accepts the range, but the gateway's own range may be smaller.
  expect(answer.fields?.['config.vlans.0.id']).toBe(
    'The VLAN ID must be between 1 and 4094. The gateway may have a smaller range.',
  );
  expect(await readState()).toEqual(before);
});

test('rejects an invalid document of 3.6 MB by the schema, with an error at the first invalid VLAN', async () => {
  const before = await readState();
  const vlans = many(900, (i) => ({ ...VLAN, id: 4095, name: `${i}`.padEnd(4000, 'x') }));
  const answer = await apply({ vlans, dhcpPools: [] });
  expect(answer).toMatchObject({ code: ERRORS.invalidParameters.code, status: 400 });
  expect(answer.fields).toHaveProperty('config.vlans.0.id');
  expect(await readState()).toEqual(before);
});

test('accepts names that only look dangerous', async () => {
  const { owner, projectId } = site;
  for (const name of ['𝒜'.repeat(8), `"'\\;,$(a)`, '<b>Lobby</b>', "'; drop table devices; --"]) {
    const config = ssid(name) as NetworkConfig;
    expect(await review(config)).toMatchObject({ status: 200 });
    const { draft } = await owner.call('networkDraftSave', {
      params: { projectId },
      body: { baseVersion: 1, config, version: 0 },
    });
    expect(draft?.config.wireless?.policies[0]?.ssid).toBe(name);
    await owner.call('networkDraftDiscard', { params: { projectId } });
  }
});

test('refuses a gateway address that is a device’s management address, and lists those addresses for the form', async () => {
  const { goOnline, networkSwitch, owner, projectId } = site;
  const switchId = networkSwitch.id;
  await using _switch = await goOnline(networkSwitch.base);
  const { settings, version } = await owner.call('deviceSettingsGet', {
    params: { projectId, deviceId: switchId },
  });
  const ip = '192.168.30.9';
  const management = {
    mode: 'static' as const,
    vlanId: 30,
    ip,
    prefix: 24,
    gateway: VLAN.ip,
    dns: [],
  };
  await owner.call('deviceSettingsApply', {
    params: { projectId },
    body: {
      changes: [{ deviceId: switchId, baseVersion: version, settings: { ...settings, management } }],
    },
  });
  const before = await readState();
  for (const answer of [await apply(vlan({ ip })), await review(vlan({ ip }))]) {
    expect(answer).toMatchObject({ code: ERRORS.managementIpConflict.code, status: 422 });
    expect(Object.keys(answer.fields ?? {})).toEqual(['config.vlans.0.ip']);
  }
  expect(await readState()).toEqual(before);
  const { scope } = await owner.call('networkConfigGet', { params: { projectId } });
  expect(scope.managementIps).toMatchObject([{ ip }]);
});
