import { listCountryChannels } from '@northlight/contract';
import type { CommandHandlers, RebootReason } from '@northlight/agent';
import {
  type Capabilities,
  type CommandArgs,
  commandArgs,
  type CommandPush,
  type CommandReport,
  type CommandResult,
  type DeviceConfig,
  type LinkThroughput,
  type ReportedNode,
  SCANNED_CHANNELS_MAX,
  type ScannedChannel,
  type ScannedNetwork,
} from '@northlight/contract/device-protocol';
import { formatDisk } from './video/format-disk.ts';
import type { SimulatedRecorder } from './video/simulated-recorder.ts';
import { listRoutes } from './simulated-routes.ts';
import { listDefaultRoutes } from './simulated-wans.ts';
import { type Entropy, drawRandomFloat, drawRandomInt } from '@northlight/runtime';

/** The parts of a device that commands use. */
export interface CommandedDevice {
  readonly caps: Capabilities;
  readonly config: DeviceConfig;
  readonly entropy: Entropy;
  readonly ip: string;
  readonly mac: string;
  /** Waits a random time in device time. Resolves early when the power is cut. */
  delay(minMs: number, maxMs: number): Promise<void>;
  readonly isOff: () => boolean;
  /** Cuts the PoE power of these ports for 5 s. */
  powerCycle(ports: readonly string[]): void;
  /** Reports the bridge link every second for this time. */
  align(seconds: number): void;
  /** Returns the throughput of the bridge link at this moment; undefined without a connected peer. */
  readonly measureThroughput: () => Required<LinkThroughput> | undefined;
  /** Lists the factory-new mesh nodes that the device receives, strongest first. */
  readonly listNewNodes: () => readonly ReportedNode[];
  /** Lists the networks that the device receives, the strongest first. */
  readonly listNetworks: () => readonly ScannedNetwork[];
  /** Returns the measurements of a channel. */
  readonly listen: (place: Pick<ScannedChannel, 'band' | 'channel'>) => ScannedChannel;
  /** Disks and recordings of a recorder; absent for another device. */
  readonly recorder: SimulatedRecorder | undefined;
  /** SSIDs of the site. */
  readonly ssids: readonly string[];
  /** Downloads and checks the software; rejects with the reason. */
  fetchSoftware(args: CommandArgs<'upgrade'>, onProgress: (percent: number) => void): Promise<void>;
  /** Commands that the device runs like a real one, as far as it supports them. */
  readonly handlers: Pick<CommandHandlers, 'backup' | 'restore' | 'snapshot' | 'tunnel'>;
  /** Reports neighbours and learned addresses. */
  sendTopology(): Promise<void>;
  /** Sets the version that runs after the next start. */
  setSoftware(version: string): void;
  /** Restarts the device; the next birth reports the reason. */
  restart(reason: RebootReason): Promise<void>;
}

export type ReportCommand = (report: Omit<CommandReport, 'cid'>) => void;

const STEPS = [10, 40, 70, 100];
const SCAN_MS = 30_000;
/** Number of reports of a search for nodes before its end. */
const SEARCH_STEPS = 12;
const CHANNELS = { '2.4G': [1, 6, 11], '5G': [36, 44, 52, 100, 149] } as const;

/**
 * Runs a command with realistic durations and results. A command that is not possible fails with the reason.
 */
export async function runCommand(
  push: CommandPush,
  device: CommandedDevice,
  report: ReportCommand,
): Promise<void> {
  const { kind } = push;
  const parsed = commandArgs[kind].safeParse(push.args);
  if (!parsed.success)
    return report({ state: 'failed', result: { reason: 'The command could not be read.' } });
  const done = (result: CommandResult): void => report({ state: 'done', percent: 100, result });
  switch (kind) {
    case 'restart':
      return runRestart(device, report, 'restart');
    case 'reset':
      return runRestart(device, report, 'reset');
    case 'cpe-mode':
      return runRestart(device, report, 'restart');
    case 'poe-restart': {
      const { ports } = commandArgs['poe-restart'].parse(push.args);
      device.powerCycle(ports);
      await reportSteps(device, report, 20_000, 40_000, 'Ports without power');
      return device.isOff() ? undefined : done({});
    }
    case 'country':
      await reportSteps(device, report, 20_000, 60_000, 'Radios restart');
      return device.isOff() ? undefined : done({});
    case 'locate':
      await device.delay(200, 600);
      return done({});
    case 'discover':
      await device.delay(100, 400);
      await device.sendTopology();
      return device.isOff() ? undefined : done({});
    case 'wifi-scan':
      await reportSteps(device, report, SCAN_MS, SCAN_MS, 'Scanning');
      return device.isOff() ? undefined : done({ networks: runScan(device), channels: listenToAll(device) });
    case 'find-nodes':
      return findNodes(device, commandArgs['find-nodes'].parse(push.args), report);
    case 'client-kick':
      // The clients stay the same, because a disconnected client reconnects at once.
      await device.delay(100, 300);
      return done({});
    case 'ping': {
      const { count, host } = commandArgs.ping.parse(push.args);
      return runPing(device, host, count, done);
    }
    case 'traceroute': {
      const { host } = commandArgs.traceroute.parse(push.args);
      await device.delay(800, 2_500);
      return done({ hops: listHops(device, host) });
    }
    case 'route-table':
      await device.delay(100, 300);
      return done({
        routes: listRoutes(
          device.config,
          listDefaultRoutes({
            configured: device.config.wan ?? [],
            mac: device.mac,
            ports: device.caps.ports,
          }),
        ),
      });
    case 'align': {
      const { seconds } = commandArgs.align.parse(push.args);
      device.align(seconds);
      return done({});
    }
    case 'throughput':
      return testThroughput(device, commandArgs.throughput.parse(push.args), report);
    case 'disk-format':
      return formatDisk(device, commandArgs['disk-format'].parse(push.args), report);
    case 'upgrade':
      return runUpgrade(device, commandArgs.upgrade.parse(push.args), report);
    case 'tunnel':
      return runHandler(device.handlers.tunnel, commandArgs.tunnel.parse(push.args), report);
    case 'snapshot':
      return runHandler(device.handlers.snapshot, commandArgs.snapshot.parse(push.args), report);
    case 'backup':
      return runHandler(device.handlers.backup, commandArgs.backup.parse(push.args), report);
    case 'restore':
      return runHandler(device.handlers.restore, commandArgs.restore.parse(push.args), report);
  }
}

async function runRestart(
  device: CommandedDevice,
  report: ReportCommand,
  reason: RebootReason,
): Promise<void> {
  for (const percent of STEPS) {
    await device.delay(400, 1_200);
    if (device.isOff()) return;
    report({ state: 'running', percent, step: percent < 100 ? 'Stopping services' : 'Restarting' });
  }
  // The last report leaves the device before its link closes.
  await device.delay(200, 400);
  await device.restart(reason);
}

async function runUpgrade(
  device: CommandedDevice,
  args: CommandArgs<'upgrade'>,
  report: ReportCommand,
): Promise<void> {
  report({ state: 'running', percent: 0, step: 'downloading' });
  try {
    await device.fetchSoftware(args, (percent) =>
      report({ state: 'running', percent: percent / 2, step: 'downloading' }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The software could not be fetched.';
    return report({ state: 'failed', result: { reason } });
  }
  for (const percent of [55, 70, 85]) {
    await device.delay(8_000, 15_000);
    if (device.isOff()) return;
    report({ state: 'running', percent, step: 'upgrading' });
  }
  device.setSoftware(args.version);
  report({ state: 'running', percent: 95, step: 'restarting' });
  await device.restart('upgrade');
}

async function runHandler<K extends 'backup' | 'restore' | 'snapshot' | 'tunnel'>(
  handler: CommandHandlers[K],
  args: CommandArgs<K>,
  report: ReportCommand,
): Promise<void> {
  const fail = (reason: string): void => report({ state: 'failed', result: { reason } });
  if (!handler) return fail('This device does not support the command.');
  try {
    await handler(args, { reportProgress: () => undefined, reboot: () => Promise.resolve() });
    report({ state: 'done', percent: 100, result: {} });
  } catch (error) {
    fail(error instanceof Error ? error.message : 'The command could not be run.');
  }
}

async function reportSteps(
  device: CommandedDevice,
  report: ReportCommand,
  minMs: number,
  maxMs: number,
  step: string,
): Promise<void> {
  for (const percent of [5, 35, 65, 95]) {
    if (device.isOff()) return;
    report({ state: 'running', percent, step });
    await device.delay(minMs / 4, maxMs / 4);
  }
}

/** Reports the nodes that have answered so far; a further node answers with every report. */
async function findNodes(
  device: CommandedDevice,
  { seconds }: CommandArgs<'find-nodes'>,
  report: ReportCommand,
): Promise<void> {
  const stepMs = (seconds * 1000) / SEARCH_STEPS;
  for (let step = 0; step < SEARCH_STEPS; step++) {
    if (device.isOff()) return;
    const nodes = device.listNewNodes().slice(0, step);
    report({ state: 'running', percent: (step * 100) / SEARCH_STEPS, step: 'Searching', result: { nodes } });
    await device.delay(stepMs, stepMs);
  }
  if (!device.isOff()) report({ state: 'done', percent: 100, result: { nodes: [...device.listNewNodes()] } });
}

/** Measures one direction after the other, and reports the mean of the samples of each second. */
async function testThroughput(
  device: CommandedDevice,
  { seconds }: CommandArgs<'throughput'>,
  report: ReportCommand,
): Promise<void> {
  const throughput: LinkThroughput = {};
  for (const [index, direction] of (['receivedMbps', 'sentMbps'] as const).entries()) {
    let total = 0;
    for (let second = 1; second <= seconds; second++) {
      await device.delay(1_000, 1_000);
      if (device.isOff()) return;
      const measured = device.measureThroughput();
      if (!measured)
        return report({
          state: 'failed',
          result: { reason: 'This bridge is not a client with a connected base.' },
        });
      total += measured[direction];
      throughput[direction] = Math.round((10 * total) / second) / 10;
      const percent = (50 * (index * seconds + second)) / seconds;
      if (percent < 100) report({ state: 'running', percent, step: 'Measuring', result: { throughput } });
    }
  }
  report({ state: 'done', percent: 100, result: { throughput } });
}

async function runPing(
  device: CommandedDevice,
  host: string,
  count: number,
  done: (result: CommandResult) => void,
): Promise<void> {
  const answers = isReachable(host);
  const roundTripsMs: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    await device.delay(900, 1_100);
    if (device.isOff()) return;
    if (answers)
      roundTripsMs.push(
        Math.round((host.includes(':') ? 9 : 1) * (1 + drawRandomFloat(device.entropy)) * 10) / 10,
      );
  }
  done({ ping: { sent: count, received: roundTripsMs.length, roundTripsMs } });
}

/** Returns false for documentation networks (RFC 5737) and unknown names, which do not respond. */
const isReachable = (host: string): boolean => !/^(192\.0\.2|198\.51\.100)\.|\.invalid$/.test(host);

function listHops(device: CommandedDevice, host: string): NonNullable<CommandResult['hops']> {
  const gateway = device.ip.replace(/\.\d+$/, '.1');
  const first = { hop: 1, address: gateway, roundTripMs: 0.6 };
  if (!isReachable(host)) return [first, { hop: 2 }, { hop: 3 }];
  return [first, { hop: 2 }, { hop: 3, address: host, roundTripMs: 8 + drawRandomInt(device.entropy, 0, 9) }];
}

function runScan({ caps, entropy, listNetworks, ssids }: CommandedDevice): ScannedNetwork[] {
  const bands = new Set(
    caps.radios.map(({ band }) => (band === '2.4G' ? ('2.4G' as const) : ('5G' as const))),
  );
  const received = listNetworks().filter(({ band }) => bands.has(band === '6G' ? '5G' : band));
  // The networks of a site that shares its air are among the received ones.
  if (received.some(({ ssid }) => ssids.includes(ssid))) return received;
  const own = [...bands].flatMap((band) =>
    ssids.map((ssid, index): ScannedNetwork => {
      const channels = CHANNELS[band];
      return {
        bssid: `02:5c:a0:${band === '5G' ? '05' : '02'}:01:${index.toString(16).padStart(2, '0')}`,
        ssid,
        band,
        channel: channels[drawRandomInt(entropy, 0, channels.length - 1)] ?? channels[0],
        signalDbm: -drawRandomInt(entropy, 38, 89),
        security: 'WPA2-PSK',
      };
    }),
  );
  return [...own, ...received];
}

/** Listens on all channels of the country. */
function listenToAll({ caps, config, listen }: CommandedDevice): ScannedChannel[] {
  const channels = caps.radios.flatMap(({ band }) =>
    listCountryChannels(band, config.wireless?.country).map((channel) =>
      listen({ band: band === '2.4G' ? '2.4G' : '5G', channel }),
    ),
  );
  return channels.slice(0, SCANNED_CHANNELS_MAX);
}
