import { z } from 'zod';
import { capabilityLimits, feature, portCapability } from '../../device-protocol/capabilities.ts';
import {
  gatewayVlanId,
  dhcpPoolName,
  hostAddress,
  leaseMinutes,
  storableText,
  vlanName,
} from '../../net/index.ts';
import {
  CLIENT_LIMITS_MAX,
  clientLimit,
  lan,
  portMapping,
  reservation,
  RESERVATIONS_MAX,
  staticRoute,
  wan,
} from './routing-schema.ts';

/** A VLAN of the project, with the gateway's address in it and the gateway's untagged ports. */
export const vlan = z.object({
  /** VLAN ID in the general range; the gateway's own range is in its capabilities. */
  id: gatewayVlanId,
  name: vlanName,
  ip: hostAddress,
  prefix: z
    .number()
    .int()
    .min(8, 'The mask must have 8 to 30 bits.')
    .max(30, 'The mask must have 8 to 30 bits.'),
  ports: z.array(storableText(15).min(1)).max(64),
  /** LAN ports that carry the VLAN tagged to switches and access points. */
  taggedPorts: z.array(storableText(15).min(1)).max(64).optional(),
});
export type Vlan = z.infer<typeof vlan>;

export const dhcpPool = z.object({
  name: dhcpPoolName,
  vlanId: z.number({ error: 'Choose a VLAN.' }).int(),
  start: hostAddress,
  end: hostAddress,
  dns: z.array(hostAddress).max(2, 'Too many DNS servers. Enter at most 2.'),
  leaseMinutes,
  reservations: z.array(reservation).max(RESERVATIONS_MAX).optional(),
});
export type DhcpPool = z.infer<typeof dhcpPool>;

/** Maximum length of lists that the schema accepts; the gateway's own limits are in its capabilities. */
const ITEMS_ANY = 1024;
const TOO_MANY = `The limit of ${ITEMS_ANY} entries is reached. Remove one first.`;

/** Gateway configuration of a project. The gateway uses its default for an absent part. */
export const gatewayConfig = z.object({
  vlans: z.array(vlan).max(ITEMS_ANY, TOO_MANY),
  dhcpPools: z.array(dhcpPool).max(ITEMS_ANY, TOO_MANY),
  lan: lan.optional(),
  wan: z.array(wan).max(16).optional(),
  staticRoutes: z.array(staticRoute).max(ITEMS_ANY, TOO_MANY).optional(),
  portMappings: z.array(portMapping).max(ITEMS_ANY, TOO_MANY).optional(),
  clientLimits: z.array(clientLimit).max(CLIENT_LIMITS_MAX).optional(),
});
export type GatewayConfig = z.infer<typeof gatewayConfig>;

/** Capabilities for forms: those of the gateway, or default values without a gateway. */
export const gatewayScope = z.object({
  device: z
    .object({ id: z.string(), name: z.string(), model: z.string(), state: z.number().int() })
    .optional(),
  lanPorts: z.array(portCapability),
  wanPorts: z.array(portCapability),
  features: z.array(feature),
  limits: capabilityLimits,
});
export type GatewayScope = z.infer<typeof gatewayScope>;
