import { computeContention } from '../contention.ts';
import { computeSpectralOverlap } from '../spectrum.ts';
import type { PowerProblem } from './power-problem.ts';

interface Neighbour {
  readonly other: number;
  readonly lossDb: number;
  readonly overlap: number;
}

/** Busy airtime of each radio with the powers of all of them, kept up to date. */
export class PowerAirtime {
  readonly #radios: PowerProblem['radios'];
  readonly #neighbours: Neighbour[][];
  readonly #powers: number[];
  readonly #busy: number[];

  constructor({ losses, radios }: Pick<PowerProblem, 'losses' | 'radios'>) {
    this.#radios = radios;
    this.#powers = radios.map(({ powerDbm }) => powerDbm);
    this.#neighbours = radios.map(() => []);
    for (const { a, b, lossDb } of losses) {
      const overlap = computeSpectralOverlap(radios[a]!.spectrum, radios[b]!.spectrum);
      // Powers only fall, so that radios that do not notice each other now never do.
      const most = Math.max(radios[a]!.powerDbm, radios[b]!.powerDbm) - lossDb;
      if (overlap === 0 || !(computeContention(most) > 0)) continue;
      this.#neighbours[a]!.push({ other: b, lossDb, overlap });
      this.#neighbours[b]!.push({ other: a, lossDb, overlap });
    }
    this.#busy = radios.map(({ foreignBusy }) => foreignBusy);
    for (const radio of radios.keys())
      for (const neighbour of this.#neighbours[radio]!)
        this.#busy[neighbour.other]! += this.#getCaused(radio, this.#powers[radio]!, neighbour);
  }

  /** Returns the sum of load · log(1 + busy airtime), as the measure 'airtime' of a plan. */
  getValue(): number {
    return this.#radios.reduce((sum, { load }, radio) => sum + load * Math.log1p(this.#busy[radio]!), 0);
  }

  /** Returns the change of the value if a radio gets a power; negative is better. */
  getChange(radio: number, powerDbm: number): number {
    let change = 0;
    for (const neighbour of this.#neighbours[radio]!) {
      const before = this.#busy[neighbour.other]!;
      const difference = this.#getDifference(radio, powerDbm, neighbour);
      if (difference === 0) continue;
      change += this.#radios[neighbour.other]!.load * Math.log((1 + before + difference) / (1 + before));
    }
    return change;
  }

  /** Gives a radio a power. */
  set(radio: number, powerDbm: number): void {
    for (const neighbour of this.#neighbours[radio]!)
      this.#busy[neighbour.other]! += this.#getDifference(radio, powerDbm, neighbour);
    this.#powers[radio] = powerDbm;
  }

  /** Lists the radios whose changes of the value depend on the power of a radio. */
  listDependent(radio: number): Set<number> {
    const disturbed = this.#neighbours[radio]!.map(({ other }) => other);
    return new Set(disturbed.flatMap((other) => this.#neighbours[other]!.map((each) => each.other)));
  }

  #getDifference(radio: number, powerDbm: number, neighbour: Neighbour): number {
    return (
      this.#getCaused(radio, powerDbm, neighbour) - this.#getCaused(radio, this.#powers[radio]!, neighbour)
    );
  }

  #getCaused(radio: number, powerDbm: number, { lossDb, overlap }: Neighbour): number {
    return computeContention(powerDbm - lossDb) * this.#radios[radio]!.load * overlap;
  }
}
