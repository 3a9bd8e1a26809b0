import {
  type BandCoverage,
  createPowerProblem,
  listSurplusRadios,
  type Plan,
  planPower,
  type PlanProblem,
  type PowerRange,
  type SurplusRadio,
} from '@northlight/rf/plan';
import { readPlaces, type StoredPlaces } from '../site/stored-places.ts';
import type { StoredSite } from '../site/stored-site.ts';

/** Powers of the radios of a site, and those that are turned off, with given channels. */
export interface RadioPlan {
  /** Power of each radio (dBm). */
  readonly powersDbm: readonly number[];
  readonly off: ReadonlySet<number>;
  /** Load of each radio; 0 for one that is off. */
  readonly loads: readonly number[];
  readonly coverage: readonly BandCoverage[];
  /** Radios of 2.4 GHz that could be turned off together. */
  readonly surplus: ReadonlyMap<number, SurplusRadio>;
}

interface RadioLimits {
  /** Returns true for a radio that keeps its power. */
  readonly keepsPower: (radio: number) => boolean;
  /** Radios that are to be turned off, if others replace them. */
  readonly off: ReadonlySet<number>;
}

const LEAST_DBM = 8;
/** Known clients that a radio needs, and how far its power may fall (dB): clients are not everywhere where they could be. */
const CLIENTS_MIN = 3;
const CLIENTS_DROP_DB = 6;

/** Plans the powers for given channels; undefined if no places are known whose coverage must be kept. */
export function planRadios(
  site: StoredSite,
  problem: PlanProblem,
  plan: Plan,
  { keepsPower, off: chosen }: RadioLimits,
): RadioPlan | undefined {
  if (!site.places) return undefined;
  const places = readPlaces(site.places);
  const ranges = listRanges(site, site.places);
  const createProblem = (isFree: (radio: number) => boolean, loads?: readonly number[]) =>
    createPowerProblem(site, problem, {
      now: site.at,
      plan,
      places,
      ranges: new Map(
        [...ranges].flatMap(([radio, range]) =>
          isFree(radio) ? [[site.radios[radio]?.id ?? '', range]] : [],
        ),
      ),
      ...(loads && { loads }),
    });
  const surplus = listSurplusRadios(createProblem(() => true));
  const off = chosen.size === 0 ? [] : listSurplusRadios(createProblem((radio) => chosen.has(radio)));
  const loads = problem.radios.map(({ load }) => load);
  for (const { radio, takers } of off) {
    for (const taker of takers) loads[taker.radio] = (loads[taker.radio] ?? 0) + taker.load;
    loads[radio] = 0;
  }
  const isOff = new Set(off.map(({ radio }) => radio));
  const isFree = (radio: number): boolean => !keepsPower(radio) && !isOff.has(radio);
  const { coverage, powersDbm } = planPower(createProblem(isFree, loads));
  return {
    powersDbm,
    off: isOff,
    loads,
    coverage,
    surplus: new Map(surplus.map((each) => [each.radio, each])),
  };
}

/** Returns the powers that the radios may get. A radio that no known place depends on keeps its power. */
function listRanges({ radios }: StoredSite, { places, source }: StoredPlaces): Map<number, PowerRange> {
  const counts = new Map<number, number>();
  for (const values of places)
    for (let index = 0; index < values.length; index += 2)
      counts.set(values[index] ?? -1, (counts.get(values[index] ?? -1) ?? 0) + 1);
  const [leastPlaces, drop] =
    source === 'map' ? [1, Number.POSITIVE_INFINITY] : [CLIENTS_MIN, CLIENTS_DROP_DB];
  return new Map(
    radios.flatMap(({ mostDbm, rest }, index): [number, PowerRange][] => {
      if (mostDbm === undefined || rest || (counts.get(index) ?? 0) < leastPlaces) return [];
      const least = Math.max(LEAST_DBM, mostDbm - drop);
      const steps = Array.from({ length: Math.max(0, mostDbm - least + 1) }, (_, step) => least + step);
      return [[index, { mostDbm, steps }]];
    }),
  );
}
