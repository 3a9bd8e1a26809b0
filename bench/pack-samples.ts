import { findCapabilities } from '@northlight/contract';
import { drawRandomFloat, drawRandomInt, SeededEntropy } from '@northlight/runtime';
import { type Block, BlockBuilder } from '@northlight/telemetry-codec';
import { computePresentShare, computeSiteHour } from '../packages/simulator/src/physics/daily-curve.ts';
import { DeviceCounters } from '../packages/simulator/src/device-counters.ts';

export const DEVICES = 200;
const MINUTES = 1440;
const PORTS = 3;
const MAX_CLIENTS = 40;
/** Share of the surplus or missing clients that leave or join per minute. */
const COMING_SHARE = 0.1;
const RESTART_PER_MINUTE = 1 / (30 * MINUTES);
const OUTAGE_PER_MINUTE = 1 / (10 * MINUTES);
const LONGEST_OUTAGE_MINUTES = 45;
const PLAIN = { vlans: [], dhcpPools: [] };
const DAY_SECONDS = Date.UTC(2026, 10, 21) / 1000;

/** Packed blocks of one device and day, by metric group. */
export interface DeviceDay {
  readonly id: string;
  readonly blocks: Readonly<Record<'sys' | 'port', Block>>;
}

/**
 * Returns the days of devices that the simulator's physics computes: reports every minute, occasional
 * restarts and outages.
 */
export const createSamples = (): DeviceDay[] =>
  Array.from({ length: DEVICES }, (_, index) => buildDeviceDay(index));

function buildDeviceDay(index: number): DeviceDay {
  const entropy = new SeededEntropy(index + 1);
  const ports = (findCapabilities('NL-SW8P')?.ports ?? []).slice(0, PORTS);
  const start = DAY_SECONDS + drawRandomInt(entropy, 0, 59);
  const bootedMinutes = drawRandomInt(entropy, 1, 30 * MINUTES);
  const links = { up: new Set(ports.map(({ id }) => id)), blocked: new Set<string>() };
  const vitals = new DeviceCounters(ports, () => links, entropy, (start - 60 * bootedMinutes) * 1000);
  // Advances the counters from the start of the device to 1 min before the day.
  vitals.step((start - 60) * 1000, MAX_CLIENTS / 4, PLAIN);
  const people = drawRandomInt(entropy, 0, MAX_CLIENTS);
  const sys = new BlockBuilder();
  const port = new BlockBuilder();
  let clients = people;
  let silentMinutes = 0;
  for (let minute = 0; minute < MINUTES; minute++) {
    const seconds = start + 60 * minute;
    const now = seconds * 1000;
    const target = people * computePresentShare('hotel', computeSiteHour(now, 1));
    clients = computeNextCount(clients, target, drawRandomFloat(entropy), drawRandomFloat(entropy));
    if (drawRandomFloat(entropy) < RESTART_PER_MINUTE) vitals.boot(now);
    const stat = vitals.step(now, clients, PLAIN);
    if (drawRandomFloat(entropy) < OUTAGE_PER_MINUTE)
      silentMinutes = drawRandomInt(entropy, 1, LONGEST_OUTAGE_MINUTES);
    if (silentMinutes-- > 0) continue;
    sys.add(seconds, [
      ['cpu', stat.cpu ?? Number.NaN],
      ['mem', stat.mem ?? Number.NaN],
      ['uptimeSeconds', stat.uptimeSeconds ?? Number.NaN],
      ['clients', clients],
    ]);
    for (const { id, rxBytes, txBytes } of stat.ports ?? [])
      port.add(seconds, [
        [`${id}.rxBytes`, rxBytes ?? Number.NaN],
        [`${id}.txBytes`, txBytes ?? Number.NaN],
      ]);
  }
  return { id: `NL${String(index).padStart(10, '0')}`, blocks: { sys: sys.toBlock(), port: port.toBlock() } };
}

/**
 * Returns the next number of clients, which join and leave one at a time, more often when there are too many
 * or too few.
 */
function computeNextCount(clients: number, target: number, chance: number, side: number): number {
  const distance = target - clients;
  if (chance > 0.05 + Math.abs(distance) * COMING_SHARE) return clients;
  return Math.max(0, clients + (side < 0.5 + distance / 4 ? 1 : -1));
}

/** Lists each series of a day: its metric, times and values. */
export function* listSeries({ id, blocks }: DeviceDay): Generator<{
  device: string;
  metric: string;
  times: Float64Array;
  values: Float64Array;
}> {
  for (const { times, columns } of Object.values(blocks))
    for (const [metric, values] of columns) yield { device: id, metric, times, values };
}
