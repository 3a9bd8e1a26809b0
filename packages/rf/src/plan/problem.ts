import { computeSpectralOverlap, type Spectrum } from './spectrum.ts';

/** A channel that a radio could use. */
export interface RadioOption extends Spectrum {
  /** Share of the time in which other networks than the radios of the plan occupy the channel; above 1 for several. */
  readonly foreignBusy: number;
  /** Cost that does not depend on other radios, such as that of a change; of the unit of `load`. */
  readonly cost: number;
  /** Time without Wi-Fi while the radio checks the channel for radar (s); none by default. */
  readonly checkSeconds?: number;
  /** Set for a present channel that the radio may keep at most, but not change to. */
  readonly isNoChoice?: true;
}

/** A radio of the plan. */
export interface PlanRadio {
  readonly options: readonly RadioOption[];
  /** Index of the present option. */
  readonly present: number;
  /** Share of the time in which the radio wants to send, also its weight in the objective. */
  readonly load: number;
  /** Set if the radio keeps its present option. */
  readonly isPinned?: boolean;
}

/** Two radios that notice each other. */
export interface Contention {
  readonly a: number;
  readonly b: number;
  /** How much `a` is disturbed by `b` on the same channel, from 0 to 1. */
  readonly atA: number;
  readonly atB: number;
}

export interface PlanProblem {
  readonly radios: readonly PlanRadio[];
  /** Each pair at most once. */
  readonly contentions: readonly Contention[];
}

/**
 * Quantity to minimize. `airtime`: the sum of load · log(1 + busy airtime), proportional fairness, and the costs of the
 * options. `interference`: the sum of load · busy airtime without costs, for which a lower bound exists.
 */
export type Measure = 'airtime' | 'interference';

/** Option of each radio, as indices. */
export type Plan = Int32Array;

/** A problem as flat tables: options are numbered over all radios, neighbours are in one list. */
export interface CompiledProblem {
  readonly size: number;
  /** First option of each radio, and the end of the last one. */
  readonly optionStart: Int32Array;
  readonly foreignBusy: Float64Array;
  readonly cost: Float64Array;
  /** Index of the spectrum of each option. */
  readonly spectrum: Int32Array;
  readonly spectra: readonly Spectrum[];
  /** Overlap of each pair of spectra: row times number of spectra plus column. */
  readonly overlap: Float64Array;
  readonly load: Float64Array;
  readonly present: Plan;
  /** Radios with more than one option that are not pinned. */
  readonly movable: Int32Array;
  readonly neighbourStart: Int32Array;
  readonly neighbour: Int32Array;
  /** Busy airtime that a radio causes at its neighbour on the same channel: contention · load of the radio. */
  readonly caused: Float64Array;
}

/** Compiles a problem. */
export function compileProblem({ contentions, radios }: PlanProblem): CompiledProblem {
  const options = radios.flatMap((radio) => radio.options);
  const { indices, spectra } = listSpectra(options);
  const optionStart = Int32Array.from([0, ...radios.map((radio) => radio.options.length)]);
  const neighbourStart = new Int32Array(radios.length + 1);
  for (const { a, b } of contentions) for (const end of [a, b]) neighbourStart[end + 1]! += 1;
  for (let index = 1; index <= radios.length; index += 1) {
    optionStart[index]! += optionStart[index - 1]!;
    neighbourStart[index]! += neighbourStart[index - 1]!;
  }
  const load = Float64Array.from(radios, (radio) => radio.load);
  const next = neighbourStart.slice();
  const neighbour = new Int32Array(2 * contentions.length);
  const caused = new Float64Array(2 * contentions.length);
  const add = (from: number, to: number, share: number): void => {
    const index = next[from]!++;
    neighbour[index] = to;
    caused[index] = share * load[from]!;
  };
  for (const { a, atA, atB, b } of contentions) {
    add(a, b, atB);
    add(b, a, atA);
  }
  return {
    size: radios.length,
    optionStart,
    foreignBusy: Float64Array.from(options, (option) => option.foreignBusy),
    cost: Float64Array.from(options, (option) => option.cost),
    spectrum: Int32Array.from(indices),
    spectra,
    overlap: Float64Array.from(
      spectra.flatMap((row) => spectra.map((column) => computeSpectralOverlap(row, column))),
    ),
    load,
    present: Int32Array.from(radios, (radio) => radio.present),
    movable: Int32Array.from(
      radios.flatMap((radio, index) => (radio.isPinned || radio.options.length < 2 ? [] : [index])),
    ),
    neighbourStart,
    neighbour,
    caused,
  };
}

/** Lists the different spectra, and the index of that of each option. */
function listSpectra(options: readonly RadioOption[]): { spectra: Spectrum[]; indices: number[] } {
  const known = new Map<string, number>();
  const spectra: Spectrum[] = [];
  const indices = options.map((option) => {
    const key = `${option.channel} ${option.lowMhz} ${option.highMhz}`;
    const index = known.get(key) ?? spectra.push(option) - 1;
    known.set(key, index);
    return index;
  });
  return { spectra, indices };
}

/** Returns the problem with more radios that keep their present option. */
export function pin(problem: CompiledProblem, radios: Iterable<number>): CompiledProblem {
  const pinned = new Set(radios);
  return { ...problem, movable: problem.movable.filter((radio) => !pinned.has(radio)) };
}

/** Returns the problem with a further cost of each option that is not the present one. */
export function addChangePrice(problem: CompiledProblem, price: number): CompiledProblem {
  const cost = problem.cost.map((each) => each + price);
  for (let radio = 0; radio < problem.size; radio += 1)
    cost[problem.optionStart[radio]! + problem.present[radio]!]! -= price;
  return { ...problem, cost };
}
