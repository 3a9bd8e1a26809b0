import { RADIO_COUNTRIES } from '@northlight/contract';
import type { Feature, PortCapability } from '@northlight/contract/device-protocol';
import type { Capabilities } from '../contract-types.ts';
import { BANDS_BY_NAME } from './bands-by-name.ts';
import { AP_VLAN_MAX } from './emit/schema.ts';
import { parseList, parseNumber, parseObject, parseText } from './untrusted-values.ts';

const PORTS_MAX = 128;
const RADIOS_MAX = 16;
const DEFAULT_SPEED_MBPS = 1000;
const DEFAULT_POWER_DBM = 20;
const SWITCH_PORT = /^Ethernet\d+$/;

export type Platform = 'ap' | 'switch';

/** The capabilities of a device, parsed from its `connect` message. */
export interface ParsedCapabilities {
  readonly platform: Platform;
  readonly model: string;
  /** The device accepts compressed parameters. */
  readonly acceptsCompression: boolean;
  readonly caps: Capabilities;
}

/** Converts the capabilities of a `connect` message; forms and validation use the result, never the model. */
export function readCapabilities(value: unknown): ParsedCapabilities {
  const raw = parseObject(value);
  const network = parseObject(raw['network']);
  const wan = portNames(network['wan']);
  const lan = portNames(network['lan']).filter((name) => !wan.includes(name));
  const platform = detectPlatform(raw['platform'], [...wan, ...lan]);
  const model = parseText(raw['compatible'], 40) ?? parseText(raw['model'], 40) ?? 'OpenWiFi';
  const ports = [
    ...wan.map((name) => buildPort(name, 'uplink')),
    ...lan.map((name) => buildPort(name, platform === 'switch' ? 'access' : 'lan')),
  ].slice(0, PORTS_MAX);
  const caps = platform === 'switch' ? switchCapabilities(ports) : apCapabilities(ports, raw);
  return { platform, model, acceptsCompression: raw['compress_cmd'] === true, caps };
}

const portNames = (value: unknown): string[] => [
  ...new Set(parseList(value, PORTS_MAX).flatMap((name) => parseText(name, 15) ?? [])),
];

function detectPlatform(value: unknown, ports: readonly string[]): Platform {
  const platform = parseText(value, 20)?.toLowerCase();
  if (platform === 'switch' || platform === 'ap') return platform;
  return ports.length > 0 && ports.every((name) => SWITCH_PORT.test(name)) ? 'switch' : 'ap';
}

const buildPort = (name: string, role: PortCapability['role']): PortCapability => ({
  id: name,
  label: name,
  role,
  type: 'electrical',
  maxSpeedMbps: DEFAULT_SPEED_MBPS,
  poe: false,
  speedsMbps: [10, 100, DEFAULT_SPEED_MBPS],
});

const MAINTENANCE: readonly Feature[] = ['vlan', 'management-ip', 'restart', 'reset', 'upgrade', 'locate'];
const LIMITS = { vlanMin: 2, vlans: 64, dhcpPools: 0, staticRoutes: 0, portMappings: 0 };

function switchCapabilities(ports: PortCapability[]): Capabilities {
  return {
    kind: 'switch',
    tier: 'access',
    ports: ports.filter(({ id }) => SWITCH_PORT.test(id)),
    radios: [],
    limits: { ...LIMITS, vlanMax: 4094, lags: 8, lagPorts: 8 },
    features: [...MAINTENANCE, 'port-mode', 'port-speed', 'port-rate', 'lag', 'spanning-tree', 'mirror'],
    restartsOn: [],
  };
}

function apCapabilities(ports: PortCapability[], raw: Readonly<Record<string, unknown>>): Capabilities {
  const radios = Object.values(parseObject(raw['wifi']))
    .slice(0, RADIOS_MAX)
    .flatMap((radio) =>
      parseList(parseObject(radio)['band'], 4).flatMap(
        (band) => BANDS_BY_NAME[parseText(band, 10) ?? ''] ?? [],
      ),
    )
    .map((band, index) => ({ id: `radio${index}`, band, maxPowerDbm: DEFAULT_POWER_DBM }))
    .slice(0, RADIOS_MAX);
  const named = parseList(raw['country_codes'], 260).flatMap(
    (code) => parseText(code, 3)?.toUpperCase() ?? [],
  );
  const countries = named.filter((code) => /^[A-Z]{2}$/.test(code));
  return {
    kind: 'ap',
    ports,
    radios,
    limits: { ...LIMITS, vlanMax: AP_VLAN_MAX },
    features: [
      ...MAINTENANCE,
      ...(ports.some(({ role }) => role === 'lan') ? (['port-mode', 'port-speed'] as const) : []),
      ...(radios.length > 0 ? (['wifi', 'wifi-scan', 'country'] as const) : []),
    ],
    restartsOn: [],
    ...(radios.length > 0 && { countries: countries.length > 0 ? countries : RADIO_COUNTRIES }),
  };
}

/**
 * Adds facts from the state of a switch to its capabilities: ports that `connect` did not list, their PoE support and
 * speed. Returns the same object if the state adds nothing.
 */
export function learnFromLinks(caps: Capabilities, state: unknown): Capabilities {
  if (caps.kind !== 'switch') return caps;
  const links = parseObject(parseObject(state)['link-state']);
  const ports = new Map(caps.ports.map((port) => [port.id, port] as const));
  let learned = false;
  for (const [side, role] of [
    ['upstream', 'uplink'],
    ['downstream', 'access'],
  ] as const)
    for (const [name, value] of Object.entries(parseObject(links[side])).slice(0, PORTS_MAX)) {
      if (!SWITCH_PORT.test(name) || name.length > 15) continue;
      const raw = parseObject(value);
      const before = ports.get(name);
      const port = before ?? buildPort(name, role);
      const speed = parseNumber(raw['speed'], 1, 400_000) ?? 0;
      const faster = speed > port.maxSpeedMbps;
      const hasPoe = raw['poe'] !== undefined && !port.poe;
      if (before && !faster && !hasPoe) continue;
      learned = true;
      ports.set(name, {
        ...port,
        ...(faster && { maxSpeedMbps: speed, speedsMbps: [...(port.speedsMbps ?? []), speed].slice(-12) }),
        ...(hasPoe && { poe: true }),
      });
    }
  if (!learned) return caps;
  const list = [...ports.values()].slice(0, PORTS_MAX);
  const poe: readonly Feature[] = list.some((port) => port.poe) ? ['poe', 'poe-restart'] : [];
  return { ...caps, ports: list, features: [...new Set([...caps.features, ...poe])] };
}
