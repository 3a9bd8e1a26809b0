import { Assignment } from '../assignment.ts';
import type { CompiledProblem, Plan } from '../problem.ts';
import type { SolvedPlan } from '../solve.ts';

/** Improvement that a change must bring in addition to its cost, of the unit of a load. */
const LEAST_GAIN = 0.001;

interface IdleChangeOptions {
  /** Improvement of the 'airtime' measure that each change must bring; 0.001 by default. */
  readonly leastGain?: number;
  /** The problem under other assumptions, in which each change must pay too. Radios and options are those of the problem. */
  readonly variants?: readonly CompiledProblem[];
}

/**
 * Takes back the changes of a finished plan that do not pay: without any one of the remaining changes, and with all others,
 * the whole is worse by more than the least gain. So no radio moves to a channel that is busier for itself unless this brings
 * at least as much elsewhere. The change that brings the least is taken back first, because others often pay without it.
 *
 * Each change taken back costs at most the least gain; with variants it may cost more. The result is never worse than the
 * present plan.
 */
export function dropIdleChanges(
  problem: CompiledProblem,
  plan: Plan,
  { leastGain = LEAST_GAIN, variants = [] }: IdleChangeOptions = {},
): SolvedPlan {
  const [main, ...others] = [problem, ...variants].map((each) => new Assignment(each, 'airtime', plan));
  const present = new Assignment(problem, 'airtime');
  if (!main) return { plan: problem.present, value: present.getValue() };
  const changed = new Set(problem.movable.filter((radio) => plan[radio] !== problem.present[radio]));
  const getGain = (radio: number): number =>
    [main, ...others].reduce(
      (least, each) => Math.min(least, each.getChange(radio, problem.present[radio]!)),
      Number.POSITIVE_INFINITY,
    );
  for (;;) {
    let [next, least] = [-1, leastGain];
    for (const radio of changed) {
      const gain = getGain(radio);
      if (gain <= least) [next, least] = [radio, gain];
    }
    if (next < 0) break;
    changed.delete(next);
    for (const each of [main, ...others]) each.set(next, problem.present[next]!);
  }
  const [value, before] = [main.getValue(), present.getValue()];
  return value <= before ? { plan: main.getPlan(), value } : { plan: problem.present, value: before };
}
