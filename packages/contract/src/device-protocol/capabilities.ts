import { z } from 'zod';
import { foreignKey as key, foreignText as text } from '../net/index.ts';

/** Kinds of device (specification §3), divided further where the limits of a project differ. */
export const deviceKind = z.enum(['gateway', 'ac', 'switch', 'ap', 'mesh', 'cpe', 'nvr', 'ipc', 'wrouter']);
export type DeviceKind = z.infer<typeof deviceKind>;

export const portCapability = z.object({
  /** Id of the port in configurations, which never changes: `lan1`, `p3`. */
  id: key(15).min(1),
  label: text(32),
  role: z.enum(['wan', 'lan', 'uplink', 'access']),
  type: z.enum(['electrical', 'sfp', 'none']),
  maxSpeedMbps: z.number().int().positive(),
  poe: z.boolean().default(false),
  /** Maximum PoE power of the port (W); absent without PoE or when unknown. */
  poeMaxWatts: z.number().positive().max(200).optional(),
  /** Speeds that can be set in addition to `auto`; absent for a port with auto-negotiation only. */
  speedsMbps: z.array(z.number().int().positive()).max(12).optional(),
});
export type PortCapability = z.infer<typeof portCapability>;

/** Bands of wireless policies, one radio each. `5G-1` and `5G-2` are the lower and upper radio of a device with two. */
export const BANDS = ['2.4G', '5G', '5G-1', '5G-2'] as const;
export const band = z.enum(BANDS);
export type Band = z.infer<typeof band>;

export const radioCapability = z.object({
  id: key(15),
  band,
  maxPowerDbm: z.number().int(),
  /** Gain of the antenna (dBi); absent if it is unknown. */
  antennaGainDbi: z.number().min(0).max(40).optional(),
});

export const capabilityLimits = z.object({
  vlanMin: z.number().int().default(10),
  vlanMax: z.number().int().default(4094),
  vlans: z.number().int().default(32),
  dhcpPools: z.number().int().default(32),
  staticRoutes: z.number().int().default(64),
  portMappings: z.number().int().default(64),
  /** Concurrent PPPoE lines per WAN port; absent: 1. */
  pppoeLines: z.number().int().optional(),
  /** Longest mask of a static WAN (bits); absent: 30. */
  wanPrefixMax: z.number().int().min(30).max(32).optional(),
  /** SSIDs per radio; absent: 16. */
  ssidsPerRadio: z.number().int().optional(),
  /** Lowest access threshold (dBm); absent: -90. */
  accessThresholdMin: z.number().int().optional(),
  /** Maximum number of link aggregations, and of ports per aggregation. */
  lags: z.number().int().optional(),
  lagPorts: z.number().int().optional(),
  /** Clients that a bridge accepts as a base; absent: 8. */
  bridgeClients: z.number().int().positive().optional(),
  /** Longest distance of a bridge link (m); absent: 5,000. */
  bridgeDistanceMetres: z.number().int().positive().optional(),
});
export type CapabilityLimits = z.infer<typeof capabilityLimits>;

/**
 * Features that forms and commands require. The console does not offer a form or command to devices without
 * its feature.
 */
export const FEATURES = [
  'vlan',
  'dhcp',
  'wifi',
  'poe',
  'restart',
  'mesh',
  'find-nodes',
  'video',
  // Features of gateways.
  'wan',
  'pppoe',
  'dhcp-reservation',
  'static-route',
  'port-mapping',
  'client-limit',
  'route-table',
  'application-flow',
  // Features of ports and switches.
  'port-mode',
  'port-speed',
  'port-rate',
  'port-eee',
  'lag',
  'spanning-tree',
  'mirror',
  // Commands.
  'reset',
  'upgrade',
  'poe-restart',
  'country',
  'locate',
  'discover',
  'wifi-scan',
  'ping',
  'management-ip',
  'local-page',
  'backup',
  'restore',
  'cpe-mode',
  // Recorders.
  'disk-format',
  'snapshot',
  // Bridges.
  'bridge-link',
] as const;
export const feature = z.enum(FEATURES);
export type Feature = z.infer<typeof feature>;

/**
 * Capabilities of a model (by longest prefix) or from a device's birth. Forms and validation use these, never
 * the model name.
 */
export const capabilities = z.object({
  kind: deviceKind,
  /** Tier of a switch, which decides the project limit that it counts against; absent for other kinds. */
  tier: z.enum(['access', 'core']).optional(),
  ports: z.array(portCapability).max(128),
  radios: z.array(radioCapability).max(16).default([]),
  limits: capabilityLimits,
  features: z.array(feature).max(64),
  /** Settings whose change restarts this model. */
  restartsOn: z.array(z.enum(['vlan', 'speed'])).default([]),
  /** Shape of the housing, for drawings; absent for the usual one of the kind. */
  housing: z
    .enum(['desktop', 'rack', 'recorder', 'ceiling', 'outdoor', 'tower', 'panel', 'bullet', 'dome'])
    .optional(),
  /** Total PoE power of all ports (W). */
  poeBudgetWatts: z.number().positive().optional(),
  /** Regulatory domains that the radios support (ISO 3166, two letters). */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(260)
    .optional(),
  /**
   * Layout of the front: one or two rows of ports, with a gap between groups; absent for one row in one
   * group.
   */
  face: z
    .object({
      rows: z.union([z.literal(1), z.literal(2)]),
      groups: z.array(z.array(key(15)).max(128)).max(16),
    })
    .optional(),
});
export type Capabilities = z.infer<typeof capabilities>;

const KNOWN: ReadonlySet<unknown> = new Set(FEATURES);

/** Capabilities as reported; features that this cloud does not know are dropped. */
export const reportedCapabilities = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || !('features' in value)) return value;
  const { features } = value;
  return Array.isArray(features)
    ? { ...value, features: features.slice(0, 256).filter((name) => KNOWN.has(name)) }
    : value;
}, capabilities);
