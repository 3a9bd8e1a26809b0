import { isHighBand } from '../site/path-losses.ts';
import type { PlaceLevel, PowerPlace, PowerProblem } from './power-problem.ts';

/** Level from which a place is covered, and from which an access point can replace a failed one (dBm). */
export const COVERED_DBM = -67;
export const SPARE_DBM = -75;
/** Part of the places that stays covered. */
const COVERED_SHARE = 0.98;
/** Number of access points that reach a place with the level of a spare one and are kept. */
const SPARES_MAX = 2;

/** Numbers of places in one band, with the powers before and after a plan. */
export interface BandCoverage {
  readonly band: '2.4G' | '5G';
  /** Places that any radio of the band reaches. */
  readonly places: number;
  /** Places with −67 dBm. */
  readonly coveredBefore: number;
  readonly coveredAfter: number;
  /** Places that two radios reach with −75 dBm. */
  readonly doubleBefore: number;
  readonly doubleAfter: number;
}

/**
 * Places that the radios cover with their powers, for each band alone, and the rules that no plan breaks:
 *
 * - At least 98 % of the places keep −67 dBm; if fewer have it with the present powers, as many as now.
 * - No place has fewer radios with −75 dBm than now; a third one and further ones do not count. So a place that a second
 *   access point reaches keeps it for the case that the first one fails, and no hole appears.
 */
export class PowerCoverage {
  readonly #present: readonly number[];
  readonly #powers: number[];
  readonly #bands: readonly number[];
  readonly #places: readonly RadioPlaces[];
  /** Number of radios by place and band with the level of a covered place, with that of a spare radio, and the latter now. */
  readonly #covering: Uint16Array;
  readonly #spare: Uint16Array;
  readonly #spareNow: Uint16Array;
  /** By band. */
  readonly #total: readonly number[];
  readonly #coveredNow: readonly number[];
  readonly #covered: number[];

  constructor({ places, radios }: PowerProblem) {
    this.#present = radios.map(({ powerDbm }) => powerDbm);
    this.#powers = [...this.#present];
    this.#bands = radios.map(({ spectrum }) => Number(isHighBand(spectrum)));
    this.#covering = new Uint16Array(2 * places.length);
    this.#spare = new Uint16Array(2 * places.length);
    const ofRadios = radios.map((): { place: number; levelDbm: number }[] => []);
    const isReached = new Uint16Array(2 * places.length);
    for (const [index, place] of places.entries()) {
      const levels = listPossibleLevels(place, radios.length);
      for (const { radio } of levels) isReached[2 * index + this.#bands[radio]!] = 1;
      for (const [radio, levelDbm] of poolLevels(levels.filter((level) => level.levelDbm >= SPARE_DBM))) {
        const numbered = 2 * index + this.#bands[radio]!;
        ofRadios[radio]!.push({ place: numbered, levelDbm });
        this.#spare[numbered]! += 1;
        this.#covering[numbered]! += Number(levelDbm >= COVERED_DBM);
      }
    }
    this.#places = ofRadios.map((own) => {
      own.sort((one, other) => other.levelDbm - one.levelDbm);
      return {
        place: Int32Array.from(own, ({ place }) => place),
        levelDbm: Float64Array.from(own, ({ levelDbm }) => levelDbm),
      };
    });
    this.#spareNow = this.#spare.slice();
    this.#total = [0, 1].map((band) => countOf(isReached, band, 1));
    this.#coveredNow = [0, 1].map((band) => countOf(this.#covering, band, 1));
    this.#covered = [...this.#coveredNow];
  }

  getPower(radio: number): number {
    return this.#powers[radio]!;
  }

  /** Returns true if the rules allow a lower power of a radio, the others unchanged. */
  canLower(radio: number, powerDbm: number): boolean {
    for (const place of this.#listBetween(radio, powerDbm, SPARE_DBM))
      if (this.#spare[place]! <= Math.min(SPARES_MAX, this.#spareNow[place]!)) return false;
    const band = this.#bands[radio]!;
    const required = Math.min(Math.ceil(COVERED_SHARE * this.#total[band]!), this.#coveredNow[band]!);
    let remaining = this.#covered[band]! - required;
    for (const place of this.#listBetween(radio, powerDbm, COVERED_DBM)) {
      if (this.#covering[place] !== 1) continue;
      remaining -= 1;
      if (remaining < 0) return false;
    }
    return true;
  }

  /** Gives a radio a power, at most the present one. */
  set(radio: number, powerDbm: number): void {
    const change = powerDbm < this.#powers[radio]! ? -1 : 1;
    for (const place of this.#listBetween(radio, powerDbm, SPARE_DBM)) this.#spare[place]! += change;
    for (const place of this.#listBetween(radio, powerDbm, COVERED_DBM)) {
      const before = this.#covering[place]!;
      this.#covering[place] = before + change;
      if (Math.min(before, before + change) === 0) this.#covered[this.#bands[radio]!]! += change;
    }
    this.#powers[radio] = powerDbm;
  }

  /** Describes the bands that reach any place. */
  describe(): BandCoverage[] {
    return (['2.4G', '5G'] as const)
      .map((band, index) => ({
        band,
        places: this.#total[index]!,
        coveredBefore: this.#coveredNow[index]!,
        coveredAfter: this.#covered[index]!,
        doubleBefore: countOf(this.#spareNow, index, 2),
        doubleAfter: countOf(this.#spare, index, 2),
      }))
      .filter(({ places }) => places > 0);
  }

  /** Lists the places that get or lose a level from a radio if it gets a power. */
  #listBetween(radio: number, powerDbm: number, leastDbm: number): Int32Array {
    const { levelDbm, place } = this.#places[radio]!;
    const present = this.#present[radio]!;
    const [one, other] = [this.#powers[radio]!, powerDbm].map((power) =>
      countReached(levelDbm, leastDbm + present - power),
    );
    return place.subarray(Math.min(one!, other!), Math.max(one!, other!));
  }
}

/** Places of a radio with at least the level of a spare one now, the strongest first. */
interface RadioPlaces {
  readonly place: Int32Array;
  readonly levelDbm: Float64Array;
}

/** Counts the levels from a level on, in descending order. */
function countReached(levels: Float64Array, leastDbm: number): number {
  let [low, high] = [0, levels.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (levels[middle]! >= leastDbm) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lists the levels of a place that are possible. */
export const listPossibleLevels = ({ levels }: PowerPlace, radios: number): PlaceLevel[] =>
  levels.filter(
    ({ levelDbm, radio }) =>
      Number.isFinite(levelDbm) && levelDbm <= 0 && Number.isInteger(radio) && radio >= 0 && radio < radios,
  );

/** Returns the strongest level of each radio. */
export function poolLevels(levels: readonly PlaceLevel[]): Map<number, number> {
  const strongest = new Map<number, number>();
  for (const { levelDbm, radio } of levels)
    strongest.set(radio, Math.max(levelDbm, strongest.get(radio) ?? levelDbm));
  return strongest;
}

/** Counts the places of a band with at least as many radios. */
const countOf = (counts: Uint16Array, band: number, least: number): number =>
  counts.reduce((sum, count, place) => sum + Number(place % 2 === band && count >= least), 0);
