import { band, configManagement } from '@northlight/contract/device-protocol';
import { macAddress, serialNumber } from '@northlight/contract/net';
import { z } from 'zod';

const interfaceName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,14}$/, 'must be the name of a network interface, such as lan1');
const radioName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,15}$/, 'must have 1 to 15 letters, digits, hyphens and underscores');

const common = {
  sn: serialNumber,
  secret: z.string().regex(/^[0-9a-f]{64}$/i, 'must have 64 hexadecimal digits'),
  mac: macAddress,
  model: z.string().min(1).max(40),
  cloudHost: z.string().min(1),
  cloudPort: z.number().int().min(1).max(65_535),
  cloudCode: z.string().max(20).optional(),
  /**
   * Settings of TLS, which is used if they are present. The agent trusts only the authority in this file
   * (PEM).
   */
  tls: z
    .object({
      caFile: z.string(),
      /**
       * Name in the cloud's certificate; required if it differs from `cloudHost`, for example behind a relay.
       */
      serverName: z.string().min(1).optional(),
    })
    .optional(),
  /** Age at which the device renews its credential (days); default 60. */
  renewDays: z.number().int().min(1).max(3650).optional(),
  stateDir: z.string().startsWith('/'),
  /** Files with the public keys (PEM, Ed25519) that may sign the agent's software; without a key, upgrades are rejected. */
  firmwareKeys: z.array(z.string().startsWith('/')).min(1).max(16).optional(),
  /** Port of the local page, which the device serves over HTTP at its LAN-side addresses. */
  localPage: z.object({ port: z.number().int().min(1).max(65_535) }).optional(),
  /** Path of the kernel's `brightness` file of the locate LED. */
  locateLight: z.string().startsWith('/').optional(),
};

export const gatewayConfig = z.object({
  ...common,
  /** One WAN interface, or several. */
  wan: z.union([interfaceName, z.array(interfaceName).min(1).max(8)]),
  lan: z.array(interfaceName).min(1),
  /** Kind of switch; overrides the kind that the agent detects from the kernel. */
  switchKind: z.enum(['bridge', 'ovs']).optional(),
});
export type GatewayConfig = z.infer<typeof gatewayConfig>;

export const switchConfig = z.object({
  ...common,
  ports: z.array(interfaceName).min(1).max(128),
  /** Management address without a configuration; default: DHCP in VLAN 1. */
  management: configManagement.optional(),
  /**
   * Emulated PoE: with `link`, a port without power has no link; `loads` is the power (W) that each PoE port
   * draws.
   */
  poe: z
    .object({ kind: z.literal('link'), loads: z.record(interfaceName, z.number().positive().max(200)) })
    .optional(),
});
export type SwitchConfig = z.infer<typeof switchConfig>;

/** Connection of a mesh node to other nodes: 802.11s with SAE on a radio of its own. All nodes have the same values. */
export const meshConfig = z.object({
  interface: interfaceName,
  channel: z.number().int().min(1).max(177),
  id: z.string().refine((text) => /^.{1,32}$/s.test(Buffer.from(text, 'utf8').toString('latin1')), {
    error: 'must have 1 to 32 bytes',
  }),
  key: z.string().regex(/^[\u0020-\u007E]{8,63}$/, 'must have 8 to 63 printable ASCII characters'),
  /** Country before the first configuration; channels of 5 GHz are not permitted without one. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be the two capital letters of a country, such as PT')
    .optional(),
});
export type MeshConfig = z.infer<typeof meshConfig>;

export const apConfig = z.object({
  ...common,
  uplink: interfaceName,
  /** Present on a mesh node, whose uplink is the mesh or a cable. */
  mesh: meshConfig.optional(),
  radios: z
    .array(z.object({ id: radioName, interface: interfaceName, band }))
    .min(1)
    .max(16),
  /** Management address without a configuration; default: DHCP, untagged. */
  management: configManagement.optional(),
});
export type ApConfig = z.infer<typeof apConfig>;

export const bridgeConfig = z.object({
  ...common,
  /** The cable of the bridge. */
  cable: interfaceName,
  /** The radio of the link. */
  bridge: z.object({ id: radioName, interface: interfaceName, band }),
  /**
   * Time within which a changed link must come up (s); default 120. A radio that checks its channel for radar may need
   * more.
   */
  linkTimeoutSeconds: z.number().int().min(10).max(3_600).optional(),
  /** Management address without a configuration; default: DHCP, untagged. */
  management: configManagement.optional(),
});
export type BridgeConfig = z.infer<typeof bridgeConfig>;

/**
 * Configuration file of the agent: identity, cloud address and interfaces. A device with `ports` is a switch,
 * one with `radios` an access point or mesh node, one with `bridge` a bridge, any other a gateway.
 */
export type AgentConfig = SwitchConfig | ApConfig | BridgeConfig | GatewayConfig;
