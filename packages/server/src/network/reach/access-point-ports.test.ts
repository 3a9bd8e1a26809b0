import { type DeviceSettings, EMPTY_WIRELESS, getDefaultPort, type PortSetting } from '@northlight/contract';
import { expect, test } from 'vitest';
import { findPaths } from './paths.ts';
import { CONFIG, createPolicy, listSources, SETTINGS } from './testing/hotel.ts';
import { findVlanGaps } from './vlan-gaps.ts';
import { createReachWorld, type ReachLink, type ReachSource } from './world.ts';

const port = (id: string, role: 'uplink' | 'lan'): ReachSource['caps']['ports'][number] => ({
  id,
  label: id,
  role,
  type: 'electrical',
  maxSpeedMbps: 1000,
  poe: false,
});
const UPLINK = port('eth0', 'uplink');
const LAN = port('eth1', 'lan');
const LINKS: readonly ReachLink[] = [
  { from: { device: 'gw', port: 'lan1' }, to: { device: 'ap', port: 'eth0' } },
];

/** A gateway and an access point with port settings and a LAN port, directly connected. */
function createWorld(
  own: { readonly uplink?: Partial<PortSetting>; readonly settings?: DeviceSettings } = {},
  policy: Parameters<typeof createPolicy>[0] = {},
) {
  const ap: ReachSource = {
    id: 'ap',
    name: 'AP-1',
    role: 'access-point',
    caps: { features: ['wifi', 'port-mode', 'management-ip'], ports: [UPLINK, LAN] },
    settings: {
      ...(own.uplink && { ports: [{ ...getDefaultPort(UPLINK), ...own.uplink }] }),
      ...own.settings,
    },
  };
  const config = { ...CONFIG, wireless: { ...EMPTY_WIRELESS, policies: [createPolicy(policy)] } };
  const gateway = listSources(SETTINGS).filter(({ id }) => id === 'gw');
  return createReachWorld(config, [...gateway, ap], LINKS);
}
const listGaps = (...parts: Parameters<typeof createWorld>): string[] =>
  findVlanGaps(createWorld(...parts)).map(
    ({ deviceId, port: at, vlanId }) => `${vlanId} at ${deviceId} ${at}`,
  );
const listBroken = (...parts: Parameters<typeof createWorld>): string[] =>
  findPaths(createWorld(...parts)).flatMap(({ deviceId, kind, ssid, vlanId, why }) =>
    why === undefined || deviceId !== 'ap' ? [] : [`${kind} ${ssid ?? vlanId ?? 'device'}`],
  );

test.each<[string, Parameters<typeof createWorld>, readonly string[]]>([
  ['an uplink with the default settings', [], []],
  ['an uplink with all VLANs', [{ uplink: { pvid: 1, tagged: 'all' } }], []],
  ['an uplink with the VLAN of the SSID', [{ uplink: { tagged: [20] } }], []],
  ['an uplink with another VLAN', [{ uplink: { tagged: [30] } }], ['20 at ap eth0']],
  ['an uplink with one VLAN', [{ uplink: { mode: 'access', tagged: [] } }], ['20 at ap eth0']],
  ['an SSID whose VLAN the gateway does not send', [{}, { vlanId: 10 }], ['10 at gw lan1']],
  ['an SSID with addresses from the access point', [{ uplink: { tagged: [30] } }, { dhcp: 'ap' }], []],
  ['a policy that is off', [{ uplink: { tagged: [30] } }, { enabled: false }], []],
])('checks the VLAN of an SSID at the ports of its access point: %s', (_title, parts, expected) => {
  expect(listGaps(...parts)).toEqual(expected);
});

test('checks the clients of the SSIDs and of the LAN ports', () => {
  const settings = { ports: [{ ...getDefaultPort(LAN), pvid: 99 }] };
  expect(listBroken({ settings })).toEqual(['addresses 99', 'internet 99']);
  expect(listBroken({ uplink: { tagged: [30] } })).toEqual(['addresses Hotel', 'internet Hotel']);
});

test('carries the VLAN of its address on the uplink', () => {
  const management = { mode: 'dhcp' as const, vlanId: 30 };
  expect(listBroken({ settings: { management } })).not.toContain('cloud device');
  expect(listBroken({ settings: { management }, uplink: { tagged: [20] } })).toContain('cloud device');
});
