import { Assignment } from '../assignment.ts';
import {
  type CompiledProblem,
  compileProblem,
  type Plan,
  type PlanProblem,
  type RadioOption,
} from '../problem.ts';
import { computeSpectralOverlap } from '../spectrum.ts';

/**
 * Lists the channels of a radio for the case that it must leave the channel of a plan because of radar, the best one first:
 * by the value of the plan with each of them. Channels without a radar check come first, because they work at once and radar
 * cannot concern them; channels with a check that overlap with the left one come last. Contains every channel that the radio
 * may choose but the left one.
 *
 * @param compiled the compiled problem, if it is at hand
 * @returns indices of options
 */
export function listFallbacks(
  problem: PlanProblem,
  plan: Plan,
  radio: number,
  compiled: CompiledProblem = compileProblem(problem),
): number[] {
  const { options = [] } = problem.radios[radio] ?? {};
  const left = options[plan[radio] ?? -1];
  if (!left) return [];
  const assignment = new Assignment(compiled, 'airtime', plan);
  const rank = (option: RadioOption): number => {
    if (!option.checkSeconds) return 0;
    return computeSpectralOverlap(option, left) > 0 ? 2 : 1;
  };
  return options
    .flatMap((option, index) =>
      option === left || option.isNoChoice
        ? []
        : [{ index, rank: rank(option), change: assignment.getChange(radio, index) }],
    )
    .sort((one, other) => one.rank - other.rank || one.change - other.change || one.index - other.index)
    .map(({ index }) => index);
}
