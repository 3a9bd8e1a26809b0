import type { WanPing, WanStat } from '@northlight/contract/device-protocol';
import { isPrivateAddress, parseIpv4 } from '@northlight/contract/net';
import { type Clock, startLoop } from '@northlight/runtime';
import { parsePing } from '../commands/ping.ts';
import type { LinkLog } from '../link/index.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import type { WanReadout } from './wan-figures.ts';

const PING_INTERVAL_MS = 5_000;
/** Number of requests that a measurement counts, one every 5 s for 5 min. */
const PING_WINDOW = 60;
/** Time to wait for the reply to a request (s). */
const PING_WAIT = '2';
/**
 * Target if the WAN has no public name server: an address of a public resolver that answers echo requests.
 */
const PUBLIC_ADDRESS = '1.1.1.1';

export interface WanMonitorOptions {
  readonly clock: Clock;
  readonly log: LinkLog;
  readonly run: RunProgram;
  readonly read: () => Promise<readonly WanReadout[]>;
}

/** Round trips to one address (ms), oldest first; undefined for a lost request. */
interface Measurement {
  readonly device: string;
  readonly target: string;
  readonly roundTrips: (number | undefined)[];
}

/** Measures latency and loss of the WANs, and the time since which each WAN has its address. */
export class WanMonitor implements AsyncDisposable {
  readonly #options: WanMonitorOptions;
  readonly #loop: AsyncDisposable;
  /** Address of each WAN port, with the time (ms) at which it was first seen. */
  readonly #addresses = new Map<string, { readonly ip: string; readonly since: number }>();
  /** Measurements by port and kind of target. */
  #measurements = new Map<string, Measurement>();
  /** True after a failure was logged, because every further measurement would log the same failure. */
  #hasFailed = false;

  constructor(options: WanMonitorOptions) {
    this.#options = options;
    this.#loop = startLoop(
      options.clock,
      PING_INTERVAL_MS,
      () => this.#pingAll(),
      (error) => this.#onFailure(error),
    );
  }

  /** Reads the state of the WAN ports with the measurements so far. */
  async read(): Promise<WanStat[]> {
    const readouts = await this.#options.read();
    this.#follow(readouts);
    return readouts.map(({ stat }) => this.#addMeasurements(stat));
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#loop[Symbol.asyncDispose]();
  }

  /** Restarts the figures of a WAN with another address, interface or target, and drops those of a WAN without an address. */
  #follow(readouts: readonly WanReadout[]): void {
    const measurements = new Map<string, Measurement>();
    for (const { device, stat } of readouts) {
      const { gateway, id, ip } = stat;
      if (ip === undefined || device === undefined) {
        this.#addresses.delete(id);
        continue;
      }
      if (this.#addresses.get(id)?.ip !== ip)
        this.#addresses.set(id, { ip, since: this.#options.clock.now() });
      const targets = { gateway, internet: chooseInternetTarget(stat) };
      for (const [kind, target] of Object.entries(targets)) {
        if (target === undefined) continue;
        const key = `${id} ${kind}`;
        const known = this.#measurements.get(key);
        const isSame = known?.target === target && known.device === device;
        measurements.set(key, isSame ? known : { device, target, roundTrips: [] });
      }
    }
    this.#measurements = measurements;
  }

  #addMeasurements(stat: WanStat): WanStat {
    const since = this.#addresses.get(stat.id)?.since;
    if (stat.ip === undefined || since === undefined) return stat;
    const gatewayPing = summarize(this.#measurements.get(`${stat.id} gateway`));
    const internetPing = summarize(this.#measurements.get(`${stat.id} internet`));
    return {
      ...stat,
      upSeconds: Math.max(0, Math.floor((this.#options.clock.now() - since) / 1000)),
      ...(gatewayPing && { gatewayPing }),
      ...(internetPing && { internetPing }),
    };
  }

  async #pingAll(): Promise<void> {
    await Promise.all([...this.#measurements.values()].map((measurement) => this.#ping(measurement)));
  }

  #onFailure(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#options.log.warn({ err: error }, 'the WAN ports cannot be measured');
  }

  async #ping({ device, roundTrips, target }: Measurement): Promise<void> {
    const text = await this.#options
      .run(['ping', '-n', '-c', '1', '-W', PING_WAIT, '-I', device, '--', target])
      .catch((error: unknown) => {
        // Counts a request without a route as lost, like a request without an answer.
        if (error instanceof CommandFailed && /transmitted|unreachable/i.test(error.output + error.message))
          return '';
        throw error;
      });
    const { ping } = parsePing(text);
    roundTrips.push(ping?.roundTripsMs[0]);
    if (roundTrips.length > PING_WINDOW) roundTrips.shift();
  }
}

/** Returns the first public name server of the WAN, because clients depend on it. */
function chooseInternetTarget({ dns = [] }: WanStat): string {
  const isPublic = (server: string): boolean => {
    const address = parseIpv4(server);
    return address !== undefined && !isPrivateAddress(address);
  };
  return dns.find(isPublic) ?? PUBLIC_ADDRESS;
}

function summarize(measurement: Measurement | undefined): WanPing | undefined {
  if (!measurement || measurement.roundTrips.length === 0) return undefined;
  const { roundTrips, target } = measurement;
  const answered = roundTrips.filter((ms) => ms !== undefined).toSorted((one, other) => one - other);
  const median = answered[Math.floor((answered.length - 1) / 2)];
  return {
    target,
    sent: roundTrips.length,
    lost: roundTrips.length - answered.length,
    ...(median !== undefined && { latencyMs: median }),
  };
}
