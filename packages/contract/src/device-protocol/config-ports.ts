import { z } from 'zod';

/** Port modes by name, with the specification's numbers (§3, which has none for hybrid). */
export const PORT_MODES = { access: 0, trunk: 1, hybrid: 2 } as const;
export const portMode = z.enum(['access', 'trunk', 'hybrid']);

/** All VLANs of the device. */
export const ALL_VLANS = 'all';

/** Complete settings of one switch port. */
export const configPort = z.object({
  id: z.string(),
  enabled: z.boolean(),
  mode: portMode,
  /** VLAN of untagged ingress frames; the only VLAN of an access port. */
  pvid: z.number().int().min(1).max(4094),
  /** Trunk and hybrid: tagged VLANs. */
  tagged: z.union([z.literal(ALL_VLANS), z.array(z.number().int().min(1).max(4094))]),
  /** Hybrid: untagged VLANs in addition to the PVID. */
  untagged: z.array(z.number().int().min(1).max(4094)),
  /** 0: auto-negotiation. */
  speedMbps: z.number().int().nonnegative(),
  duplex: z.enum(['auto', 'half', 'full']),
  /** Ingress limit; absent: none. */
  ingressKbps: z.number().int().positive().optional(),
  /** Egress limit; absent: none. */
  egressKbps: z.number().int().positive().optional(),
  eee: z.boolean(),
  /** PoE ports only. */
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

/** Rapid spanning tree (802.1D-2004). `priority` is a multiple of 4096; the lowest is the root. */
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
