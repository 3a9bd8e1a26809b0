import { z } from 'zod';
import { measure } from './measure.ts';
import { foreignKey as key, foreignText as text, lldpCapabilities, macAddress } from '../net/index.ts';
import { applicationStats } from './application-stats.ts';
import { backhaulStat } from './backhaul-stat.ts';
import { bridgeStat } from './bridge-stat.ts';
import { band, reportedCapabilities } from './capabilities.ts';
import { commandReport, SCANNED_CHANNELS_MAX, scannedChannel, scannedNetwork } from './commands.ts';
import { CONFIG_SCHEMA, deviceConfig } from './config.ts';
import { configIssue } from './config-issue.ts';
import { dhcpPoolStats } from './dhcp-pool-stat.ts';
import { localChange } from './local-change.ts';
import { recorderStat } from './recorder-stat.ts';
import { cameraStat } from './video-stat.ts';
import { wanStats } from './wan-stat.ts';

/** Wire format of the native protocol, version 1. Times are milliseconds since 1970 by the device's clock. */
export const PROTOCOL_VERSION = 1;
/** Maximum size of a payload; larger ones are refused before parsing. */
export const MAX_PAYLOAD_BYTES = 256 * 1024;
export const STAT_INTERVAL_MS = 60_000;
export const KEEPALIVE_SECONDS = 30;
/**
 * Time within which a device must reach the cloud again after applying a configuration; otherwise it rolls
 * back.
 */
export const CONFIRM_SECONDS = 60;
/** Recorders and cameras restart their network and their streams for another address, which takes minutes. */
const VIDEO_CONFIRM_SECONDS = 180;
export const getConfirmSeconds = (kind: string): number =>
  kind === 'nvr' || kind === 'ipc' ? VIDEO_CONFIRM_SECONDS : CONFIRM_SECONDS;

const session = key(36);
const seq = z.number().int().nonnegative();
const count = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
/**
 * Highest revision, far below the largest exact integer: the cloud continues from the revisions that a device
 * reports.
 */
const revision = z
  .number()
  .int()
  .nonnegative()
  .max(2 ** 48);
/** A code of the error catalogue, at most four digits. */
const code = z.number().int().min(0).max(9_999);

/** Network position of the device: management address and uplink. */
export const nets = z.object({
  ip: key(45).optional(),
  vlan: z.number().int().min(1).max(4094).optional(),
  uplinkMac: key(17).optional(),
  uplinkPort: key(15).optional(),
});

export const bootReason = z.enum(['power', 'restart', 'upgrade', 'reset', 'reconnect']);

/** Numbers of the management modes in messages of devices (specification §3). The API uses other numbers. */
export const REPORTED_MANAGEMENT_MODES = { local: 0, cloud: 1 } as const;
const managementMode = z.union([
  z.enum(['cloud', 'local']),
  z
    .literal(Object.values(REPORTED_MANAGEMENT_MODES))
    .transform((mode) => (mode === REPORTED_MANAGEMENT_MODES.local ? 'local' : 'cloud')),
]);

export const birthMessage = z.object({
  v: z.literal(PROTOCOL_VERSION),
  session,
  bd: seq,
  seq: z.literal(0),
  ts: z.number(),
  model: text(40),
  sn: key(32),
  mac: macAddress,
  sw: text(40),
  hw: text(40),
  caps: reportedCapabilities,
  cfgRev: revision,
  cfgHash: key(64),
  /**
   * Highest revision ever received, including refused and rolled-back ones. The content of a revision must
   * never change.
   */
  cfgSeen: z.object({ rev: revision, hash: key(64) }).optional(),
  bootReason,
  /** Random id of the running software instance; it stays the same when the device reconnects. */
  boot: key(36).optional(),
  /**
   * Id of the command that caused the start. The start completes no other command that waits for a restart.
   */
  bootCommand: key(36).optional(),
  uptimeSeconds: count,
  /**
   * Changes made on the local page since the cloud's last configuration. `cfgHash` covers the running
   * configuration.
   */
  cfgLocal: localChange.optional(),
  /** Management mode; a device under local management refuses configurations (codes 76, 133). */
  managed: managementMode.default('cloud'),
  meshRole: z.enum(['primary', 'secondary']).optional(),
  nets,
});
export type BirthMessage = z.infer<typeof birthMessage>;

/** Message of the end of a connection: the last will, or a graceful disconnect with a reason. */
export const deathMessage = z.object({ session, bd: seq, reason: text(40).optional() });
export type DeathMessage = z.infer<typeof deathMessage>;

export const portStat = z.object({
  id: key(15),
  up: z.boolean(),
  speedMbps: z.number().nonnegative().optional(),
  duplex: z.enum(['half', 'full']).optional(),
  rxBytes: count.optional(),
  txBytes: count.optional(),
  /** Current PoE output (W); absent without PoE. */
  poeWatts: measure(0, 1_000).optional(),
  /** Spanning-tree state. */
  stp: z.enum(['forwarding', 'learning', 'discarding', 'disabled']).optional(),
});

/** Finds of radar in a report; a radio has fewer in the time that they count. */
const RADAR_FINDS_MAX = 32;
/** Age up to which a find may be reported (s). Devices report those of the last 30 min. */
const RADAR_AGE_MAX_SECONDS = 3_600;

/** Radar that a radio found: it must not use the channels for 30 min. */
const radarFind = z.object({
  /** Channels of 20 MHz on which it was found, of the radio's channel at that time. */
  channels: z.array(z.number().int().min(1).max(233)).min(1).max(16),
  /** Time since then. It is an age, because clocks of devices are wrong. */
  ageSeconds: measure(0, RADAR_AGE_MAX_SECONDS),
});
export type RadarFind = z.infer<typeof radarFind>;

/** Current state of a radio, as its driver reports it. */
export const radioStat = z.object({
  /** Id of the radio in the capabilities. */
  id: key(15),
  up: z.boolean(),
  channel: z.number().int().min(1).max(233).optional(),
  widthMhz: z.number().int().positive().max(320).optional(),
  powerDbm: measure(-20, 40).optional(),
  clients: z.number().int().nonnegative().max(10_000).optional(),
  /** SSIDs that the radio broadcasts, which may differ from the configured ones. */
  ssids: z.array(text(64)).max(64),
  /**
   * MAC addresses with which the radio broadcasts the SSIDs; absent if the device does not know the
   * addresses.
   */
  bssids: z.array(macAddress).max(64).optional(),
  /**
   * Shares of the time since the last report: in which the channel was busy, in which the radio itself sent,
   * and in which it received frames of its own networks. Other stations used the rest of the busy time.
   */
  busyPercent: measure(0, 100).optional(),
  txPercent: measure(0, 100).optional(),
  rxPercent: measure(0, 100).optional(),
  /** Noise on the channel. */
  noiseDbm: measure(-120, 0).optional(),
  /** Share of the frames that were sent again, since the last report. */
  retryPercent: measure(0, 100).optional(),
  /** Radar of the last 30 min; the same find is in every report of this time. Absent if the device does not report radar. */
  radar: z.array(radarFind).max(RADAR_FINDS_MAX).optional(),
});
export type RadioStat = z.infer<typeof radioStat>;

/**
 * Maximum number of networks in a report. A device that receives more networks reports the strongest ones.
 */
export const NEARBY_NETWORKS_MAX = 64;

export const statMessage = z.object({
  session,
  seq,
  ts: z.number(),
  cpu: measure(0, 100).optional(),
  mem: measure(0, 100).optional(),
  uptimeSeconds: count.optional(),
  clients: z.number().int().nonnegative().max(100_000).optional(),
  nets: nets.optional(),
  ports: z.array(portStat).max(128).optional(),
  radios: z.array(radioStat).max(16).optional(),
  /** State of the WAN ports of a gateway. */
  wans: wanStats.optional(),
  /** Use of the DHCP pools of a gateway. */
  dhcpPools: dhcpPoolStats.optional(),
  /** Connection of a mesh node to its parent. */
  backhaul: backhaulStat.optional(),
  /** State of a bridge's end of its link. */
  bridge: bridgeStat.optional(),
  /** Disks and channels of a recorder. */
  recorder: recorderStat.optional(),
  /** Streams of a camera. */
  camera: cameraStat.optional(),
  /**
   * Wi-Fi networks, also those of the same site, that the radios received in a scan. Reported after each
   * scan.
   */
  nearbyNetworks: z.array(scannedNetwork).max(NEARBY_NETWORKS_MAX).optional(),
  /**
   * Channels on which the radios listened in this scan: the networks replace the earlier ones on these
   * channels. Without the list they replace all earlier ones.
   */
  nearbyChannels: z.array(scannedChannel).max(SCANNED_CHANNELS_MAX).optional(),
  /** Internet traffic of the clients by application; absent if the device does not count it. */
  applications: applicationStats.optional(),
});
export type StatMessage = z.infer<typeof statMessage>;

export const clientReport = z.object({
  mac: macAddress,
  ip: key(45).optional(),
  name: text(63).optional(),
  vlan: z.number().int().min(0).max(4095).optional(),
  ssid: text(64).optional(),
  band: band.optional(),
  port: key(15).optional(),
  signalDbm: measure(-1_000, 1_000).optional(),
  /** Bytes at the client's port or radio: `rx` counts the traffic that the client sends. */
  rxBytes: count.optional(),
  txBytes: count.optional(),
  rxRateKbps: count.optional(),
  txRateKbps: count.optional(),
  /** Time of joining (cloud clock). */
  since: z.number().optional(),
});
export type ClientReport = z.infer<typeof clientReport>;

/**
 * Changes of the client list. `full` replaces all clients of the device; otherwise join, update and leave are
 * applied in that order.
 */
export const clientsMessage = z.object({
  session,
  seq,
  ts: z.number(),
  full: z.boolean(),
  join: z.array(clientReport).max(10_000).default([]),
  upd: z.array(clientReport).max(10_000).default([]),
  leave: z.array(macAddress).max(10_000).default([]),
});
export type ClientsMessage = z.infer<typeof clientsMessage>;

const fdbEntry = z.object({
  port: key(15),
  mac: macAddress,
  vlan: z.number().int().min(0).max(4095).optional(),
});

export const lldpNeighbour = z.object({
  port: key(15),
  /** Chassis id: a MAC address, or another text of the neighbour. */
  peerMac: text(64),
  peerPort: text(64).optional(),
  peerName: text(64).optional(),
  /** Capabilities that the neighbour announces; absent if they are not known. */
  caps: lldpCapabilities.optional(),
});

export const topoMessage = z.object({
  session,
  seq,
  ts: z.number(),
  lldp: z.array(lldpNeighbour).max(512),
  /** MAC addresses that the device has learned at its ports. */
  fdb: z.array(fdbEntry).max(10_000).optional(),
});
export type TopoMessage = z.infer<typeof topoMessage>;

export const eventMessage = z.object({
  eid: key(40),
  ts: z.number(),
  type: text(40),
  sev: z.enum(['info', 'warning', 'critical']),
  data: z.record(key(60), z.union([text(500), z.number(), z.boolean()])).default({}),
});
export type EventMessage = z.infer<typeof eventMessage>;

export const configStatus = z.enum(['received', 'applying', 'applied', 'partial', 'rejected', 'rolledback']);

export const configReport = z.object({
  rev: revision.positive(),
  hash: key(64),
  status: configStatus,
  issues: z.array(configIssue).max(200).default([]),
  /** Revision that ran when the push arrived; present if it differs from the push's base. */
  base: revision.optional(),
  /** Catalogue code of a rejection, if it has one (76 or 133 under local management). */
  code: code.optional(),
  ms: count.optional(),
});
export type ConfigReport = z.infer<typeof configReport>;

/** Part of a push that devices of every version can read. */
export const configEnvelope = z.object({
  rev: z.number().int().positive(),
  hash: z.string(),
  schema: z.number().int().positive().default(CONFIG_SCHEMA),
  /**
   * Revision that the cloud assumes the device to run. The document is complete, so the device can apply it
   * to any revision.
   */
  base: z.number().int().nonnegative().optional(),
  /**
   * Earliest time at which the device applies the configuration (cloud clock, ms). A later push replaces a
   * scheduled one.
   */
  when: z.number().optional(),
  confirmSecs: z.number().int().positive().default(CONFIRM_SECONDS),
});
export const configPush = configEnvelope.extend({ config: deviceConfig });
export type ConfigPush = z.infer<typeof configPush>;

export const helloMessage = z.object({
  v: z.literal(PROTOCOL_VERSION),
  model: text(40),
  mac: macAddress,
  sw: text(40),
  cloudCode: key(20).optional(),
});
export type HelloMessage = z.infer<typeof helloMessage>;

/**
 * Answer to a hello: `waiting` until an account has claimed the device, then the credential of its next
 * epoch.
 */
export const offerMessage = z.discriminatedUnion('status', [
  z.object({ status: z.literal('waiting'), retrySecs: z.number() }),
  z.object({
    status: z.literal('claimed'),
    id: z.string(),
    token: z.string(),
    epoch: z.number().int(),
  }),
]);
export type OfferMessage = z.infer<typeof offerMessage>;

/** Payload schema of each channel. */
export const upMessages = {
  birth: birthMessage,
  death: deathMessage,
  stat: statMessage,
  clients: clientsMessage,
  topo: topoMessage,
  evt: eventMessage,
  cfg: configReport,
  cmd: commandReport,
} as const;
