import { type CompiledProblem, type Measure, solve, type SolvedPlan } from '@northlight/rf/plan';

/** Tries per radio of the run that measures the speed. */
const PROBE = 100;
/** Part of the time that the search is planned for; the rest is for its start and its end. */
const PLANNED = 0.8;

/** Solves a problem in a time (ms), the measurement of the machine's speed included. */
export function solveWithin(
  problem: CompiledProblem,
  {
    measure = 'airtime',
    ms,
    seed,
  }: { readonly measure?: Measure; readonly ms: number; readonly seed: number },
): SolvedPlan {
  const startedAt = performance.now();
  const tries = PROBE * problem.movable.length;
  const probe = solve(problem, { measure, seed, tries });
  const probedMs = performance.now() - startedAt;
  const solved = solve(problem, {
    measure,
    seed,
    tries: Math.max(tries, Math.floor((tries * (ms - probedMs) * PLANNED) / probedMs)),
    check: () => performance.now() - startedAt >= ms,
  });
  return solved.value <= probe.value ? solved : probe;
}
