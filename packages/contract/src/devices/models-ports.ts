import type {
  Capabilities,
  CapabilityLimits,
  Feature,
  PortCapability,
} from '../device-protocol/capabilities.ts';

type Radio = Capabilities['radios'][number];
type Face = NonNullable<Capabilities['face']>;

/** The usual maxima; a model that differs says so in its own document. */
export const DEFAULT_LIMITS: CapabilityLimits = {
  vlanMin: 10,
  vlanMax: 4094,
  vlans: 32,
  dhcpPools: 32,
  staticRoutes: 64,
  portMappings: 64,
};

/** What every device of ours can be asked to do. */
export const MAINTENANCE: readonly Feature[] = [
  'restart',
  'reset',
  'upgrade',
  'locate',
  'ping',
  'local-page',
];
export const GATEWAY_FEATURES: readonly Feature[] = [
  'vlan',
  'dhcp',
  'wan',
  'dhcp-reservation',
  'static-route',
  'port-mapping',
  'client-limit',
  'route-table',
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

/** Countries whose radio rules our radios know. */
export const RADIO_COUNTRIES: string[] = (
  'AE AR AT AU BE BR CA CH CL CN CZ DE DK ES FI FR GB GR HK HU ID IE IN IT JP KR MX MY NL NO NZ PL PT RO SA SE SG ' +
  'TH TR TW US VN ZA'
).split(' ');

interface PortOptions {
  readonly role: PortCapability['role'];
  readonly maxSpeedMbps?: number;
  /** Watts that each port can feed. */
  readonly poeWatts?: number;
  readonly type?: PortCapability['type'];
  /** Number of the first port. */
  readonly from?: number;
  /** False: the speed is always negotiated. */
  readonly fixedSpeeds?: boolean;
}

/** Speeds of a port's class that can be fixed. */
function speedsOf(type: PortCapability['type'], maxSpeedMbps: number): number[] {
  const classes = type === 'sfp' ? [1000, 10_000, 25_000, 40_000] : [10, 100, 1000, 2500, 10_000];
  return classes.filter((speed) => speed <= maxSpeedMbps);
}

/** `count` ports `prefix1`, `prefix2`, … alike. */
export function portRow(prefix: string, count: number, options: PortOptions): PortCapability[] {
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
    ...(fixedSpeeds && { speedsMbps: speedsOf(type, maxSpeedMbps) }),
  }));
}

/** The single Ethernet port of a device that hangs on another. */
export const uplinkPort = (maxSpeedMbps = 1000): PortCapability => ({
  id: 'eth0',
  label: 'LAN',
  role: 'uplink',
  type: 'electrical',
  maxSpeedMbps,
  poe: false,
});

/** A front with two rows of ports, odd numbers above even ones, and the uplinks in a group of their own. */
export function switchFace(ports: readonly PortCapability[]): Face {
  const ids = (uplink: boolean): string[] =>
    ports.filter(({ role }) => (role === 'uplink') === uplink).map(({ id }) => id);
  return { rows: 2, groups: [ids(false), ids(true)].filter((group) => group.length > 0) };
}

const BAND_POWER = { '2.4G': 26, '5G': 29, '5G-1': 29, '5G-2': 29 } as const;

/** One radio per band. */
export function radiosOf(...bands: (keyof typeof BAND_POWER)[]): Radio[] {
  return bands.map((band, index) => ({ id: `radio${index}`, band, maxPowerDbm: BAND_POWER[band] }));
}

/** A capability document with the parts that most models leave out. */
export function document(
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

/** A switch: its front, its aggregations, and what its ports feed. */
export function switchDocument(own: {
  readonly tier: 'access' | 'core';
  readonly ports: readonly PortCapability[];
  readonly poeBudgetWatts?: number;
  readonly limits?: CapabilityLimits;
  readonly restartsOn?: Capabilities['restartsOn'];
}): Capabilities {
  const { limits = DEFAULT_LIMITS, poeBudgetWatts, ports, restartsOn = [], tier } = own;
  return document({
    kind: 'switch',
    tier,
    ports: [...ports],
    limits: { lags: 8, lagPorts: 8, ...limits },
    features: [...SWITCH_FEATURES, ...(poeBudgetWatts === undefined ? [] : POE_FEATURES)],
    restartsOn,
    face: switchFace(ports),
    ...(poeBudgetWatts !== undefined && { poeBudgetWatts }),
  });
}
