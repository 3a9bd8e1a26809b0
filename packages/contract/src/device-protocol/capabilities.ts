import { z } from 'zod';
import { storableText as text } from '../net/index.ts';

/** Product-level kinds of device (specification §3), and the finer ones that limits need. */
export const deviceKind = z.enum(['gateway', 'ac', 'switch', 'ap', 'mesh', 'cpe', 'nvr', 'ipc', 'wrouter']);
export type DeviceKind = z.infer<typeof deviceKind>;

export const portCapability = z.object({
  /** Stable id used in configuration: `lan1`, `p3`. */
  id: text(15).min(1),
  label: text(32),
  role: z.enum(['wan', 'lan', 'uplink', 'access']),
  type: z.enum(['electrical', 'sfp', 'none']),
  maxSpeedMbps: z.number().int().positive(),
  poe: z.boolean().default(false),
  /** Most that the port can feed (W); absent where it cannot, or does not say. */
  poeMaxWatts: z.number().positive().max(200).optional(),
  /** Speeds that can be fixed, beside `auto`; absent: none. */
  speedsMbps: z.array(z.number().int().positive()).max(12).optional(),
});
export type PortCapability = z.infer<typeof portCapability>;

/** Bands as policies name them: one radio each; `5G-1` and `5G-2` are the lower and the upper half of a device with two. */
export const BANDS = ['2.4G', '5G', '5G-1', '5G-2'] as const;
export const band = z.enum(BANDS);
export type Band = z.infer<typeof band>;

export const radioCapability = z.object({
  id: text(15),
  band,
  maxPowerDbm: z.number().int(),
});

export const capabilityLimits = z.object({
  vlanMin: z.number().int().default(10),
  vlanMax: z.number().int().default(4094),
  vlans: z.number().int().default(32),
  dhcpPools: z.number().int().default(32),
  staticRoutes: z.number().int().default(64),
  portMappings: z.number().int().default(64),
  /** Lines that one WAN port can dial at once by PPPoE; absent: one. */
  pppoeLines: z.number().int().optional(),
  /** SSIDs on one radio; absent: 16. */
  ssidsPerRadio: z.number().int().optional(),
  /** Least access threshold (dBm); absent: -90. */
  accessThresholdMin: z.number().int().optional(),
  /** Link aggregations, and the ports of one. */
  lags: z.number().int().optional(),
  lagPorts: z.number().int().optional(),
});
export type CapabilityLimits = z.infer<typeof capabilityLimits>;

/** Everything that a form or a button asks for; a device without it is not offered it. */
export const FEATURES = [
  'vlan',
  'dhcp',
  'wifi',
  'poe',
  'restart',
  'mesh',
  'video',
  // Gateway.
  'wan',
  'pppoe',
  'dhcp-reservation',
  'static-route',
  'port-mapping',
  'client-limit',
  'route-table',
  'application-flow',
  // Ports.
  'port-mode',
  'port-speed',
  'port-rate',
  'port-eee',
  'lag',
  'spanning-tree',
  'mirror',
  // Maintenance.
  'reset',
  'upgrade',
  'poe-restart',
  'country',
  'locate',
  'wifi-scan',
  'ping',
  'management-ip',
  'local-page',
  'cpe-mode',
] as const;
export const feature = z.enum(FEATURES);
export type Feature = z.infer<typeof feature>;

/** What a model (longest prefix) or a device at birth says it can do; forms and validation read this, never the model. */
export const capabilities = z.object({
  kind: deviceKind,
  /** For switches: which limit of the project it counts against. */
  tier: z.enum(['access', 'core']).optional(),
  ports: z.array(portCapability).max(128),
  radios: z.array(radioCapability).max(16).default([]),
  limits: capabilityLimits,
  features: z.array(feature).max(64),
  /** Settings whose change restarts the device on this model. */
  restartsOn: z.array(z.enum(['vlan', 'speed'])).default([]),
  /** All that its ports together can feed (W). */
  poeBudgetWatts: z.number().positive().optional(),
  /** Countries (ISO 3166, two letters) whose radio rules it knows. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(260)
    .optional(),
  /** How its front is drawn: ports in rows of one or two, a gap between groups; absent: one group, one row. */
  face: z
    .object({
      rows: z.union([z.literal(1), z.literal(2)]),
      groups: z.array(z.array(text(15)).max(128)).max(16),
    })
    .optional(),
});
export type Capabilities = z.infer<typeof capabilities>;

const KNOWN: ReadonlySet<unknown> = new Set(FEATURES);

/** Capabilities as a device tells them: a later software may name features that this cloud does not know yet. */
export const toldCapabilities = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || !('features' in value)) return value;
  const { features } = value;
  return Array.isArray(features)
    ? { ...value, features: features.slice(0, 256).filter((name) => KNOWN.has(name)) }
    : value;
}, capabilities);
