import type {
  Capabilities,
  CapabilityLimits,
  Feature,
  PortCapability,
} from '../device-protocol/capabilities.ts';

type Radio = Capabilities['radios'][number];
type Face = NonNullable<Capabilities['face']>;

/** Default limits; a model's capabilities override them. */
export const DEFAULT_LIMITS: CapabilityLimits = {
  vlanMin: 10,
  vlanMax: 4094,
  vlans: 32,
  dhcpPools: 32,
  staticRoutes: 64,
  portMappings: 64,
};

/** Features that all Northlight devices have. */
export const MAINTENANCE: readonly Feature[] = [
  'restart',
  'reset',
  'upgrade',
  'locate',
  'discover',
  'ping',
  'local-page',
];
/** Features with which a device can serve the networks of a project, apart from VLANs. */
export const ROUTER_FEATURES: readonly Feature[] = [
  'dhcp',
  'wan',
  'dhcp-reservation',
  'static-route',
  'port-mapping',
  'client-limit',
  'route-table',
];
export const GATEWAY_FEATURES: readonly Feature[] = [
  'vlan',
  ...ROUTER_FEATURES,
  'application-flow',
  ...MAINTENANCE,
];
export const SWITCH_FEATURES: readonly Feature[] = [
  'vlan',
  'port-mode',
  'port-speed',
  'port-rate',
  'port-eee',
  'lag',
  'spanning-tree',
  'mirror',
  'management-ip',
  ...MAINTENANCE,
];
export const POE_FEATURES: readonly Feature[] = ['poe', 'poe-restart'];
export const RADIO_FEATURES: readonly Feature[] = ['wifi', 'country', 'wifi-scan', ...MAINTENANCE];

/** Regulatory domains that Northlight radios support. */
export const RADIO_COUNTRIES: string[] = (
  'AE AR AT AU BE BR CA CH CL CN CZ DE DK ES FI FR GB GR HK HU ID IE IN IT JP KR MX MY NL NO NZ PL PT RO SA SE SG ' +
  'TH TR TW US VN ZA'
).split(' ');

interface PortOptions {
  readonly role: PortCapability['role'];
  readonly maxSpeedMbps?: number;
  /** PoE power per port (W). */
  readonly poeWatts?: number;
  readonly type?: PortCapability['type'];
  /** Number of the first port; 1 by default. */
  readonly from?: number;
  /** False for ports with auto-negotiation only. */
  readonly fixedSpeeds?: boolean;
}

/** Returns the speeds (Mbit/s) that can be set on a port of this type. */
function listPossibleSpeeds(type: PortCapability['type'], maxSpeedMbps: number): number[] {
  const classes = type === 'sfp' ? [1000, 10_000, 25_000, 40_000] : [10, 100, 1000, 2500, 10_000];
  return classes.filter((speed) => speed <= maxSpeedMbps);
}

/** Creates `count` identical ports `prefix1`, `prefix2` and so on. */
export function createPortRow(prefix: string, count: number, options: PortOptions): PortCapability[] {
  const {
    role,
    maxSpeedMbps = 1000,
    poeWatts,
    type = 'electrical',
    from = 1,
    fixedSpeeds = role !== 'wan' && role !== 'lan',
  } = options;
  return Array.from({ length: count }, (_, index) => ({
    id: `${prefix}${from + index}`,
    label: `${prefix.toUpperCase()}${from + index}`,
    role,
    type,
    maxSpeedMbps,
    poe: poeWatts !== undefined,
    ...(poeWatts !== undefined && { poeMaxWatts: poeWatts }),
    ...(fixedSpeeds && { speedsMbps: listPossibleSpeeds(type, maxSpeedMbps) }),
  }));
}

/** Returns the single Ethernet port of an access point, bridge, camera or recorder. */
export const createUplinkPort = (maxSpeedMbps = 1000): PortCapability => ({
  id: 'eth0',
  label: 'LAN',
  role: 'uplink',
  type: 'electrical',
  maxSpeedMbps,
  poe: false,
});

/** Creates a front with two rows of ports, odd ports above even ones, and the uplinks in a separate group. */
export function createSwitchFrontPanel(ports: readonly PortCapability[]): Face {
  const ids = (uplink: boolean): string[] =>
    ports.filter(({ role }) => (role === 'uplink') === uplink).map(({ id }) => id);
  return { rows: 2, groups: [ids(false), ids(true)].filter((group) => group.length > 0) };
}

const BAND_POWER = { '2.4G': 26, '5G': 29, '5G-1': 29, '5G-2': 29 } as const;

export function listRadios(...bands: (keyof typeof BAND_POWER)[]): Radio[] {
  return bands.map((band, index) => ({ id: `radio${index}`, band, maxPowerDbm: BAND_POWER[band] }));
}

/** Returns capabilities with default values for the parts that most models do not list. */
export function getDeviceCapabilities(
  own: Omit<Capabilities, 'limits' | 'radios' | 'restartsOn' | 'features'> &
    Partial<Omit<Capabilities, 'features'>> & { readonly features: readonly Feature[] },
): Capabilities {
  const countries = own.features.includes('country') ? { countries: RADIO_COUNTRIES } : {};
  return {
    limits: DEFAULT_LIMITS,
    radios: [],
    restartsOn: [],
    ...countries,
    ...own,
    features: [...new Set(own.features)],
  };
}

/** Returns the capabilities of a switch, with its front, link aggregations and PoE budget. */
export function createSwitchCapabilities(own: {
  readonly tier: 'access' | 'core';
  readonly ports: readonly PortCapability[];
  readonly poeBudgetWatts?: number;
  readonly limits?: CapabilityLimits;
  readonly restartsOn?: Capabilities['restartsOn'];
}): Capabilities {
  const { limits = DEFAULT_LIMITS, poeBudgetWatts, ports, restartsOn = [], tier } = own;
  return getDeviceCapabilities({
    kind: 'switch',
    tier,
    ports: [...ports],
    limits: { lags: 8, lagPorts: 8, ...limits },
    features: [...SWITCH_FEATURES, ...(poeBudgetWatts === undefined ? [] : POE_FEATURES)],
    restartsOn,
    face: createSwitchFrontPanel(ports),
    ...(poeBudgetWatts !== undefined && { poeBudgetWatts }),
  });
}
