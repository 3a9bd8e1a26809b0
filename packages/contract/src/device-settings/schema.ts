import { z } from 'zod';
import { configMesh } from '../device-protocol/config-mesh.ts';
import { ALL_VLANS, portMode } from '../device-protocol/config-ports.ts';
import {
  policyName,
  managementAddress,
  hostAddress,
  portVlanId,
  storableText,
  VLAN_LIST_MAX,
  rateKbps,
} from '../net/index.ts';

/** Type of the device connected to a port, as labelled by the user (specification §3, Ports). */
export const TERMINAL_TYPES = {
  none: 'None',
  ap: 'AP',
  camera: 'Camera',
  uplink: 'Uplink port',
  router: 'Router',
  switch: 'Switch',
  bridge: 'Bridge',
  nvr: 'NVR',
  server: 'Server',
  pc: 'PC',
  printer: 'Printer',
  phone: 'IP phone',
} as const;
export const terminalType = z.enum([
  'none',
  'ap',
  'camera',
  'uplink',
  'router',
  'switch',
  'bridge',
  'nvr',
  'server',
  'pc',
  'printer',
  'phone',
]);
export type TerminalType = z.infer<typeof terminalType>;

const portId = storableText(15).min(1);
const portVlans = z.array(portVlanId).max(VLAN_LIST_MAX, `Too many VLANs. Enter at most ${VLAN_LIST_MAX}.`);

/** Complete settings of one port: those pushed to the device, and remark and terminal type. */
export const portSetting = z.object({
  id: portId,
  enabled: z.boolean(),
  mode: portMode,
  pvid: portVlanId,
  tagged: z.union([z.literal(ALL_VLANS), portVlans]),
  untagged: portVlans,
  speedMbps: z.number().int().nonnegative(),
  duplex: z.enum(['auto', 'half', 'full']),
  ingressKbps: rateKbps.optional(),
  egressKbps: rateKbps.optional(),
  eee: z.boolean(),
  poe: z.boolean().optional(),
  remark: policyName.optional(),
  terminal: terminalType.optional(),
});
export type PortSetting = z.infer<typeof portSetting>;

export const lagSetting = z.object({
  id: z.string().regex(/^lag([1-9]|[1-5][0-9]|6[0-4])$/),
  mode: z.enum(['lacp', 'static']),
  ports: z.array(portId).min(2, 'An aggregation has at least 2 ports.').max(64),
});
export type LagSetting = z.infer<typeof lagSetting>;

export const STP_PRIORITY_STEP = 4096;
export const STP_PRIORITY_DEFAULT = 32_768;
export const spanningTreeSetting = z.object({
  enabled: z.boolean(),
  priority: z
    .number()
    .int()
    .min(0)
    .max(61_440)
    .multipleOf(STP_PRIORITY_STEP, `The priority must be a multiple of ${STP_PRIORITY_STEP}.`),
});

export const mirrorSetting = z.object({
  sources: z
    .array(z.object({ port: portId, direction: z.enum(['both', 'in', 'out']) }))
    .min(1, 'Choose at least one source port.')
    .max(64),
  target: portId,
});

export const managementSetting = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('dhcp'), vlanId: portVlanId }),
  z.object({
    mode: z.literal('static'),
    vlanId: portVlanId,
    ip: managementAddress,
    prefix: z
      .number({ error: 'Enter the mask.' })
      .int()
      .min(8, 'The mask must have 8 to 30 bits.')
      .max(30, 'The mask must have 8 to 30 bits.'),
    gateway: hostAddress,
    dns: z.array(hostAddress).max(2, 'Too many DNS servers. Enter at most 2.'),
  }),
]);
export type ManagementSetting = z.infer<typeof managementSetting>;

/** Settings of one device. The device uses its default for an absent part. */
export const deviceSettings = z.object({
  ports: z.array(portSetting).max(128).optional(),
  lags: z.array(lagSetting).max(64).optional(),
  spanningTree: spanningTreeSetting.optional(),
  mirror: mirrorSetting.optional(),
  management: managementSetting.optional(),
  mesh: configMesh.optional(),
});
export type DeviceSettings = z.infer<typeof deviceSettings>;
