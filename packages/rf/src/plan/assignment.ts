import type { CompiledProblem, Measure, Plan } from './problem.ts';

/**
 * An option for each radio, with the busy airtime of every option of every radio kept up to date, so that the gain of a
 * change needs only the neighbours on the two channels.
 */
export class Assignment {
  readonly problem: CompiledProblem;
  readonly #isLinear: boolean;
  readonly #cost: Float64Array;
  /** Number of the chosen option of each radio, over all radios. */
  readonly #chosen: Int32Array;
  readonly #busy: Float64Array;

  constructor(problem: CompiledProblem, measure: Measure, plan: Plan = problem.present) {
    this.problem = problem;
    this.#isLinear = measure === 'interference';
    this.#cost = this.#isLinear ? new Float64Array(problem.cost.length) : problem.cost;
    this.#chosen = Int32Array.from(plan, (option, radio) => problem.optionStart[radio]! + option);
    this.#busy = problem.foreignBusy.slice();
    for (let radio = 0; radio < problem.size; radio += 1) this.#spread(radio, -1, this.#chosen[radio]!);
  }

  /** Returns the index of the option of a radio. */
  get(radio: number): number {
    return this.#chosen[radio]! - this.problem.optionStart[radio]!;
  }

  getPlan(): Plan {
    return this.#chosen.map((option, radio) => option - this.problem.optionStart[radio]!);
  }

  /** Returns the busy airtime of a radio on one of its options, by default the chosen one. */
  getBusy(radio: number, option = this.get(radio)): number {
    return this.#busy[this.problem.optionStart[radio]! + option]!;
  }

  /** Returns the value of the measure. */
  getValue(): number {
    const { load, size } = this.problem;
    let sum = 0;
    for (let radio = 0; radio < size; radio += 1) {
      const option = this.#chosen[radio]!;
      sum += load[radio]! * this.#rate(this.#busy[option]!) + this.#cost[option]!;
    }
    return sum;
  }

  /** Returns the change of the value if a radio gets an option; negative is better. */
  getChange(radio: number, option: number): number {
    const { caused, load, neighbour, neighbourStart, optionStart, overlap, spectra, spectrum } = this.problem;
    const count = spectra.length;
    const from = this.#chosen[radio]!;
    const to = optionStart[radio]! + option;
    let change = load[radio]! * (this.#rate(this.#busy[to]!) - this.#rate(this.#busy[from]!));
    change += this.#cost[to]! - this.#cost[from]!;
    const fromRow = spectrum[from]! * count;
    const toRow = spectrum[to]! * count;
    const end = neighbourStart[radio + 1]!;
    for (let index = neighbourStart[radio]!; index < end; index += 1) {
      const other = neighbour[index]!;
      const theirs = this.#chosen[other]!;
      const column = spectrum[theirs]!;
      const difference = overlap[toRow + column]! - overlap[fromRow + column]!;
      if (difference === 0) continue;
      const before = this.#busy[theirs]!;
      const after = before + caused[index]! * difference;
      change += load[other]! * (this.#rate(after) - this.#rate(before));
    }
    return change;
  }

  /** Gives a radio an option. */
  set(radio: number, option: number): void {
    const from = this.#chosen[radio]!;
    const to = this.problem.optionStart[radio]! + option;
    if (from === to) return;
    this.#chosen[radio] = to;
    this.#spread(radio, from, to);
  }

  setPlan(plan: Plan): void {
    for (const [radio, option] of plan.entries()) this.set(radio, option);
  }

  /** Moves the airtime that a radio causes at its neighbours from one of its options to another one; −1 is none. */
  #spread(radio: number, from: number, to: number): void {
    const { caused, neighbour, neighbourStart, optionStart, overlap, spectra, spectrum } = this.problem;
    const count = spectra.length;
    const toRow = spectrum[to]! * count;
    const fromRow = from < 0 ? -1 : spectrum[from]! * count;
    const end = neighbourStart[radio + 1]!;
    for (let index = neighbourStart[radio]!; index < end; index += 1) {
      const other = neighbour[index]!;
      const share = caused[index]!;
      const last = optionStart[other + 1]!;
      for (let option = optionStart[other]!; option < last; option += 1) {
        const column = spectrum[option]!;
        const before = fromRow < 0 ? 0 : overlap[fromRow + column]!;
        this.#busy[option]! += share * (overlap[toRow + column]! - before);
      }
    }
  }

  #rate(busy: number): number {
    return this.#isLinear ? busy : Math.log1p(busy);
  }
}
