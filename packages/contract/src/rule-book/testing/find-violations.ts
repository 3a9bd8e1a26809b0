import { capabilityLimits, feature } from '../../device-protocol/index.ts';
import { checkDeviceSettings, type DeviceSettings, deviceSettings } from '../../device-settings/index.ts';
import { findCapabilities } from '../../devices/index.ts';
import {
  type DhcpPool,
  findViolations,
  listGatewayAddresses,
  type RuleViolation,
} from '../../network/gateway/index.ts';
import { checkNetworkConfig, type NetworkConfig, networkConfig } from '../../network/index.ts';
import { DEFAULT_LAYOUT, screenLayout } from '../../projects/data-screen.ts';
import { EMPTY_WIRELESS, type WifiPolicy, type WirelessConfig } from '../../network/wireless/index.ts';
import { createPolicy, WLAN } from '../../network/wireless/testing/fixtures.ts';

/** Returns the first violation of each field as text with the field and the code. */
const formatFirstViolations = (violations: readonly RuleViolation[]): string[] => {
  const first = new Map<string, string>();
  for (const { error, path } of violations) if (!first.has(path)) first.set(path, error);
  return [...first].map(([path, error]) => `${path} ${error}`);
};

const port = (id: string, role: 'lan' | 'wan') =>
  ({ id, label: id.toUpperCase(), role, type: 'electrical', maxSpeedMbps: 1000, poe: false }) as const;
/** Management address of a switch. */
export const MANAGED = '192.168.50.9';
const SCOPE = {
  device: { id: 'g', name: 'Gateway', model: 'NL-GW5', state: 1 },
  limits: capabilityLimits.parse({ wanPrefixMax: 32 }),
  lanPorts: [port('lan1', 'lan'), port('lan2', 'lan')],
  wanPorts: [port('wan1', 'wan'), port('wan2', 'wan')],
  features: feature.options,
  managementIps: [{ name: 'Switch', ip: MANAGED }],
  wireless: WLAN,
};

export const VLAN = { id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: ['lan1'] };
export const LAN = { ip: '192.168.1.1', prefix: 24 };
export const POOL = {
  name: 'guests',
  vlanId: 30,
  start: '192.168.30.10',
  end: '192.168.30.99',
  dns: ['9.9.9.9', '1.1.1.1'],
  leaseMinutes: 60,
};
export const WAN = {
  mode: 'static' as const,
  port: 'wan1',
  ip: '203.0.113.2',
  prefix: 29,
  gateway: '203.0.113.1',
  dns: [] as string[],
};
export const ROUTE = { name: 'branch', destination: '10.9.0.0', prefix: 16, nextHop: '192.168.30.9' };
export const MAPPING = {
  name: 'web',
  protocol: 'tcp' as const,
  internalIp: '192.168.30.9',
  externalPorts: '8080',
  internalPorts: '80',
};

/**
 * Returns the violations of a network document: the given parts, and defaults (one VLAN with its pool, LAN, WAN) for the
 * others. With `model`, the limits of that model apply.
 */
export function findNetworkViolations(parts: Partial<NetworkConfig>, model?: string): string[] {
  const { limits } = (model === undefined ? undefined : findCapabilities(model)) ?? SCOPE;
  const document = { vlans: [VLAN], dhcpPools: [POOL], lan: LAN, wan: [WAN], ...parts };
  return formatFirstViolations(
    findViolations(networkConfig, document, (config) => checkNetworkConfig(config, { ...SCOPE, limits })),
  );
}

/** Returns the violations of a wireless configuration in a network with the VLANs 20, 30 and 4094. */
export function findWirelessViolations(parts: Partial<WirelessConfig>, devices = WLAN.devices): string[] {
  const document = {
    vlans: [20, 30, 4094].map((id) => ({ ...VLAN, id, name: `V${id}`, ip: `10.${id % 256}.0.1`, ports: [] })),
    dhcpPools: [],
    wireless: { ...EMPTY_WIRELESS, ...parts },
  };
  const scope = { ...SCOPE, wireless: { ...WLAN, devices } };
  return formatFirstViolations(
    findViolations(networkConfig, document, (config) => checkNetworkConfig(config, scope)),
  );
}
export const findPolicyViolations = (values: Partial<WifiPolicy>): string[] =>
  findWirelessViolations({ policies: [createPolicy(values)] });

/** Returns the violations of a data screen with these countries. */
export const findScreenViolations = (countries: readonly string[]): string[] =>
  formatFirstViolations(findViolations(screenLayout, { ...DEFAULT_LAYOUT, countries }, () => []));

const CAPS = findCapabilities('NL-SW8P');
const LAN_ADDRESSES = listGatewayAddresses({ lan: LAN, vlans: [VLAN] });

/** Returns the violations of the settings of a switch behind the gateway above. */
export function findSettingsViolations(settings: DeviceSettings): string[] {
  if (!CAPS) throw new Error('There is no model NL-SW8P.');
  const scope = { caps: CAPS, lanAddresses: LAN_ADDRESSES };
  return formatFirstViolations(
    findViolations(deviceSettings, settings, (each) => checkDeviceSettings(each, scope)),
  );
}

export const findPoolViolations = (values: Partial<DhcpPool>): string[] =>
  findNetworkViolations({ dhcpPools: [{ ...POOL, ...values }] });
export const findRouteViolations = (destination: string, prefix: number): string[] =>
  findNetworkViolations({ staticRoutes: [{ ...ROUTE, destination, prefix }] });
