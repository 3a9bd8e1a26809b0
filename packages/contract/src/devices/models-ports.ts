import type { Capabilities, CapabilityLimits, PortCapability } from '../device-protocol/capabilities.ts';

type Radio = Capabilities['radios'][number];

/** The usual maxima; a model that differs says so in its own document. */
export const DEFAULT_LIMITS: CapabilityLimits = {
  vlanMin: 10,
  vlanMax: 4094,
  vlans: 32,
  dhcpPools: 32,
  staticRoutes: 64,
  portMappings: 64,
};

interface PortOptions {
  readonly role: PortCapability['role'];
  readonly maxSpeedMbps?: number;
  readonly poe?: boolean;
  readonly type?: PortCapability['type'];
  /** Number of the first port. */
  readonly from?: number;
}

/** `count` ports `prefix1`, `prefix2`, … alike. */
export function portRow(prefix: string, count: number, options: PortOptions): PortCapability[] {
  const { role, maxSpeedMbps = 1000, poe = false, type = 'electrical', from = 1 } = options;
  return Array.from({ length: count }, (_, index) => ({
    id: `${prefix}${from + index}`,
    label: `${prefix.toUpperCase()}${from + index}`,
    role,
    type,
    maxSpeedMbps,
    poe,
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

const BAND_POWER = { '2.4G': 26, '5G': 29, '5G-1': 29, '5G-2': 29 } as const;

/** One radio per band. */
export function radiosOf(...bands: (keyof typeof BAND_POWER)[]): Radio[] {
  return bands.map((band, index) => ({ id: `radio${index}`, band, maxPowerDbm: BAND_POWER[band] }));
}

/** A capability document with the parts that most models leave out. */
export function document(
  own: Omit<Capabilities, 'limits' | 'radios' | 'restartsOn'> & Partial<Capabilities>,
): Capabilities {
  return { limits: DEFAULT_LIMITS, radios: [], restartsOn: [], ...own };
}
