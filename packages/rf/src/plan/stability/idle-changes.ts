import { Assignment } from '../assignment.ts';
import type { CompiledProblem, Plan } from '../problem.ts';
import type { SolvedPlan } from '../solve.ts';

/** Improvement that a change must bring in addition to its cost, of the unit of a load. */
const LEAST_GAIN = 0.001;

/**
 * Takes back the changes of a finished plan that do not pay: without any one of the remaining changes, and with all others,
 * the whole is worse by more than the least gain. So no radio moves to a channel that is busier for itself unless this brings
 * at least as much elsewhere. The change that brings the least is taken back first, because others often pay without it.
 *
 * Each change taken back costs at most the least gain, and the result is never worse than the present plan.
 *
 * @param leastGain improvement of the 'airtime' measure that each change must bring
 */
export function dropIdleChanges(problem: CompiledProblem, plan: Plan, leastGain = LEAST_GAIN): SolvedPlan {
  const assignment = new Assignment(problem, 'airtime', plan);
  const changed = new Set(problem.movable.filter((radio) => plan[radio] !== problem.present[radio]));
  for (;;) {
    let [next, least] = [-1, leastGain];
    for (const radio of changed) {
      const gain = assignment.getChange(radio, problem.present[radio]!);
      if (gain <= least) [next, least] = [radio, gain];
    }
    if (next < 0) break;
    changed.delete(next);
    assignment.set(next, problem.present[next]!);
  }
  const [value, present] = [assignment.getValue(), new Assignment(problem, 'airtime').getValue()];
  return value <= present ? { plan: assignment.getPlan(), value } : { plan: problem.present, value: present };
}
