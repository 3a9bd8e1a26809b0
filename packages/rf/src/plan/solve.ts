import { createRandom } from '../random.ts';
import { Assignment } from './assignment.ts';
import { listComponents } from './components.ts';
import type { CompiledProblem, Measure, Plan } from './problem.ts';
import { anneal, assignBySaturation, descend, descendPairs } from './search.ts';

export interface SolveOptions {
  readonly measure: Measure;
  /** Plan to start from, by default the present one; the result is never worse than it. */
  readonly start?: Plan;
  /** The same seed gives the same plan, unless `check` ends the search. */
  readonly seed: number;
  /** Size of the search: number of changes of one radio that are tried. */
  readonly tries: number;
  /** Called often with the done part of the search, from 0 to 1; returns true to end it with the best plan so far. */
  readonly check?: (progress: number) => boolean;
}

export interface SolvedPlan {
  readonly plan: Plan;
  /** Value of the measure. */
  readonly value: number;
}

/** Tries of an annealing run per radio; a search that is longer starts again. */
const TRIES_PER_RADIO = 300;
const RUN_MIN = 8000;
/** Number of plans up to which all of them are tried. */
const EXHAUSTIVE_MAX = 20_000;
/** Smallest difference of two values that counts. */
const ROUNDING = 1e-9;
/** Number of radios up to which pairs of them change too. */
const PAIRS_MAX = 200;
/** Every second run starts from a random plan, the others where the last one ended. */
const FRESH_EVERY = 2;

/**
 * Searches for the plan with the lowest value: each connected part of the problem starts by saturation and is annealed; of
 * few radios every plan is tried. The result is never worse than the plan at the start.
 */
export function solve(
  problem: CompiledProblem,
  { check, measure, seed, start, tries }: SolveOptions,
): SolvedPlan {
  const random = createRandom(seed);
  const best = new Assignment(problem, measure, start);
  let done = 0;
  let isOver = false;
  for (const radios of listComponents(problem)) {
    if (countPlans(problem, radios) <= EXHAUSTIVE_MAX) {
      searchExhaustively(best, radios);
      continue;
    }
    const total = Math.ceil((tries * radios.length) / problem.movable.length);
    const runs = Math.max(1, Math.floor(total / Math.max(RUN_MIN, radios.length * TRIES_PER_RADIO)));
    const candidate = new Assignment(problem, measure, best.getPlan());
    let least = best.getValue();
    const keepIfBetter = (): void => {
      const value = candidate.getValue();
      if (value >= least) return;
      least = value;
      best.setPlan(candidate.getPlan());
    };
    descend(candidate, radios);
    keepIfBetter();
    assignBySaturation(candidate, radios);
    descend(candidate, radios);
    keepIfBetter();
    for (let run = 0; run < runs; run += 1) {
      if (isOver) break;
      const before = done;
      if (run > 0 && run % FRESH_EVERY === 0) shuffle(candidate, radios, random);
      anneal(candidate, {
        radios,
        random,
        tries: Math.ceil(total / runs),
        check: (tried) => {
          isOver ||= check?.(Math.min(1, (before + tried) / tries)) ?? false;
          return isOver;
        },
      });
      if (radios.length <= PAIRS_MAX && !isOver) descendPairs(candidate, radios);
      done = before + Math.ceil(total / runs);
      keepIfBetter();
    }
  }
  return { plan: best.getPlan(), value: best.getValue() };
}

const countPlans = ({ optionStart }: CompiledProblem, radios: Int32Array): number =>
  radios.reduce((product, radio) => product * (optionStart[radio + 1]! - optionStart[radio]!), 1);

/** Tries every plan of a few radios and keeps the best one. */
function searchExhaustively(assignment: Assignment, radios: Int32Array): void {
  const { optionStart } = assignment.problem;
  let [best, least] = [assignment.getPlan(), 0];
  const visit = (depth: number, value: number): void => {
    const radio = radios[depth];
    if (radio === undefined) {
      if (value < least - ROUNDING) [best, least] = [assignment.getPlan(), value];
      return;
    }
    const before = assignment.get(radio);
    for (let option = 0; option < optionStart[radio + 1]! - optionStart[radio]!; option += 1) {
      const change = assignment.getChange(radio, option);
      assignment.set(radio, option);
      visit(depth + 1, value + change);
      assignment.set(radio, before);
    }
  };
  visit(0, 0);
  assignment.setPlan(best);
}

/** Gives radios random options, so that the next run does not end where the last one did. */
function shuffle(assignment: Assignment, radios: Int32Array, random: () => number): void {
  const { optionStart } = assignment.problem;
  for (const radio of radios) {
    const count = optionStart[radio + 1]! - optionStart[radio]!;
    assignment.set(radio, Math.floor(random() * count));
  }
}
