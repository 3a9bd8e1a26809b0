import { band, configManagement } from '@northlight/contract/device-protocol';
import { macAddress, serialNumber } from '@northlight/contract/net';
import { z } from 'zod';

const interfaceName = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,14}$/);

const common = {
  sn: serialNumber,
  secret: z.string().regex(/^[0-9a-f]{64}$/i),
  mac: macAddress,
  model: z.string().min(1).max(40),
  cloudHost: z.string().min(1),
  cloudPort: z.number().int().min(1).max(65_535),
  cloudCode: z.string().max(20).optional(),
  /** Present: TLS, trusting the authority in this file (PEM) and no other. */
  tls: z
    .object({
      caFile: z.string(),
      /** The name that the cloud's certificate must carry, when that is not `cloudHost`: behind a relay. */
      serverName: z.string().min(1).optional(),
    })
    .optional(),
  /** Age at which it asks for its next credential; 60 unless said otherwise. */
  renewDays: z.number().int().min(1).max(3650).optional(),
  stateDir: z.string().startsWith('/'),
  /** Public keys (PEM, Ed25519) of who may make the agent's software; without one it takes no upgrade. */
  firmwareKeys: z.array(z.string().startsWith('/')).min(1).max(16).optional(),
  /** The device's own page, over HTTP at its addresses on the side of its users. */
  localPage: z.object({ port: z.number().int().min(1).max(65_535) }).optional(),
  /** The `brightness` file of a light that shows where the device is. */
  locateLight: z.string().startsWith('/').optional(),
};

const gatewayConfig = z.object({
  ...common,
  /** Ports that lead to the internet. */
  wan: z.union([interfaceName, z.array(interfaceName).min(1).max(8)]),
  lan: z.array(interfaceName).min(1),
  /** Which switch to use instead of the one that the kernel suggests. */
  switchKind: z.enum(['bridge', 'ovs']).optional(),
});
export type GatewayConfig = z.infer<typeof gatewayConfig>;

const switchConfig = z.object({
  ...common,
  ports: z.array(interfaceName).min(1).max(128),
  /** How the switch is reached when nobody has configured it; by DHCP in VLAN 1 unless said otherwise. */
  management: configManagement.optional(),
  /** `link`: a port that does not feed has no link. `loads` are the ports that feed, and what they draw (W). */
  poe: z
    .object({ kind: z.literal('link'), loads: z.record(interfaceName, z.number().positive().max(200)) })
    .optional(),
});
export type SwitchConfig = z.infer<typeof switchConfig>;

const apConfig = z.object({
  ...common,
  uplink: interfaceName,
  radios: z
    .array(z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,15}$/), interface: interfaceName, band }))
    .min(1)
    .max(16),
  /** How the access point is reached when nobody has configured it; by DHCP, untagged, unless said otherwise. */
  management: configManagement.optional(),
});
export type ApConfig = z.infer<typeof apConfig>;

/**
 * The file that the agent is started with: who it is, where its cloud is, where its cables are. With `ports` it is a
 * switch, with `radios` an access point.
 */
export const agentConfig = z.union([switchConfig, apConfig, gatewayConfig]);
export type AgentConfig = z.infer<typeof agentConfig>;
