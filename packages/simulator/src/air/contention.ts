import { defersTo } from './carrier-sense.ts';
import { groupByContention } from './contention-groups.ts';
import { computeLeakage } from './spectral-mask.ts';
import { computeTransmitterLoss, type Transmitter } from './transmitters.ts';
import type { WallsByFloor } from './wall-loss.ts';

/** A sender that a radio does not defer to, with the power of it in the channel of the radio. */
export interface Interferer {
  readonly sender: number;
  readonly powerMw: number;
}

/**
 * Relations of senders by their index: first the radios of the site, then the foreign networks. Relations between two foreign
 * networks are left out: their duty cycles are those that they reach beside each other.
 */
export interface Contention {
  /** Senders that each sender defers to. */
  readonly deferred: readonly (readonly number[])[];
  /** Senders that each sender defers to and that defer to it. */
  readonly mutual: readonly ReadonlySet<number>[];
  /** The senders that each sender defers to, in groups of which only one member sends at a time. */
  readonly groups: readonly (readonly (readonly number[])[])[];
  /** Interferers of each radio of the site, the strongest first. */
  readonly interferers: readonly (readonly Interferer[])[];
}

/** Weaker interference (mW in any channel, −120 dBm) is far below the noise of a receiver. */
const NEGLIGIBLE_MW = 1e-12;

export function buildContention(
  radios: readonly Transmitter[],
  foreign: readonly Transmitter[],
  walls: WallsByFloor,
): Contention {
  const senders = [...radios, ...foreign];
  const deferred = senders.map((): number[] => []);
  const mutual = senders.map(() => new Set<number>());
  const interferers = radios.map((): Interferer[] => []);

  /** Records one direction; returns true if the listener defers to the sender. */
  const relate = (listener: number, sender: number, lossDb: number): boolean => {
    const [to, from] = [senders[listener], senders[sender]];
    if (!to || !from) return false;
    const levelDbm = from.powerDbm - lossDb;
    if (defersTo(to.spectrum, from.spectrum, levelDbm)) {
      deferred[listener]?.push(sender);
      return true;
    }
    const share = computeLeakage(from.spectrum, to.spectrum.lowMhz, to.spectrum.highMhz);
    const powerMw = share * 10 ** (levelDbm / 10);
    if (powerMw > NEGLIGIBLE_MW) interferers[listener]?.push({ sender, powerMw });
    return false;
  };

  for (const [a, radio] of radios.entries())
    for (let b = a + 1; b < senders.length; b += 1) {
      const other = senders[b];
      if (!other || !areCoupled(radio, other)) continue;
      const lossDb = computeTransmitterLoss(radio, other, walls);
      const aDefers = relate(a, b, lossDb);
      const bDefers = relate(b, a, lossDb);
      if (!aDefers || !bDefers) continue;
      mutual[a]?.add(b);
      mutual[b]?.add(a);
    }
  for (const list of interferers) list.sort((a, b) => b.powerMw - a.powerMw);
  const groups = deferred.map((list) => groupByContention(list, mutual));
  return { deferred, mutual, groups, interferers };
}

/** Returns false for senders whose masks do not reach the channel of the other. */
function areCoupled(a: Transmitter, b: Transmitter): boolean {
  if (a.band !== b.band) return false;
  const widest = Math.max(a.spectrum.widthMhz, b.spectrum.widthMhz);
  return a.spectrum.lowMhz < b.spectrum.highMhz + widest && b.spectrum.lowMhz < a.spectrum.highMhz + widest;
}
