import { z } from 'zod';
import { secret } from '../../kit/secret.ts';
import {
  hostAddress,
  ipv4,
  clientMac,
  portRangesWith,
  prefixLength,
  rateKbps,
  ruleName,
  secretId,
  storableText,
} from '../../net/index.ts';

const port = storableText(15).min(1, 'Choose a port.');
const dnsServers = z.array(hostAddress).max(2, 'Too many DNS servers. Enter at most 2.');
/** Prefix length of a network with hosts: at least two host addresses. */
const networkPrefix = z
  .number({ error: 'Enter the mask.' })
  .int()
  .min(8, 'The mask must have 8 to 30 bits.')
  .max(30, 'The mask must have 8 to 30 bits.');

/** Prefix length of the network of a static WAN: /31 is a line between two routers (RFC 3021), /32 has its gateway outside. */
const wanPrefix = z
  .number({ error: 'Enter the mask.' })
  .int()
  .min(8, 'The mask must have 8 to 32 bits.')
  .max(32, 'The mask must have 8 to 32 bits.');

export const PPPOE_USER_MAX = 64;
const credential = (what: string) =>
  z
    .string()
    .regex(
      /^[\x20-\x7e]{1,64}$/,
      `${what} has 1 to ${PPPOE_USER_MAX} letters, digits and signs of the keyboard.`,
    );

/**
 * Credentials of one PPPoE session. The password is only sent to the server, which stores it and returns its
 * id. A line without a password and an id has no password yet.
 */
export const pppoeLine = z.object({
  user: credential('The user name'),
  password: secret(credential('The password')).optional(),
  passwordId: secretId.optional(),
});
export type PppoeLine = z.infer<typeof pppoeLine>;

/** Maximum number of lines that the schema accepts; the gateway's own limit is in its capabilities. */
const PPPOE_LINES_ANY = 16;

/** WAN connection of one port. The first working connection of the list carries the traffic. */
export const wan = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('dhcp'), port, dns: dnsServers }),
  z.object({
    mode: z.literal('static'),
    port,
    ip: hostAddress,
    prefix: wanPrefix,
    gateway: hostAddress,
    dns: dnsServers,
  }),
  z.object({
    mode: z.literal('pppoe'),
    port,
    /** PPPoE sessions: one session is plain PPPoE, several share the traffic (multi-dial). */
    lines: z
      .array(pppoeLine)
      .min(1, 'Enter at least one line.')
      .max(PPPOE_LINES_ANY, `The limit of ${PPPOE_LINES_ANY} lines is reached. Remove one first.`),
    /** Service name of the access concentrator; absent for any service. */
    service: credential('The service name').optional(),
    dns: dnsServers,
  }),
]);
export type Wan = z.infer<typeof wan>;
export type PppoeWan = Extract<Wan, { mode: 'pppoe' }>;

/** Untagged network of the LAN ports that no VLAN uses; pools refer to it as VLAN 1. */
export const lan = z.object({ ip: hostAddress, prefix: networkPrefix });
export type Lan = z.infer<typeof lan>;
export const LAN_VLAN_ID = 1;

/** An address that a pool always assigns to one client. */
export const reservation = z.object({ mac: clientMac, ip: hostAddress, name: ruleName.optional() });
export type Reservation = z.infer<typeof reservation>;

export const staticRoute = z.object({
  name: ruleName,
  destination: ipv4,
  prefix: prefixLength,
  nextHop: hostAddress,
});
export type StaticRoute = z.infer<typeof staticRoute>;

/** Protocols of a mapping by name, with the numbers of the specification (§3). */
export const MAPPING_PROTOCOLS = { all: 0, tcp: 1, udp: 2 } as const;
export const MAPPING_PROTOCOL_LABELS = { tcp: 'TCP', udp: 'UDP', all: 'TCP and UDP' } as const;
export const portMapping = z.object({
  name: ruleName,
  protocol: z.enum(['all', 'tcp', 'udp']),
  internalIp: hostAddress,
  /** External ports, such as `80;443` or `8000-8010`. Internal ports have the same number and order. */
  externalPorts: portRangesWith('mappingPortTaken'),
  internalPorts: portRangesWith('internalPortsSame'),
});
export type PortMapping = z.infer<typeof portMapping>;

/**
 * Rate limits of one client at the gateway: `upKbps` for traffic that the client sends, `downKbps` for
 * traffic that it receives.
 */
export const clientLimit = z.object({
  mac: clientMac,
  upKbps: rateKbps.optional(),
  downKbps: rateKbps.optional(),
});
export type ClientLimit = z.infer<typeof clientLimit>;

export const CLIENT_LIMITS_MAX = 256;
export const RESERVATIONS_MAX = 256;
