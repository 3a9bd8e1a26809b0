/** Program in the sandbox that computes a round of a run: a search, or the proof at the end. */
import type { RfPlan } from '@northlight/contract';
import {
  Assignment,
  type CompiledProblem,
  computeLowerBound,
  createPartition,
  createRandom,
  listBudgetSteps,
  type Plan,
  solve,
} from '@northlight/rf/plan';
import { answerOrder } from '../platform/sandbox/answer-order.ts';
import { createProblem, describePlan } from './describe-plan.ts';
import type { StoredSite } from './stored-site.ts';

export interface PlanOrder {
  readonly site: StoredSite;
  /** Best plan so far; absent in the first round. */
  readonly best?: readonly number[];
  readonly round: number;
  /** True for the round that proves the bound and computes what fewer changes bring. */
  readonly isLast: boolean;
}

export interface PlanAnswer {
  readonly best: readonly number[];
  readonly plan: RfPlan;
}

const TRIES_PER_RADIO = 10_000;
const TRIES_MAX = 2_000_000;
const BUDGET_TRIES_PER_RADIO = 1_000;
/** Sweeps of the proof, fewer for a large site. */
const BOUND_SWEEPS = 1_500;
const BOUND_RADIOS_MAX = 400;
/** Interference per radio below which a bound has no meaning. */
const NO_INTERFERENCE = 0.001;

function compute({ best, isLast, round, site }: PlanOrder): PlanAnswer {
  const problem = createProblem(site);
  const { compiled } = problem;
  const start = best ? Int32Array.from(best) : compiled.present;
  if (!isLast) {
    const tries = Math.min(TRIES_MAX, TRIES_PER_RADIO * compiled.size);
    const { plan } = solve(compiled, { measure: 'airtime', seed: round, tries, start });
    return { best: [...plan], plan: { ...describePlan(site, problem, plan), budget: [] } };
  }
  const described = describePlan(site, problem, start);
  const gap = proveGap(compiled, described.interferenceAfter);
  return {
    best: [...start],
    plan: { ...described, budget: computeBudget(compiled, start), ...(gap !== undefined && { gap }) },
  };
}

/** Returns the share of the improvement that each number of changes brings. */
function computeBudget(problem: CompiledProblem, plan: Plan): number[] {
  const value = new Assignment(problem, 'airtime', plan).getValue();
  const tries = BUDGET_TRIES_PER_RADIO * problem.size;
  const steps = listBudgetSteps(problem, { plan, value }, { seed: 1, tries });
  const [first, last] = [steps[0]?.value ?? value, steps.at(-1)?.value ?? value];
  return steps.map((step) =>
    first === last ? 1 : Math.min(1, Math.max(0, (first - step.value) / (first - last))),
  );
}

/** Returns the share by which a plan's interference is at most above the lowest possible; undefined if nothing is proven. */
function proveGap(problem: CompiledProblem, interference: number): number | undefined {
  const partition = problem.size <= BOUND_RADIOS_MAX ? createPartition(problem) : undefined;
  if (!partition || interference < NO_INTERFERENCE * problem.size) return undefined;
  const bound = computeLowerBound(partition, {
    random: createRandom(1),
    getProgress: (sweeps) => sweeps / BOUND_SWEEPS,
  });
  return bound > NO_INTERFERENCE * problem.size ? Math.max(0, interference / bound - 1) : undefined;
}

answerOrder(async (order: PlanOrder) => compute(order));
