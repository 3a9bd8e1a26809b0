import { z } from 'zod';
import { macAddress, storableText as text } from '../net/index.ts';

const catalogueCode = z.number().int().min(0).max(9_999);
const portIds = z.array(z.string()).min(1);

/** What each command needs to know; the device parses the same. */
export const commandArgs = {
  restart: z.object({}),
  /** Back to what the factory made of it; the credential stays, so that it comes back by itself. */
  reset: z.object({}),
  /** Signed firmware: the device asks for a short-lived address of it, and checks the manifest itself. */
  upgrade: z.object({
    version: z.string(),
    /** Of the whole upgrade file. */
    sizeBytes: z.number().int().positive(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    /** An older version than the running one is taken on purpose. */
    downgrade: z.boolean(),
  }),
  'poe-restart': z.object({ ports: portIds }),
  country: z.object({ country: z.string().regex(/^[A-Z]{2}$/) }),
  locate: z.object({ seconds: z.number().int().min(1).max(600) }),
  'wifi-scan': z.object({}),
  /** Sends one client off the air; nothing keeps it from coming back. */
  'client-kick': z.object({ mac: macAddress }),
  ping: z.object({ host: z.string(), count: z.number().int().min(1).max(20) }),
  traceroute: z.object({ host: z.string() }),
  'route-table': z.object({}),
  /** Bridges: works as a client of another access point, or as one. */
  'cpe-mode': z.object({ mode: z.enum(['client', 'ap']) }),
  /** Asks the device to dial the tunnel of its own local page. */
  tunnel: z.object({ url: z.string(), leaseSeconds: z.number().int().positive() }),
} as const;

export const COMMAND_KINDS = [
  'restart',
  'reset',
  'upgrade',
  'poe-restart',
  'country',
  'locate',
  'wifi-scan',
  'client-kick',
  'ping',
  'traceroute',
  'route-table',
  'cpe-mode',
  'tunnel',
] as const satisfies readonly (keyof typeof commandArgs)[];
export const commandKind = z.enum(COMMAND_KINDS);
export type CommandKind = z.infer<typeof commandKind>;
export type CommandArgs<K extends CommandKind> = z.infer<(typeof commandArgs)[K]>;

export const commandPush = z.object({
  cid: z.string(),
  kind: commandKind,
  args: z.record(z.string(), z.unknown()).default({}),
  /** After this time (cloud clock, ms) the command must not start any more. */
  deadline: z.number(),
});
export type CommandPush = z.infer<typeof commandPush>;

/** One network that a scan heard. */
export const scannedNetwork = z.object({
  bssid: macAddress,
  ssid: text(64),
  band: z.enum(['2.4G', '5G', '6G']),
  channel: z.number().int().min(1).max(233),
  signalDbm: z.number().min(-200).max(0),
  security: text(40),
});
export type ScannedNetwork = z.infer<typeof scannedNetwork>;

export const pingResult = z.object({
  sent: z.number().int().nonnegative(),
  received: z.number().int().nonnegative(),
  /** Round trips in the order of their answers (ms). */
  roundTripsMs: z.array(z.number().nonnegative()).max(20),
});

export const tracerouteHop = z.object({
  hop: z.number().int().min(1).max(64),
  /** Absent when nobody answered. */
  address: text(45).optional(),
  roundTripMs: z.number().nonnegative().optional(),
});

export const tableRoute = z.object({
  destination: text(45),
  prefix: z.number().int().min(0).max(128),
  nextHop: text(45).optional(),
  port: text(32).optional(),
  origin: z.enum(['connected', 'static', 'wan', 'other']),
  metric: z.number().int().nonnegative().optional(),
});
export type TableRoute = z.infer<typeof tableRoute>;

/** What a command brought; each part belongs to the kinds that make it. */
export const commandResult = z.object({
  /** Why it failed, in a sentence. */
  reason: text(300).optional(),
  networks: z.array(scannedNetwork).max(500).optional(),
  ping: pingResult.optional(),
  hops: z.array(tracerouteHop).max(64).optional(),
  routes: z.array(tableRoute).max(1_000).optional(),
});
export type CommandResult = z.infer<typeof commandResult>;

export const commandState = z.enum(['accepted', 'running', 'done', 'failed']);

/** Steps of an upgrade, told by the device while it runs (specification §4). */
export const UPGRADE_STEPS = ['downloading', 'upgrading', 'restarting'] as const;
export type UpgradeStep = (typeof UPGRADE_STEPS)[number];

export const commandReport = z.object({
  cid: text(36),
  state: commandState,
  percent: z.number().min(0).max(100).optional(),
  step: text(60).optional(),
  code: catalogueCode.optional(),
  result: commandResult.optional(),
});
export type CommandReport = z.infer<typeof commandReport>;
