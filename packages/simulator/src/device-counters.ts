import type { DeviceConfig, PortCapability, StatMessage } from '@northlight/contract/device-protocol';
import { type Entropy, drawRandomFloat } from '@northlight/runtime';
import { ApplicationMix } from './application-mix.ts';
import { computeNextValue } from './physics/next-value.ts';

type PortStats = NonNullable<StatMessage['ports']>;

interface PortCounter {
  rxBytes: number;
  txBytes: number;
}

/** Ports of a device by the state of their links. */
export interface PortLinks {
  /** Ports with a link. */
  readonly up: ReadonlySet<string>;
  /** Ports that spanning tree blocks. */
  readonly blocked: ReadonlySet<string>;
}

/** CPU, memory, uptime and port counters of one device since its last start. */
export class DeviceCounters {
  readonly #ports: readonly PortCapability[];
  readonly #linked: () => PortLinks;
  readonly #entropy: Entropy;
  readonly #counters = new Map<string, PortCounter>();
  readonly #mix: ApplicationMix | undefined;
  #bootedAt: number;
  #steppedAt: number;
  #cpu = 40;
  #memory = 30;

  /**
   * `linked` returns the ports with a link; `countsApplications` is true to report traffic by application.
   */
  constructor(
    ports: readonly PortCapability[],
    linked: () => PortLinks,
    entropy: Entropy,
    now: number,
    countsApplications = false,
  ) {
    this.#mix = countsApplications ? new ApplicationMix() : undefined;
    this.#ports = ports;
    this.#linked = linked;
    this.#entropy = entropy;
    this.#bootedAt = now;
    this.#steppedAt = now;
  }

  /** Resets counters and uptime, when the power is switched on or after a restart. */
  boot(now: number): void {
    this.#bootedAt = now;
    this.#steppedAt = now;
    this.#counters.clear();
    this.#mix?.restart();
    this.#cpu = 60 + 20 * drawRandomFloat(this.#entropy);
    this.#memory = 28;
  }

  uptimeSeconds(now: number): number {
    return Math.max(0, Math.floor((now - this.#bootedAt) / 1000));
  }

  /** Advances the figures to `now` (ms) and returns them. */
  step(
    now: number,
    clients: number,
    config: DeviceConfig,
  ): Pick<StatMessage, 'cpu' | 'mem' | 'uptimeSeconds' | 'clients' | 'ports' | 'applications'> {
    const seconds = Math.max(0, now - this.#steppedAt) / 1000;
    this.#steppedAt = now;
    this.#cpu = computeNextValue(this.#cpu, Math.min(85, 9 + clients * 0.6), this.#entropy, {
      min: 1,
      max: 97,
      noise: 2.5,
    });
    this.#memory = computeNextValue(this.#memory, Math.min(88, 38 + clients * 0.35), this.#entropy, {
      min: 15,
      max: 95,
      noise: 0.4,
    });
    const ports = this.#stepPorts(seconds, clients, config);
    return {
      cpu: Math.round(this.#cpu * 10) / 10,
      mem: Math.round(this.#memory * 10) / 10,
      uptimeSeconds: this.uptimeSeconds(now),
      clients,
      ports,
      ...(this.#mix && { applications: this.#mix.step(this.#wanTraffic(), now) }),
    };
  }

  #wanTraffic(): PortCounter {
    const total = { rxBytes: 0, txBytes: 0 };
    for (const { id, role } of this.#ports) {
      const counter = role === 'wan' ? this.#counters.get(id) : undefined;
      total.rxBytes += counter?.rxBytes ?? 0;
      total.txBytes += counter?.txBytes ?? 0;
    }
    return total;
  }

  #stepPorts(seconds: number, clients: number, { ports = [], spanningTree }: DeviceConfig): PortStats {
    const settings = new Map(ports.map((port) => [port.id, port] as const));
    const stp = spanningTree?.enabled === true;
    const linked = this.#linked();
    return this.#ports.map(({ id, maxSpeedMbps, poe }) => {
      const set = settings.get(id);
      if (set?.enabled === false) return { id, up: false, ...(stp && { stp: 'disabled' as const }) };
      const feeds = poe && set?.poe !== false;
      if (!linked.up.has(id)) return { id, up: false, ...(feeds && { poeWatts: 0 }) };
      const counter = this.#counters.get(id) ?? { rxBytes: 0, txBytes: 0 };
      const bytes = seconds * (2_000 + clients * 12_000) * drawRandomFloat(this.#entropy);
      counter.rxBytes += Math.round(bytes);
      counter.txBytes += Math.round(bytes / 5);
      this.#counters.set(id, counter);
      const fixed = set?.speedMbps ?? 0;
      return {
        id,
        up: true,
        speedMbps: fixed > 0 ? fixed : maxSpeedMbps,
        duplex: set?.duplex === 'half' ? 'half' : 'full',
        ...counter,
        ...(feeds && { poeWatts: Math.round((4 + 6 * drawRandomFloat(this.#entropy)) * 10) / 10 }),
        ...(stp && { stp: linked.blocked.has(id) ? ('discarding' as const) : ('forwarding' as const) }),
      };
    });
  }
}
