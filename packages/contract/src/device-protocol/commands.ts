import { z } from 'zod';
import { measure } from './measure.ts';
import { refuseDuplicates } from '../kit/duplicates.ts';
import { claimCode, foreignKey as key, foreignText as text, macAddress, serialNumber } from '../net/index.ts';

const catalogueCode = z.number().int().min(0).max(9_999);
const portIds = z.array(z.string()).min(1);

/** Arguments of each command; cloud and device parse the same schema. */
export const commandArgs = {
  restart: z.object({}),
  /** Factory reset. The device keeps its credential and therefore reconnects. */
  reset: z.object({}),
  /**
   * Installs signed firmware. The device requests a download address, which is valid for 15 min, and verifies
   * the manifest itself.
   */
  upgrade: z.object({
    version: z.string(),
    /** Size of the whole upgrade file. */
    sizeBytes: z.number().int().positive(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    /** True if the version may be older than the running one. */
    downgrade: z.boolean(),
  }),
  'poe-restart': z.object({ ports: portIds }),
  country: z.object({ country: z.string().regex(/^[A-Z]{2}$/) }),
  locate: z.object({ seconds: z.number().int().min(1).max(600) }),
  /** Reports neighbours and learned addresses at once. */
  discover: z.object({}),
  'wifi-scan': z.object({}),
  /** Opens a window in which a primary node finds factory-new nodes nearby. */
  'find-nodes': z.object({ seconds: z.number().int().min(10).max(600) }),
  /** Disconnects one Wi-Fi client, which may reconnect at once. */
  'client-kick': z.object({ mac: macAddress }),
  ping: z.object({ host: z.string(), count: z.number().int().min(1).max(20) }),
  traceroute: z.object({ host: z.string() }),
  'route-table': z.object({}),
  /** Sets the mode of a bridge: client of an access point, or access point. */
  'cpe-mode': z.object({ mode: z.enum(['client', 'ap']) }),
  /** Asks a bridge to report its link every second for this time. */
  align: z.object({ seconds: z.number().int().min(10).max(600) }),
  /** Measures the throughput of a bridge client's link; `seconds` is the duration per direction. */
  throughput: z.object({ seconds: z.number().int().min(5).max(20) }),
  /** Formats the disk of a recorder, by the id of its bay. All recordings on it are deleted. */
  'disk-format': z.object({ disk: z.string().min(1).max(15) }),
  /** Asks a camera to send its present picture: it requests an upload address. */
  snapshot: z.object({}),
  /** Asks the device to send its part of a backup: it requests an upload address. */
  backup: z.object({}),
  /**
   * Asks a gateway to take over leases, as soon as it runs this revision of its configuration. The device requests a
   * download address.
   */
  restore: z.object({ rev: z.number().int().nonnegative() }),
  /** Asks the device to open the tunnel to its local page. */
  tunnel: z.object({ url: z.string(), leaseSeconds: z.number().int().positive() }),
} as const;

export const COMMAND_KINDS = [
  'restart',
  'reset',
  'upgrade',
  'poe-restart',
  'country',
  'locate',
  'discover',
  'wifi-scan',
  'find-nodes',
  'client-kick',
  'ping',
  'traceroute',
  'route-table',
  'cpe-mode',
  'align',
  'throughput',
  'disk-format',
  'snapshot',
  'tunnel',
  'backup',
  'restore',
] as const satisfies readonly (keyof typeof commandArgs)[];
export const commandKind = z.enum(COMMAND_KINDS);
export type CommandKind = z.infer<typeof commandKind>;
export type CommandArgs<K extends CommandKind> = z.infer<(typeof commandArgs)[K]>;

export const commandPush = z.object({
  cid: z.string(),
  kind: commandKind,
  args: z.record(z.string(), z.unknown()).default({}),
  /** Time after which the command must not start (cloud clock, ms). */
  deadline: z.number(),
});
export type CommandPush = z.infer<typeof commandPush>;

/** A Wi-Fi network that a scan found. */
export const scannedNetwork = z.object({
  bssid: macAddress,
  ssid: text(64),
  band: z.enum(['2.4G', '5G', '6G']),
  channel: z.number().int().min(1).max(233),
  signalDbm: measure(-200, 0),
  security: text(40),
  /** Width of the channel that the network announces. */
  widthMhz: z.literal([20, 40, 80, 160, 320]).optional(),
  /** Use of the channel that the network announces (BSS load element). */
  loadPercent: measure(0, 100).optional(),
});
export type ScannedNetwork = z.infer<typeof scannedNetwork>;

/** Maximum number of channels in a report or a result. */
export const SCANNED_CHANNELS_MAX = 64;

/** A channel on which a scan listened. */
export const scannedChannel = scannedNetwork.pick({ band: true, channel: true }).extend({
  /** Share of the time of listening in which the channel was busy. */
  busyPercent: measure(0, 100).optional(),
  noiseDbm: measure(-120, 0).optional(),
});
export type ScannedChannel = z.infer<typeof scannedChannel>;

/** Maximum number of factory-new nodes in a result. */
export const MAX_FOUND_NODES = 32;

/** A factory-new node that a primary node found. */
export const foundNode = z.object({
  sn: serialNumber,
  mac: macAddress,
  model: text(40).min(1),
  signalDbm: measure(-120, 0),
});
export type FoundNode = z.infer<typeof foundNode>;

/** A found node with the claim code that it gave to the primary node. */
export const reportedNode = foundNode.extend({ claimCode });
export type ReportedNode = z.infer<typeof reportedNode>;

const reportedNodes = z
  .array(reportedNode)
  .max(MAX_FOUND_NODES)
  .check(refuseDuplicates(({ sn }) => sn, 'A node is listed twice.'));

export const pingResult = z.object({
  sent: z.number().int().nonnegative(),
  received: z.number().int().nonnegative(),
  /** Round-trip times in the order of the replies (ms). */
  roundTripsMs: z.array(z.number().nonnegative()).max(20),
});

export const tracerouteHop = z.object({
  hop: z.number().int().min(1).max(64),
  /** Address of the hop; absent if it sent no reply. */
  address: key(45).optional(),
  roundTripMs: z.number().nonnegative().optional(),
});

export const tableRoute = z.object({
  destination: key(45),
  prefix: z.number().int().min(0).max(128),
  nextHop: key(45).optional(),
  port: key(32).optional(),
  origin: z.enum(['connected', 'static', 'wan', 'other']),
  metric: z.number().int().nonnegative().optional(),
});
export type TableRoute = z.infer<typeof tableRoute>;

const throughputMbps = measure(0, 100_000);

/** Throughput of a bridge link at the client. A direction is absent until it is measured. */
export const linkThroughput = z.object({
  receivedMbps: throughputMbps.optional(),
  sentMbps: throughputMbps.optional(),
});
export type LinkThroughput = z.infer<typeof linkThroughput>;

/**
 * Result of a command: `reason` for a failure, `networks` and `channels` for a scan, `nodes` for a search for nodes, `ping`,
 * `hops` for a traceroute, `routes` for a route table, `throughput` for a bridge link.
 */
export const commandResult = z.object({
  /** Reason of a failure, as a sentence. */
  reason: text(300).optional(),
  networks: z.array(scannedNetwork).max(500).optional(),
  channels: z.array(scannedChannel).max(SCANNED_CHANNELS_MAX).optional(),
  nodes: reportedNodes.optional(),
  ping: pingResult.optional(),
  hops: z.array(tracerouteHop).max(64).optional(),
  routes: z.array(tableRoute).max(1_000).optional(),
  throughput: linkThroughput.optional(),
});
export type CommandResult = z.infer<typeof commandResult>;

export const commandState = z.enum(['accepted', 'running', 'done', 'failed']);

/** Steps of an upgrade that the device reports (specification §4). */
export const UPGRADE_STEPS = ['downloading', 'upgrading', 'restarting'] as const;
export type UpgradeStep = (typeof UPGRADE_STEPS)[number];

export const commandReport = z.object({
  cid: key(36),
  state: commandState,
  percent: measure(0, 100).optional(),
  step: text(60).optional(),
  code: catalogueCode.optional(),
  result: commandResult.optional(),
});
export type CommandReport = z.infer<typeof commandReport>;
