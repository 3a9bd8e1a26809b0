import { readFile } from 'node:fs/promises';
import type { StatMessage } from '@northlight/contract/device-protocol';
import { readLinkMode } from '../system/ethtool.ts';
import { readAddresses, readLinks } from '../system/json-commands.ts';
import type { RunProgram } from '../system/run.ts';

interface CpuTimes {
  readonly busy: number;
  readonly total: number;
}

/** Parses the first line of /proc/stat. The times are ticks since the machine started. */
export function parseCpuTimes(text: string): CpuTimes {
  const [, ...ticks] = (text.split('\n')[0] ?? '').split(/\s+/);
  const numbers = ticks.slice(0, 8).map(Number);
  const total = numbers.reduce((sum, value) => sum + value, 0);
  const idle = (numbers[3] ?? 0) + (numbers[4] ?? 0);
  return { busy: total - idle, total };
}

/** Returns the used memory in percent, from /proc/meminfo. */
export function parseMemoryPercent(text: string): number | undefined {
  const kilobytes = (key: string): number =>
    Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
  const percent = (1 - kilobytes('MemAvailable') / kilobytes('MemTotal')) * 100;
  return Number.isFinite(percent) ? Math.round(percent * 10) / 10 : undefined;
}

type PortStat = NonNullable<StatMessage['ports']>[number];
/** Additional figures by port, specific to a kind of device. */
export type PortExtras = ReadonlyMap<string, Partial<PortStat>>;

/** Reads CPU, memory and port figures of this machine. The CPU load is the mean since the last call. */
export class HostFigures {
  readonly #run: RunProgram;
  readonly #ports: readonly string[];
  readonly #extras: () => Promise<PortExtras>;
  #before: CpuTimes | undefined;

  constructor(
    run: RunProgram,
    ports: readonly string[],
    extras: () => Promise<PortExtras> = () => Promise.resolve(new Map()),
  ) {
    this.#run = run;
    this.#ports = ports;
    this.#extras = extras;
  }

  async read(): Promise<Pick<StatMessage, 'cpu' | 'mem' | 'ports'>> {
    const [cpu, memory, links, extras, modes] = await Promise.all([
      readFile('/proc/stat', 'utf8'),
      readFile('/proc/meminfo', 'utf8'),
      readLinks(this.#run),
      this.#extras(),
      Promise.all(this.#ports.map((port) => readLinkMode(port, this.#run))),
    ]);
    const mem = parseMemoryPercent(memory);
    const percent = this.#cpuPercent(parseCpuTimes(cpu));
    return {
      ...(percent !== undefined && { cpu: percent }),
      ...(mem !== undefined && { mem }),
      ports: this.#ports.map((id, index): PortStat => {
        const link = links.find(({ ifname }) => ifname === id);
        if (!link) return { id, up: false };
        const up = link.flags.includes('LOWER_UP');
        const { duplex, speedMbps } = modes[index] ?? {};
        return {
          id,
          up,
          ...(up && speedMbps !== undefined && { speedMbps }),
          ...(up && duplex !== undefined && { duplex }),
          ...(link.stats64 && { rxBytes: link.stats64.rx.bytes, txBytes: link.stats64.tx.bytes }),
          ...extras.get(id),
        };
      }),
    };
  }

  #cpuPercent(now: CpuTimes): number | undefined {
    const before = this.#before ?? { busy: 0, total: 0 };
    this.#before = now;
    const total = now.total - before.total;
    return total > 0 ? Math.round(((now.busy - before.busy) / total) * 1000) / 10 : undefined;
  }
}

/** Returns the first IPv4 address of an interface. */
export async function readAddress(device: string, run: RunProgram): Promise<string | undefined> {
  const rows = await readAddresses(run);
  return rows.find(({ ifname }) => ifname === device)?.addr_info[0]?.local;
}
