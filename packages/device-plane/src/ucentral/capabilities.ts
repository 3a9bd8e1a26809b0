import { RADIO_COUNTRIES } from '@northlight/contract';
import type { Feature, PortCapability } from '@northlight/contract/device-protocol';
import type { Capabilities } from '../contract-types.ts';
import { BANDS_BY_NAME } from './bands-by-name.ts';
import { AP_VLAN_MAX } from './emit/schema.ts';
import { parseList, parseObject, parseText } from './untrusted-values.ts';

export const PORTS_MAX = 128;
const RADIOS_MAX = 16;
const DEFAULT_SPEED_MBPS = 1000;
const DEFAULT_POWER_DBM = 20;
export const SWITCH_PORT = /^Ethernet\d+$/;

export type Platform = 'ap' | 'switch';

/** The capabilities of a device, parsed from its `connect` message. */
export interface ParsedCapabilities {
  readonly platform: Platform;
  readonly model: string;
  /** Name of the hardware in images, such as `edgecore_eap101`. */
  readonly hardware: string;
  /** True if the device accepts compressed parameters. */
  readonly acceptsCompression: boolean;
  readonly caps: Capabilities;
}

/**
 * Converts the capabilities of a `connect` message. Forms and validation use the result, never the model
 * name.
 */
export function readCapabilities(value: unknown): ParsedCapabilities {
  const raw = parseObject(value);
  const network = parseObject(raw['network']);
  const wan = listPortNames(network['wan']);
  const lan = listPortNames(network['lan']).filter((name) => !wan.includes(name));
  const platform = detectPlatform(raw['platform'], [...wan, ...lan]);
  const hardware = parseText(raw['compatible'], 40) ?? parseText(raw['model'], 40) ?? 'OpenWiFi';
  const ports = [
    ...wan.map((name) => buildPort(name, 'uplink')),
    ...lan.map((name) => buildPort(name, platform === 'switch' ? 'access' : 'lan')),
  ].slice(0, PORTS_MAX);
  const caps = platform === 'switch' ? readSwitchCapabilities(ports) : readApCapabilities(ports, raw);
  return {
    platform,
    model: readModelName(raw['model']) ?? hardware,
    hardware,
    acceptsCompression: raw['compress_cmd'] === true,
    caps,
  };
}

/**
 * Pattern of the platform id of a network operating system, such as `x86_64-accton_as4630_54pe-r0`, which
 * switches send as their model.
 */
const PLATFORM_ID = /^\w+-.+-r\d+$/;

/** Returns the name of the product; undefined if it is missing or a platform id. */
function readModelName(value: unknown): string | undefined {
  const name = parseText(value, 40);
  return name === undefined || PLATFORM_ID.test(name) ? undefined : name;
}

const listPortNames = (value: unknown): string[] => [
  ...new Set(parseList(value, PORTS_MAX).flatMap((name) => parseText(name, 15) ?? [])),
];

function detectPlatform(value: unknown, ports: readonly string[]): Platform {
  const platform = parseText(value, 20)?.toLowerCase();
  if (platform === 'switch' || platform === 'ap') return platform;
  return ports.length > 0 && ports.every((name) => SWITCH_PORT.test(name)) ? 'switch' : 'ap';
}

/** Returns a port of which only name and role are known; the other properties have defaults. */
export const buildPort = (name: string, role: PortCapability['role']): PortCapability => ({
  id: name,
  label: name,
  role,
  type: 'electrical',
  maxSpeedMbps: DEFAULT_SPEED_MBPS,
  poe: false,
  speedsMbps: [10, 100, DEFAULT_SPEED_MBPS],
});

const MAINTENANCE: readonly Feature[] = ['vlan', 'management-ip', 'restart', 'reset', 'upgrade'];
const LIMITS = { vlanMin: 2, vlans: 64, dhcpPools: 0, staticRoutes: 0, portMappings: 0 };

/**
 * Returns only functions that the client of switches executes. The client answers unknown commands such as
 * `leds`, and documents with unknown settings such as `rate-limit-port`, with a success but does nothing.
 */
function readSwitchCapabilities(ports: PortCapability[]): Capabilities {
  return {
    kind: 'switch',
    tier: 'access',
    ports: ports.filter(({ id }) => SWITCH_PORT.test(id)),
    radios: [],
    limits: { ...LIMITS, vlanMax: 4094 },
    features: [...MAINTENANCE, 'port-mode', 'port-speed', 'spanning-tree'],
    restartsOn: [],
  };
}

function readApCapabilities(ports: PortCapability[], raw: Readonly<Record<string, unknown>>): Capabilities {
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
      'locate',
      ...(ports.some(({ role }) => role === 'lan') ? (['port-mode', 'port-speed'] as const) : []),
      ...(radios.length > 0 ? (['wifi', 'wifi-scan', 'country'] as const) : []),
    ],
    restartsOn: [],
    ...(radios.length > 0 && { countries: countries.length > 0 ? countries : RADIO_COUNTRIES }),
  };
}
