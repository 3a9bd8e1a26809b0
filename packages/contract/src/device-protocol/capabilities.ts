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
});
export type PortCapability = z.infer<typeof portCapability>;

export const radioCapability = z.object({
  id: text(15),
  band: z.enum(['2.4G', '5G', '5G-1', '5G-2']),
  maxPowerDbm: z.number().int(),
});

export const capabilityLimits = z.object({
  vlanMin: z.number().int().default(10),
  vlanMax: z.number().int().default(4094),
  vlans: z.number().int().default(32),
  dhcpPools: z.number().int().default(32),
  staticRoutes: z.number().int().default(64),
  portMappings: z.number().int().default(64),
});
export type CapabilityLimits = z.infer<typeof capabilityLimits>;

/** What a model (longest prefix) or a device at birth says it can do; forms and validation read this, never the model. */
export const capabilities = z.object({
  kind: deviceKind,
  /** For switches: which limit of the project it counts against. */
  tier: z.enum(['access', 'core']).optional(),
  ports: z.array(portCapability).max(128),
  radios: z.array(radioCapability).max(16).default([]),
  limits: capabilityLimits,
  features: z.array(z.enum(['vlan', 'dhcp', 'wifi', 'poe', 'restart', 'mesh', 'video'])),
  /** Settings whose change restarts the device on this model. */
  restartsOn: z.array(z.enum(['vlan', 'speed'])).default([]),
});
export type Capabilities = z.infer<typeof capabilities>;
