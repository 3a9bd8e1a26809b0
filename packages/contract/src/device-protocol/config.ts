import { z } from 'zod';
import { storableText as text } from '../net/index.ts';

/** Version of the document below. A device refuses a later one, because it would leave out what it does not know. */
export const CONFIG_SCHEMA = 1;

/** VLAN as a device receives it. `ip` is the gateway's own address in it; switches have none. */
export const configVlan = z.object({
  id: z.number().int().min(1).max(4094),
  name: z.string(),
  ip: z.string().optional(),
  prefix: z.number().int().min(1).max(30).optional(),
  /** Member LAN ports, untagged. */
  ports: z.array(z.string()).default([]),
});
export type ConfigVlan = z.infer<typeof configVlan>;

export const configDhcpPool = z.object({
  name: z.string(),
  vlanId: z.number().int(),
  start: z.string(),
  end: z.string(),
  mask: z.string(),
  gateway: z.string(),
  dns: z.array(z.string()).max(2),
  leaseMinutes: z.number().int(),
});
export type ConfigDhcpPool = z.infer<typeof configDhcpPool>;

/** The whole desired configuration of one device; the hash is taken over its canonical JSON. */
export const deviceConfig = z.object({
  vlans: z.array(configVlan).default([]),
  dhcpPools: z.array(configDhcpPool).default([]),
});
export type DeviceConfig = z.infer<typeof deviceConfig>;

/** What a device says about one path of a configuration it could not take as it is. */
export const configIssue = z.object({
  /** Dotted path into the configuration: `vlans.2.ports`. */
  path: text(200),
  reason: text(300),
  /** What it uses instead, when it goes on without. */
  substitution: text(200).optional(),
});
export type ConfigIssue = z.infer<typeof configIssue>;
