import type { RebootReason } from '@northlight/agent';
import {
  type Capabilities,
  type CommandArgs,
  commandArgs,
  type CommandPush,
  type CommandReport,
  type CommandResult,
  type DeviceConfig,
  type ScannedNetwork,
} from '@northlight/contract/device-protocol';
import { type Entropy, randomFloat, randomInt } from '@northlight/runtime';

/** The device as its commands work on it. */
export interface CommandedDevice {
  readonly caps: Capabilities;
  readonly config: DeviceConfig;
  readonly entropy: Entropy;
  readonly ip: string;
  /** Of the device's own time: resolves early when the power goes. */
  take(minMs: number, maxMs: number): Promise<void>;
  readonly off: () => boolean;
  /** Cuts power to what hangs at these ports, for a moment. */
  powerCycle(ports: readonly string[]): void;
  /** Networks that are in the air here. */
  readonly ssids: readonly string[];
  /** Fetches the software and checks it; rejects with the reason. */
  fetchSoftware(args: CommandArgs<'upgrade'>, onProgress: (percent: number) => void): Promise<void>;
  /** Brings its own page to the cloud; rejects with the reason. Undefined when it cannot. */
  readonly tunnel: ((args: CommandArgs<'tunnel'>) => Promise<void>) | undefined;
  /** What it runs from its next start on. */
  setSoftware(version: string): void;
  /** Goes down, comes back after a while, and says why. */
  restart(reason: RebootReason): Promise<void>;
}

type Say = (report: Omit<CommandReport, 'cid'>) => void;

const STEPS = [10, 40, 70, 100];
const SCAN_MS = 30_000;
const AIR = ['Cafe', 'NeighbourNet', 'Office-5', 'TV-Lobby', 'FRITZ-77', 'Printer-Direct'];
const CHANNELS = { '2.4G': [1, 6, 11], '5G': [36, 44, 52, 100, 149] } as const;

/** Carries a command out as the model would; a command that it cannot do fails with the reason. */
export async function carryOut(push: CommandPush, device: CommandedDevice, say: Say): Promise<void> {
  const { kind } = push;
  const parsed = commandArgs[kind].safeParse(push.args);
  if (!parsed.success) return say({ state: 'failed', result: { reason: 'The command could not be read.' } });
  const done = (result: CommandResult): void => say({ state: 'done', percent: 100, result });
  switch (kind) {
    case 'restart':
      return goDown(device, say, 'restart');
    case 'reset':
      return goDown(device, say, 'reset');
    case 'cpe-mode':
      return goDown(device, say, 'restart');
    case 'poe-restart': {
      const { ports } = commandArgs['poe-restart'].parse(push.args);
      device.powerCycle(ports);
      await pace(device, say, 20_000, 40_000, 'Ports without power');
      return device.off() ? undefined : done({});
    }
    case 'country':
      await pace(device, say, 20_000, 60_000, 'Radios restart');
      return device.off() ? undefined : done({});
    case 'locate':
      await device.take(200, 600);
      return done({});
    case 'wifi-scan':
      await pace(device, say, SCAN_MS, SCAN_MS, 'Scanning');
      return device.off() ? undefined : done({ networks: scan(device) });
    case 'client-kick':
      // A client that is sent away comes back by itself before anybody looks.
      await device.take(100, 300);
      return done({});
    case 'ping': {
      const { count, host } = commandArgs.ping.parse(push.args);
      return ping(device, host, count, done);
    }
    case 'traceroute': {
      const { host } = commandArgs.traceroute.parse(push.args);
      await device.take(800, 2_500);
      return done({ hops: hopsTo(device, host) });
    }
    case 'route-table':
      await device.take(100, 300);
      return done({
        routes: routesOf(device.config, device.caps.ports.find(({ role }) => role === 'wan')?.id),
      });
    case 'upgrade':
      return upgrade(device, commandArgs.upgrade.parse(push.args), say);
    case 'tunnel':
      return openTunnel(device, commandArgs.tunnel.parse(push.args), say);
  }
}

async function goDown(device: CommandedDevice, say: Say, reason: RebootReason): Promise<void> {
  for (const percent of STEPS) {
    await device.take(400, 1_200);
    if (device.off()) return;
    say({ state: 'running', percent, step: percent < 100 ? 'Stopping services' : 'Restarting' });
  }
  await device.restart(reason);
}

async function upgrade(device: CommandedDevice, args: CommandArgs<'upgrade'>, say: Say): Promise<void> {
  say({ state: 'running', percent: 0, step: 'downloading' });
  try {
    await device.fetchSoftware(args, (percent) =>
      say({ state: 'running', percent: percent / 2, step: 'downloading' }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The software could not be fetched.';
    return say({ state: 'failed', result: { reason } });
  }
  for (const percent of [55, 70, 85]) {
    await device.take(8_000, 15_000);
    if (device.off()) return;
    say({ state: 'running', percent, step: 'upgrading' });
  }
  device.setSoftware(args.version);
  say({ state: 'running', percent: 95, step: 'restarting' });
  await device.restart('upgrade');
}

async function openTunnel({ tunnel }: CommandedDevice, args: CommandArgs<'tunnel'>, say: Say): Promise<void> {
  const fail = (reason: string): void => say({ state: 'failed', result: { reason } });
  if (!tunnel) return fail('This device cannot do that.');
  try {
    await tunnel(args);
    say({ state: 'done', percent: 100, result: {} });
  } catch (error) {
    fail(error instanceof Error ? error.message : 'The tunnel could not be opened.');
  }
}

async function pace(
  device: CommandedDevice,
  say: Say,
  minMs: number,
  maxMs: number,
  step: string,
): Promise<void> {
  for (const percent of [5, 35, 65, 95]) {
    if (device.off()) return;
    say({ state: 'running', percent, step });
    await device.take(minMs / 4, maxMs / 4);
  }
}

async function ping(
  device: CommandedDevice,
  host: string,
  count: number,
  done: (result: CommandResult) => void,
): Promise<void> {
  const answers = reaches(host);
  const roundTripsMs: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    await device.take(900, 1_100);
    if (device.off()) return;
    if (answers)
      roundTripsMs.push(
        Math.round((host.includes(':') ? 9 : 1) * (1 + randomFloat(device.entropy)) * 10) / 10,
      );
  }
  done({ ping: { sent: count, received: roundTripsMs.length, roundTripsMs } });
}

/** Documentation networks (RFC 5737) and unknown names answer nobody. */
const reaches = (host: string): boolean => !/^(192\.0\.2|198\.51\.100)\.|\.invalid$/.test(host);

function hopsTo(device: CommandedDevice, host: string): NonNullable<CommandResult['hops']> {
  const gateway = device.ip.replace(/\.\d+$/, '.1');
  const first = { hop: 1, address: gateway, roundTripMs: 0.6 };
  if (!reaches(host)) return [first, { hop: 2 }, { hop: 3 }];
  return [first, { hop: 2 }, { hop: 3, address: host, roundTripMs: 8 + randomInt(device.entropy, 0, 9) }];
}

function scan({ caps, entropy, ssids }: CommandedDevice): ScannedNetwork[] {
  const bands = new Set(
    caps.radios.map(({ band }) => (band === '2.4G' ? ('2.4G' as const) : ('5G' as const))),
  );
  return [...bands].flatMap((band) =>
    [...ssids, ...AIR].map((ssid, index): ScannedNetwork => {
      const channels = CHANNELS[band];
      return {
        bssid: `02:5c:a0:${band === '5G' ? '05' : '02'}:00:${index.toString(16).padStart(2, '0')}`,
        ssid,
        band,
        channel: channels[randomInt(entropy, 0, channels.length - 1)] ?? channels[0],
        signalDbm: -randomInt(entropy, 38, 89),
        security: 'WPA2-PSK',
      };
    }),
  );
}

const DEFAULT_WAY = { destination: '0.0.0.0', prefix: 0, nextHop: '100.64.0.1', origin: 'wan' } as const;

function routesOf(
  { staticRoutes = [], vlans, wan = [] }: DeviceConfig,
  wanPort: string | undefined,
): NonNullable<CommandResult['routes']> {
  const fixed = wan.flatMap((each) =>
    each.mode === 'static'
      ? [
          {
            destination: '0.0.0.0',
            prefix: 0,
            nextHop: each.gateway,
            port: each.port,
            origin: 'wan' as const,
          },
        ]
      : [],
  );
  const connected = vlans.flatMap(({ id, ip, prefix }) =>
    ip === undefined || prefix === undefined
      ? []
      : [
          {
            destination: ip.replace(/\.\d+$/, '.0'),
            prefix,
            port: `vlan${id}`,
            origin: 'connected' as const,
          },
        ],
  );
  const routed = staticRoutes.map(({ destination, nextHop, prefix }) => ({
    destination,
    prefix,
    nextHop,
    origin: 'static' as const,
  }));
  // What its installer gave it, until the project says otherwise.
  const way = fixed.length > 0 || wanPort === undefined ? fixed : [{ ...DEFAULT_WAY, port: wanPort }];
  return [...way, ...connected, ...routed];
}
