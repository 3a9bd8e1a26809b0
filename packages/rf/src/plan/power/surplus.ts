import { computeContention } from '../contention.ts';
import { isHighBand } from '../site/path-losses.ts';
import { computeSpectralOverlap } from '../spectrum.ts';
import { COVERED_DBM, listPossibleLevels, poolLevels, SPARE_DBM } from './power-coverage.ts';
import type { PowerProblem } from './power-problem.ts';

/** A radio of 2.4 GHz that could be turned off, with figures of the reason. */
export interface SurplusRadio {
  /** Index of the radio. */
  readonly radio: number;
  /** Places that it covers with −67 dBm; at least two others cover each of them. */
  readonly places: number;
  /** Level of the second strongest other radio at the worst of these places (dBm). */
  readonly secondDbm: number;
  /** Radios that wait for it on its channel. */
  readonly disturbed: number;
  /** Radios that take over its load, each with its part. */
  readonly takers: readonly { readonly radio: number; readonly load: number }[];
  /** Interference in the band, the sum of load · busy airtime, before and after this radio is off. */
  readonly interferenceBefore: number;
  readonly interferenceAfter: number;
}

/** Number of other radios that cover each place of a radio that is turned off. */
const OTHERS_MIN = 2;
/** Load of a radio without traffic, which ends with it. */
const BEACON_LOAD = 0.02;
/** Largest load of a radio that takes over clients. */
const LOAD_MAX = 0.7;
/** Smallest improvement for which a radio is turned off. */
const LEAST_GAIN = 0.001;
/** Contention from which a radio waits for another one. */
const WAITING = 0.7;

/**
 * Lists the radios of 2.4 GHz that could be turned off together, in the order of their improvement: each place that one
 * covers stays covered by two others, no place has fewer than two radios with −75 dBm that had them, and the interference
 * falls although others take over the load. Radios that disturb none, that cover no place, or that keep their power are never
 * listed.
 */
export function listSurplusRadios(problem: PowerProblem): SurplusRadio[] {
  const band = new LowBand(problem);
  const tried = problem.radios.flatMap(({ spectrum, steps }, radio) => {
    if (isHighBand(spectrum) || steps.length === 0) return [];
    const found = band.tryWithout(radio);
    return found ? [{ radio, gain: found.interferenceBefore - found.interferenceAfter }] : [];
  });
  return tried
    .sort((one, other) => other.gain - one.gain || one.radio - other.radio)
    .flatMap(({ radio }) => {
      const found = band.tryWithout(radio);
      if (found) band.turnOff(radio);
      return found ?? [];
    });
}

interface Pair {
  readonly a: number;
  readonly b: number;
  /** Busy airtime of both together for each product of their loads. */
  readonly weight: number;
  readonly isWaiting: readonly [atA: boolean, atB: boolean];
}

/** Radios of 2.4 GHz, some of which are turned off. */
class LowBand {
  readonly #problem: PowerProblem;
  readonly #pairs: readonly Pair[];
  /** Levels of the radios that are on, by place. */
  readonly #levels: readonly Map<number, number>[];
  readonly #placesOf: readonly number[][];
  readonly #loads: number[];

  constructor(problem: PowerProblem) {
    const { losses, places, radios } = problem;
    this.#problem = problem;
    this.#loads = radios.map(({ load, spectrum }) => (isHighBand(spectrum) ? 0 : load));
    this.#levels = places.map((place) =>
      poolLevels(
        listPossibleLevels(place, radios.length).filter(
          ({ levelDbm, radio }) => levelDbm >= SPARE_DBM && !isHighBand(radios[radio]!.spectrum),
        ),
      ),
    );
    this.#placesOf = radios.map(() => []);
    for (const [place, levels] of this.#levels.entries())
      for (const radio of levels.keys()) this.#placesOf[radio]!.push(place);
    this.#pairs = losses.flatMap(({ a, b, lossDb }) => {
      const overlap = computeSpectralOverlap(radios[a]!.spectrum, radios[b]!.spectrum);
      if (overlap === 0 || isHighBand(radios[a]!.spectrum)) return [];
      const [atA, atB] = [b, a].map((sender) => computeContention(radios[sender]!.powerDbm - lossDb));
      const isWaiting = [atA! >= WAITING, atB! >= WAITING] as const;
      return [{ a, b, weight: overlap * (atA! + atB!), isWaiting }];
    });
  }

  /** Returns the figures without one radio more; undefined if it must stay on. */
  tryWithout(radio: number): SurplusRadio | undefined {
    const taken = this.#distribute(radio);
    if (!taken) return undefined;
    const disturbed = this.#pairs.filter(
      ({ a, b, isWaiting: [atA, atB] }) =>
        (b === radio && atA && this.#loads[a]! > 0) || (a === radio && atB && this.#loads[b]! > 0),
    ).length;
    if (disturbed === 0) return undefined;
    const after = this.#loads.with(radio, 0);
    for (const [other, load] of taken.loads) after[other]! += load;
    if ([...taken.loads.keys()].some((other) => after[other]! > LOAD_MAX)) return undefined;
    const interferenceBefore = this.#computeInterference(this.#loads);
    const interferenceAfter = this.#computeInterference(after);
    if (interferenceAfter > interferenceBefore - LEAST_GAIN) return undefined;
    const { places, secondDbm } = taken;
    const takers = [...taken.loads].map(([other, load]) => ({ radio: other, load }));
    return { radio, places, secondDbm, disturbed, takers, interferenceBefore, interferenceAfter };
  }

  turnOff(radio: number): void {
    for (const [other, load] of this.#distribute(radio)?.loads ?? []) this.#loads[other]! += load;
    this.#loads[radio] = 0;
    for (const place of this.#placesOf[radio]!) this.#levels[place]!.delete(radio);
  }

  /** Distributes the load of a radio to the strongest others at its places; undefined if these would lose coverage. */
  #distribute(
    radio: number,
  ):
    | { readonly places: number; readonly secondDbm: number; readonly loads: Map<number, number> }
    | undefined {
    const served: number[] = [];
    let secondDbm = Number.POSITIVE_INFINITY;
    for (const place of this.#placesOf[radio]!) {
      const levels = this.#levels[place]!;
      const others = [...levels]
        .filter(([other]) => other !== radio)
        .sort(([, one], [, other]) => other - one);
      if (others.length < Math.min(OTHERS_MIN, levels.size)) return undefined;
      if (levels.get(radio)! < COVERED_DBM) continue;
      const second = others[OTHERS_MIN - 1]?.[1] ?? Number.NEGATIVE_INFINITY;
      if (second < COVERED_DBM) return undefined;
      secondDbm = Math.min(secondDbm, second);
      served.push(others[0]![0]);
    }
    if (served.length === 0) return undefined;
    const load = Math.max(0, this.#loads[radio]! - BEACON_LOAD);
    const loads = new Map<number, number>();
    for (const other of served) loads.set(other, (loads.get(other) ?? 0) + load / served.length);
    return { places: served.length, secondDbm, loads };
  }

  #computeInterference(loads: readonly number[]): number {
    const foreign = this.#problem.radios.reduce(
      (sum, { foreignBusy }, radio) => sum + loads[radio]! * foreignBusy,
      0,
    );
    return this.#pairs.reduce((sum, { a, b, weight }) => sum + weight * loads[a]! * loads[b]!, foreign);
  }
}
