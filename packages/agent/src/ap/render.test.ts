import type { ConfigWlan } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkConfig } from '../device/check-config.ts';
import {
  createWirelessConfig,
  createApCapabilities,
  createApMachine,
  validWlan,
  WPA2,
  createWlan,
} from '../testing/wireless.ts';
import { renderApLimits, renderApNft } from './ap-nft.ts';
import { deriveBssid } from './bssid.ts';
import { encodeSsid } from '../radio/hostapd-lines.ts';
import { createCablePort, findLinkProblems, planRemovals, planLinks } from './links.ts';
import { renderAp } from './render.ts';

const renderLines = (own: Partial<ConfigWlan>): readonly string[] =>
  renderAp(createWirelessConfig([createWlan(own)]), createApMachine()).bsses[0]?.lines ?? [];
const radius = { ip: '10.0.0.5', port: 1812, secret: 'a "b" #c' };

describe('the rendering of Wi-Fi security', () => {
  const psk = (mode: 'wpa-psk' | 'wpa2-psk' | 'wpa-wpa2-psk' | 'wpa3-sae' | 'wpa3-sae-wpa2-psk') => ({
    ...WPA2,
    mode,
    ciphers: ['AES' as const],
  });
  test.each<[string, ConfigWlan['security'], string[]]>([
    ['open', { mode: 'open' }, []],
    [
      'wpa-psk',
      { ...psk('wpa-psk'), ciphers: ['TKIP'] },
      ['wpa=1', 'wpa_key_mgmt=WPA-PSK', 'wpa_pairwise=TKIP'],
    ],
    [
      'wpa2-psk',
      psk('wpa2-psk'),
      ['wpa=2', 'wpa_key_mgmt=WPA-PSK', 'rsn_pairwise=CCMP', 'wpa_group_rekey=3600'],
    ],
    [
      'wpa-wpa2-psk',
      { ...psk('wpa-wpa2-psk'), ciphers: ['AES', 'TKIP'] },
      ['wpa=3', 'wpa_pairwise=CCMP TKIP', 'rsn_pairwise=CCMP TKIP'],
    ],
    ['wpa3-sae', psk('wpa3-sae'), ['wpa=2', 'wpa_key_mgmt=SAE', 'ieee80211w=2']],
    [
      'wpa3-sae-wpa2-psk',
      psk('wpa3-sae-wpa2-psk'),
      ['wpa_key_mgmt=WPA-PSK SAE', 'ieee80211w=1', 'sae_require_mfp=1'],
    ],
    [
      'wpa2',
      { mode: 'wpa2', ciphers: ['AES'], radius, keyUpdateSeconds: 0 },
      ['wpa_key_mgmt=WPA-EAP', 'ieee8021x=1', 'auth_server_shared_secret=a "b" #c', 'wpa_group_rekey=0'],
    ],
  ])('renders the mode %s', (_mode, security, expected) => {
    const lines = renderLines({ security });
    expect(lines).toEqual(expect.arrayContaining(expected));
    if (security.mode === 'open') expect(lines.some((line) => line.startsWith('wpa'))).toBe(false);
  });

  it('uses 64 hexadecimal digits as a raw key, except for WPA3', () => {
    const key = 'AB'.repeat(32);
    expect(renderLines({ security: { ...psk('wpa2-psk'), key } })).toContain(`wpa_psk=${'ab'.repeat(32)}`);
    expect(() => renderLines({ security: { ...psk('wpa3-sae'), key } })).toThrow(
      expect.objectContaining({ path: 'wireless.wlans.0.security.key' }),
    );
  });

  test.each([
    ['security.key', { security: { ...psk('wpa2-psk'), key: 'password\nssid=evil' } }],
    ['security.key', { security: { ...psk('wpa2-psk'), key: 'short' } }],
    ['security.key', { security: { ...psk('wpa2-psk'), key: 'schlüsselchen' } }],
    [
      'security.radius.ip',
      {
        security: {
          mode: 'wpa2' as const,
          ciphers: ['AES' as const],
          radius: { ...radius, ip: 'a b' },
          keyUpdateSeconds: 0,
        },
      },
    ],
    [
      'security.radius.secret',
      {
        security: {
          mode: 'wpa2' as const,
          ciphers: ['AES' as const],
          radius: { ...radius, secret: 'a\nb' },
          keyUpdateSeconds: 0,
        },
      },
    ],
    ['ssid', { ssid: '' }],
    ['ssid', { ssid: '🐙'.repeat(9) }],
    ['ssid', { ssid: 'a\ud800' }],
    ['vlanId', { vlanId: 4095 }],
  ])('rejects an invalid %s (case %#)', (path, own) => {
    expect(() => renderLines(own)).toThrow(expect.objectContaining({ path: `wireless.wlans.0.${path}` }));
  });

  it('renders every value of a valid SSID on one line', () => {
    fc.assert(
      fc.property(validWlan, (own) => {
        const [bss] = renderAp(createWirelessConfig([own]), createApMachine()).bsses;
        const lines = bss?.lines ?? [];
        expect(lines.every((line) => /^[a-z0-9_]+=[\u0020-\u007E]*$/.test(line))).toBe(true);
        const names = lines.map((line) => line.slice(0, line.indexOf('=')));
        expect(new Set(names).size).toBe(names.length);
        const hex = lines.find((line) => line.startsWith('ssid2='))?.slice('ssid2='.length) ?? '';
        expect(Buffer.from(hex, 'hex').toString()).toBe(own.ssid);
      }),
    );
  });
});

describe('SSIDs', () => {
  it('get an interface and an address on each of their radios, and the bridge of their VLAN', () => {
    const config = createWirelessConfig([
      createWlan(),
      createWlan({ name: 'guests', bands: ['2.4G', '5G'], vlanId: 20, isolated: true }),
    ]);
    const { bsses, vlans } = renderAp(config, createApMachine());
    expect(bsses.map(({ bridge, bssid: own, device, radio }) => [radio, device, own, bridge])).toEqual([
      ['radio0', 'nlw0b0', '06:00:00:00:00:00', 'nlbr0'],
      ['radio0', 'nlw0b1', '0a:00:00:00:00:00', 'nlbr20'],
      ['radio1', 'nlw1b0', '06:00:00:00:01:00', 'nlbr20'],
    ]);
    expect(vlans).toEqual([20]);
    expect(bsses[1]?.lines).toContain('ap_isolate=1');
  });

  it('get distinct BSSIDs that keep every set bit of the radio’s address', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (bytes) => {
        const own = Uint8Array.from(bytes);
        own[0] = (own[0] ?? 0) & 0xfe;
        const text = [...own].map((byte) => byte.toString(16).padStart(2, '0')).join(':');
        const all = Array.from({ length: 16 }, (_, slot) => deriveBssid(text, slot)).filter(
          (mac) => mac !== undefined,
        );
        expect(new Set(all).size).toBe(all.length);
        for (const mac of all)
          for (const [position, byte] of mac.split(':').entries())
            expect(Number.parseInt(byte, 16) & (own[position] ?? 0)).toBe(own[position]);
      }),
    );
    expect(deriveBssid('ff:ff:ff:00:00:01', 1)).toBeUndefined();
  });

  it('are left out, or lose their rate limit, with an issue if the kernel lacks the feature', () => {
    const config = createWirelessConfig([
      createWlan({ vlanId: 20 }),
      createWlan({ name: 'b', upKbps: 1000 }),
    ]);
    const { bsses, issues } = renderAp(config, createApMachine({ tagging: false, limiting: false }));
    expect(bsses.map(({ path, upKbps }) => [path, upKbps])).toEqual([['wireless.wlans.1', undefined]]);
    expect(issues.map(({ path }) => path)).toEqual(['wireless.wlans.0.vlanId', 'wireless.wlans.1.upKbps']);
    const hidden = renderAp(
      createWirelessConfig([createWlan({ dhcp: 'ap', vlanId: 20 })]),
      createApMachine(),
    );
    expect(hidden.issues).toMatchObject([{ path: 'wireless.wlans.0.dhcp' }]);
    expect([hidden.networks, hidden.bsses[0]?.bridge]).toEqual([[], 'nlbr20']);
  });

  test.each<[string, readonly ('2.4G' | '5G' | '5G-1' | '5G-2')[], ConfigWlan['bands'], string[], string[]]>([
    ['the matching radios', ['2.4G', '5G'], ['2.4G', '5G'], ['radio0', 'radio1'], []],
    ['both halves for 5G', ['2.4G', '5G-1', '5G-2'], ['5G'], ['radio1', 'radio2'], []],
    ['the 5G radio for a half', ['2.4G', '5G'], ['5G-2'], ['radio1'], ['Its 5G radio is used.']],
    ['only existing radios', ['2.4G'], ['2.4G', '5G'], ['radio0'], ['The other bands are used.']],
    ['no radio without the band', ['2.4G'], ['5G'], [], ['The SSID is not broadcast.']],
  ])('are broadcast by the radios of their bands: %s', (_title, has, bands, radios, substitutions) => {
    const caps = createApCapabilities(has);
    const config = createWirelessConfig([createWlan({ bands })]);
    const machine = createApMachine({
      caps,
      radios: caps.radios.map(({ id }, index) => ({
        id,
        interface: `wlan${index}`,
        mac: `02:00:00:00:0${index}:00`,
      })),
    });
    expect(renderAp(config, machine).bsses.map(({ radio }) => radio)).toEqual(radios);
    expect(checkConfig(config, caps).issues.map(({ substitution }) => substitution)).toEqual(substitutions);
  });
});

describe('checks of a Wi-Fi configuration', () => {
  const radio = (own: object) => [
    { id: 'radio0', channel: 'auto' as const, widthMhz: 'auto' as const, powerDbm: 'auto' as const, ...own },
  ];
  test.each<[string, Parameters<typeof createWirelessConfig>, 'partial' | 'rejected' | 'applied', string[]]>([
    ['a valid configuration', [[createWlan()], { radios: radio({ powerDbm: 8 }) }], 'applied', []],
    [
      'an unknown radio',
      [[createWlan()], { radios: radio({ id: 'radio9' }) }],
      'partial',
      ['wireless.radios.0'],
    ],
    [
      'too much power',
      [[createWlan()], { radios: radio({ powerDbm: 21 }) }],
      'partial',
      ['wireless.radios.0.powerDbm'],
    ],
    [
      'too little power',
      [[createWlan()], { radios: radio({ powerDbm: 7 }) }],
      'partial',
      ['wireless.radios.0.powerDbm'],
    ],
    [
      'a duplicate radio',
      [[createWlan()], { radios: [...radio({}), ...radio({})] }],
      'rejected',
      ['wireless.radios.1.id'],
    ],
    ['a duplicate name', [[createWlan(), createWlan()]], 'rejected', ['wireless.wlans.1.name']],
    [
      'WPA3 without AES',
      [[createWlan({ security: { ...WPA2, mode: 'wpa3-sae', ciphers: ['TKIP'] } })]],
      'rejected',
      ['wireless.wlans.0.security.ciphers'],
    ],
    [
      'WPA3 with TKIP beside AES',
      [[createWlan({ security: { ...WPA2, mode: 'wpa3-sae', ciphers: ['AES', 'TKIP'] } })]],
      'partial',
      ['wireless.wlans.0.security.ciphers'],
    ],
    [
      'an unsupported threshold',
      [[createWlan({ accessThresholdDbm: -95 })]],
      'partial',
      ['wireless.wlans.0.accessThresholdDbm'],
    ],
    [
      'more SSIDs than a radio supports',
      [Array.from({ length: 17 }, (_, index) => createWlan({ name: `w${index}` }))],
      'partial',
      ['wireless.wlans.16.bands'],
    ],
  ])('accept, substitute or reject values: %s', (_title, air, status, paths) => {
    const outcome = checkConfig(createWirelessConfig(...air), createApCapabilities());
    expect([outcome.status, outcome.issues.map(({ path }) => path)]).toEqual([status, paths]);
  });

  it('omit Wi-Fi on a device without radios, and report the omission', () => {
    const caps = { ...createApCapabilities(), features: [] };
    expect(checkConfig(createWirelessConfig([createWlan()]), caps).issues).toMatchObject([
      { path: 'wireless', substitution: 'This part is left out.' },
    ]);
  });
});

describe('links of VLANs and NAT networks', () => {
  const wanted = { vlans: [20], networks: [{ bridge: 'nlnat0', base: '172.30.0' }] };
  const there = [
    { ifname: 'up0', master: 'nlbr0' },
    { ifname: 'nlbr0' },
    { ifname: 'nlbr20' },
    { ifname: 'nlup20', master: 'nlbr20' },
    { ifname: 'nlnat0' },
  ];
  const CABLE = createCablePort('up0');
  const commandLines = (steps: ReturnType<typeof planLinks>) => steps.map(({ argv }) => argv.join(' '));

  it('are created once, and completed after an interruption', () => {
    expect(commandLines(planLinks([{ ifname: 'up0' }], wanted, [CABLE], '02:00:00:00:0a:01')))
      .toMatchInlineSnapshot(`
      [
        "ip link add name nlbr0 address 02:00:00:00:0a:01 type bridge vlan_filtering 1 forward_delay 0",
        "ip link set dev up0 master nlbr0",
        "ip link set dev up0 up",
        "ip link set dev nlbr0 up",
        "ip link add name nlbr20 address 02:00:00:00:0a:01 type bridge vlan_filtering 1 forward_delay 0",
        "ip link add link up0 name nlup20 type vlan id 20",
        "ip link set dev nlup20 master nlbr20",
        "ip link set dev nlup20 up",
        "ip link set dev nlbr20 up",
        "ip link add name nlnat0 address 02:00:00:00:0a:01 type bridge vlan_filtering 1 forward_delay 0",
        "ip address replace 172.30.0.1/24 dev nlnat0",
        "ip link set dev nlnat0 up",
      ]
    `);
    const again = commandLines(planLinks(there, wanted, [CABLE], '02:00:00:00:0a:01'));
    expect(again.filter((line) => !line.endsWith(' up'))).toEqual([
      'ip address replace 172.30.0.1/24 dev nlnat0',
    ]);
    for (let cut = 1; cut < there.length; cut++)
      expect(findLinkProblems(there.slice(cut), wanted, [CABLE])).not.toEqual([]);
    expect(findLinkProblems(there, wanted, [CABLE])).toEqual([]);
  });

  it('of a mesh node use spanning tree with the cable before the mesh, also in VLANs', () => {
    const uplinks = [CABLE, { device: 'nlmesh0', vlanPrefix: 'nlms' }];
    const lines = commandLines(planLinks([{ ifname: 'up0' }], wanted, uplinks, '02:00:00:00:0a:01'));
    expect(lines.filter((line) => line.includes('type bridge'))).toEqual(
      ['nlbr0', 'nlbr20', 'nlnat0'].map(
        (name) =>
          `ip link add name ${name} address 02:00:00:00:0a:01 type bridge vlan_filtering 1 stp_state 1 forward_delay 400`,
      ),
    );
    expect(lines.filter((line) => line.includes('priority'))).toEqual([
      'bridge link set dev up0 priority 0',
      'bridge link set dev nlmesh0 priority 16',
      'bridge link set dev nlup20 priority 0',
      'bridge link set dev nlms20 priority 16',
    ]);
    expect(lines).toContain('ip link add link nlmesh0 name nlms20 type vlan id 20');
    expect(findLinkProblems(there, wanted, uplinks)).toEqual([
      'nlmesh0 is not a port of nlbr0.',
      'nlms20 is not a port of nlbr20.',
    ]);
    expect(commandLines(planRemovals([{ ifname: 'nlms30' }, { ifname: 'nlms20' }], wanted, uplinks))).toEqual(
      ['ip link delete dev nlms30'],
    );
  });

  it('are removed only when they are obsolete', () => {
    const now = [...there, { ifname: 'nlbr30' }, { ifname: 'nlup30' }, { ifname: 'br-lan' }];
    expect(commandLines(planRemovals(now, wanted, [CABLE]))).toEqual([
      'ip link delete dev nlbr30',
      'ip link delete dev nlup30',
    ]);
  });
});

test('applies rate limits per client, and masquerades the traffic of NAT networks', () => {
  const artefacts = renderAp(
    createWirelessConfig([createWlan({ upKbps: 1000, downKbps: 2000, dhcp: 'ap' })]),
    createApMachine(),
  );
  const text = JSON.stringify(renderApLimits(artefacts.bsses));
  expect(text).toContain('"rate":125000');
  expect(text).toContain('"rate":250000');
  expect(JSON.stringify(renderApNft(artefacts))).toContain('"masquerade"');
  expect(JSON.stringify(renderApNft({ ...artefacts, networks: [] }))).not.toContain('"masquerade"');
  expect(encodeSsid('a"\n', 'x')).toBe('61220a');
});
