import { z } from 'zod';

/** Port modes by name, with the numbers of the specification (§3); hybrid has no number there. */
export const PORT_MODES = { access: 0, trunk: 1, hybrid: 2 } as const;
export const portMode = z.enum(['access', 'trunk', 'hybrid']);

/** Value that means all VLANs of the device. */
export const ALL_VLANS = 'all';

/** Complete settings of one switch port. */
export const configPort = z.object({
  id: z.string(),
  enabled: z.boolean(),
  mode: portMode,
  /** VLAN of untagged ingress frames; the only VLAN of an access port. */
  pvid: z.number().int().min(1).max(4094),
  /** Tagged VLANs of a trunk or hybrid port. */
  tagged: z.union([z.literal(ALL_VLANS), z.array(z.number().int().min(1).max(4094))]),
  /** Untagged VLANs of a hybrid port, in addition to the PVID. */
  untagged: z.array(z.number().int().min(1).max(4094)),
  /** Speed of the port; 0 is auto-negotiation. */
  speedMbps: z.number().int().nonnegative(),
  duplex: z.enum(['auto', 'half', 'full']),
  /** Limit of received traffic; absent without a limit. */
  ingressKbps: z.number().int().positive().optional(),
  /** Limit of sent traffic; absent without a limit. */
  egressKbps: z.number().int().positive().optional(),
  eee: z.boolean(),
  /** PoE output on or off; only on PoE ports. */
  poe: z.boolean().optional(),
});
export type ConfigPort = z.infer<typeof configPort>;

/** A link aggregation; it uses the VLANs of its first port. */
export const configLag = z.object({
  id: z.string(),
  mode: z.enum(['lacp', 'static']),
  ports: z.array(z.string()).min(1),
});
export type ConfigLag = z.infer<typeof configLag>;

/**
 * Rapid spanning tree (802.1D-2004). `priority` is a multiple of 4096; the switch with the lowest priority is
 * the root.
 */
export const configSpanningTree = z.object({ enabled: z.boolean(), priority: z.number().int() });
export type ConfigSpanningTree = z.infer<typeof configSpanningTree>;

export const configMirror = z.object({
  sources: z.array(z.object({ port: z.string(), direction: z.enum(['both', 'in', 'out']) })).min(1),
  target: z.string(),
});
export type ConfigMirror = z.infer<typeof configMirror>;

/** The device's own address and VLAN. */
export const configManagement = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('dhcp'), vlanId: z.number().int().min(1).max(4094) }),
  z.object({
    mode: z.literal('static'),
    vlanId: z.number().int().min(1).max(4094),
    ip: z.string(),
    prefix: z.number().int().min(1).max(30),
    gateway: z.string(),
    dns: z.array(z.string()).max(2),
  }),
]);
export type ConfigManagement = z.infer<typeof configManagement>;
