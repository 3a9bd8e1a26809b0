import { z } from 'zod';
import { configBridge } from './config-bridge.ts';
import { configLag, configManagement, configMirror, configPort, configSpanningTree } from './config-ports.ts';
import { configMesh } from './config-mesh.ts';
import { configWireless } from './config-wireless.ts';

/**
 * Version of the document below. A device refuses later versions, because they may contain parts that it does
 * not know.
 */
export const CONFIG_SCHEMA = 3;

/** A VLAN in the form that devices receive. `ip` is the gateway's address in the VLAN; switches get none. */
export const configVlan = z.object({
  id: z.number().int().min(1).max(4094),
  name: z.string(),
  ip: z.string().optional(),
  prefix: z.number().int().min(1).max(30).optional(),
  /** LAN ports that are untagged members. */
  ports: z.array(z.string()).default([]),
  /** LAN ports that carry the VLAN tagged to switches and access points. */
  taggedPorts: z.array(z.string()).optional(),
});
export type ConfigVlan = z.infer<typeof configVlan>;

export const configReservation = z.object({ mac: z.string(), ip: z.string(), name: z.string().optional() });

export const configDhcpPool = z.object({
  name: z.string(),
  vlanId: z.number().int(),
  start: z.string(),
  end: z.string(),
  mask: z.string(),
  gateway: z.string(),
  dns: z.array(z.string()).max(2),
  leaseMinutes: z.number().int(),
  reservations: z.array(configReservation).optional(),
});
export type ConfigDhcpPool = z.infer<typeof configDhcpPool>;

/**
 * One WAN connection. A device without a WAN connection in its configuration keeps the installer's local
 * setting. The first working connection carries the traffic.
 */
export const configWan = z.discriminatedUnion('mode', [
  z.object({ port: z.string(), mode: z.literal('dhcp'), dns: z.array(z.string()).max(2) }),
  z.object({
    port: z.string(),
    mode: z.literal('static'),
    ip: z.string(),
    prefix: z.number().int().min(1).max(32),
    gateway: z.string(),
    dns: z.array(z.string()).max(2),
  }),
  z.object({
    port: z.string(),
    mode: z.literal('pppoe'),
    /** PPPoE sessions; several sessions share the traffic (multi-dial). */
    lines: z
      .array(z.object({ user: z.string(), password: z.string() }))
      .min(1)
      .max(16),
    /** Service name of the access concentrator; absent for any service. */
    service: z.string().optional(),
    /** DNS servers; empty for those of the ISP. */
    dns: z.array(z.string()).max(2),
  }),
]);
export type ConfigWan = z.infer<typeof configWan>;

export const configStaticRoute = z.object({
  name: z.string(),
  destination: z.string(),
  prefix: z.number().int().min(0).max(32),
  nextHop: z.string(),
});
export type ConfigStaticRoute = z.infer<typeof configStaticRoute>;

/** External ports of the WAN, and the internal ports to which they are mapped, in the same order. */
export const configPortMapping = z.object({
  name: z.string(),
  protocol: z.enum(['all', 'tcp', 'udp']),
  internalIp: z.string(),
  ports: z
    .array(z.object({ from: z.number().int(), to: z.number().int(), internalFrom: z.number().int() }))
    .min(1),
});
export type ConfigPortMapping = z.infer<typeof configPortMapping>;

/**
 * Rate limits of one client at the gateway: `upKbps` for traffic that the client sends, `downKbps` for
 * traffic that it receives.
 */
export const configClientLimit = z.object({
  mac: z.string(),
  upKbps: z.number().int().positive().optional(),
  downKbps: z.number().int().positive().optional(),
});
export type ConfigClientLimit = z.infer<typeof configClientLimit>;

/**
 * Verifier of the device password for the local page: scrypt (N 16384, r 8, p 1, 32 bytes). The password
 * itself is never sent.
 */
export const configLocalPassword = z.object({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * Complete desired configuration of one device; its hash covers the canonical JSON. For an absent part the device uses
 * its factory or installer setting.
 */
export const deviceConfig = z.object({
  vlans: z.array(configVlan).default([]),
  dhcpPools: z.array(configDhcpPool).default([]),
  wan: z.array(configWan).optional(),
  staticRoutes: z.array(configStaticRoute).optional(),
  portMappings: z.array(configPortMapping).optional(),
  clientLimits: z.array(configClientLimit).optional(),
  ports: z.array(configPort).optional(),
  lags: z.array(configLag).optional(),
  spanningTree: configSpanningTree.optional(),
  mirror: configMirror.optional(),
  management: configManagement.optional(),
  wireless: configWireless.optional(),
  bridge: configBridge.optional(),
  mesh: configMesh.optional(),
  localPassword: configLocalPassword.optional(),
});
export type DeviceConfig = z.infer<typeof deviceConfig>;
