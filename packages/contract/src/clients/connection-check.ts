import { z } from 'zod';

/**
 * Result of one step. `unknown` means that reports are missing or too old, so that the step is neither good nor bad.
 */
export const checkState = z.enum(['ok', 'warning', 'failed', 'unknown']);
export type CheckState = z.infer<typeof checkState>;

const named = z.object({ id: z.string(), name: z.string() });
const labelledPort = z.object({ id: z.string(), label: z.string() });

/** Radio or port of the client at its device. */
const linkStep = z.object({
  state: checkState,
  finding: z.enum([
    'connected',
    'weak-signal',
    'slow-port',
    'port-down',
    'blocked',
    'disconnected',
    'device-offline',
  ]),
  device: named,
  ssid: z.string().optional(),
  band: z.string().optional(),
  signalDbm: z.number().optional(),
  port: labelledPort.optional(),
  speedMbps: z.number().optional(),
});

/** VLAN of the client. */
const vlanStep = z.object({
  state: checkState,
  finding: z.enum(['configured', 'not-on-gateway', 'not-reported', 'no-gateway']),
  id: z.number().int().optional(),
  /** Name of the network; absent if the gateway does not have the VLAN. */
  name: z.string().optional(),
});

/** Devices between the client and the gateway, and whether their ports carry the VLAN. */
const pathStep = z.object({
  state: checkState,
  finding: z.enum(['complete', 'vlan-missing', 'device-offline', 'unconfirmed', 'not-known', 'no-gateway']),
  /** Devices from the client to the gateway, as far as they are known. */
  devices: z.array(named),
  /** First device of the path that is offline. */
  offline: named.optional(),
  /** First port of the path that does not carry the VLAN. */
  gap: z.object({ device: named, port: labelledPort, vlanId: z.number().int() }).optional(),
});

/** IP address of the client. */
const addressStep = z.object({
  state: checkState,
  finding: z.enum(['assigned', 'other-network', 'self-assigned', 'none', 'pool-full', 'no-pool']),
  ip: z.string().optional(),
  /** DHCP pool of the VLAN, with its use if the gateway reports it. */
  pool: z
    .object({ name: z.string(), addresses: z.number().int().optional(), used: z.number().int().optional() })
    .optional(),
});

const gatewayStep = z.object({
  state: checkState,
  finding: z.enum(['online', 'offline', 'no-gateway']),
  device: named.optional(),
});

/** WAN port that carries the traffic of the network, and its echo requests to the internet. */
const internetStep = z.object({
  state: checkState,
  finding: z.enum(['online', 'loss', 'no-answer', 'no-address', 'wan-down', 'not-reported', 'no-gateway']),
  wan: labelledPort.optional(),
  ip: z.string().optional(),
  /** Median round trip to the internet (ms). */
  latencyMs: z.number().optional(),
  /** Share of the echo requests without an answer, in the 5 min before the report. */
  lossPercent: z.number().optional(),
  /** Sample time of the report. */
  reportedAt: z.string().optional(),
});

/** Check of each step between a client and the internet, in the order of the way. */
export const connectionCheck = z.object({
  link: linkStep,
  vlan: vlanStep,
  path: pathStep,
  address: addressStep,
  gateway: gatewayStep,
  internet: internetStep,
});
export type ConnectionCheck = z.infer<typeof connectionCheck>;
export type ConnectionStep = keyof ConnectionCheck;

/** Steps of a check in the order of the way. */
export const CONNECTION_STEPS = [
  'link',
  'vlan',
  'path',
  'address',
  'gateway',
  'internet',
] as const satisfies readonly ConnectionStep[];
