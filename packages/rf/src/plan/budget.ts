import { Assignment } from './assignment.ts';
import { addChangePrice, type CompiledProblem, type Plan } from './problem.ts';
import { findBestOption } from './search.ts';
import { solve, type SolvedPlan } from './solve.ts';

/** The best known plan with a limited number of changed radios. */
export interface BudgetStep extends SolvedPlan {
  readonly changes: number;
}

/**
 * Prices of a change, relative to the mean improvement of the changes of the proposed plan. A plan for a price is the best
 * one with its number of changes.
 */
const PRICES = [0.3, 0.6, 1, 1.5, 2.2, 3.3];

/**
 * Lists the best known plan for at most as many changed radios as its index, up to the number of the proposed plan. Compares
 * plans that are optimal for a price of a change, and fills up between them with the largest improvement first.
 *
 * @param tries size of the search for each price
 */
export function listBudgetSteps(
  problem: CompiledProblem,
  proposed: SolvedPlan,
  { seed, tries }: { readonly seed: number; readonly tries: number },
): BudgetStep[] {
  const present = new Assignment(problem, 'airtime').getValue();
  const total = countChanges(problem, proposed.plan);
  const steps: BudgetStep[] = Array.from({ length: total + 1 }, (_, changes) => ({
    changes,
    plan: problem.present,
    value: present,
  }));
  const mean = (present - proposed.value) / Math.max(1, total);
  const targets = PRICES.map((price) =>
    solve(addChangePrice(problem, price * mean), { measure: 'airtime', seed, tries }),
  );
  for (const { plan } of [proposed, ...targets])
    for (const step of [...listStepsTo(problem, plan), ...listStepsFrom(problem, plan)])
      if (step.changes < total && step.value < steps[step.changes]!.value) steps[step.changes] = step;
  if (total > 0) steps[total] = { ...proposed, changes: total };
  // A smaller number of changes is allowed too.
  for (let changes = 1; changes <= total; changes += 1)
    if (steps[changes - 1]!.value < steps[changes]!.value) steps[changes] = steps[changes - 1]!;
  return steps;
}

const countChanges = ({ present }: CompiledProblem, plan: Plan): number =>
  plan.reduce((count, option, radio) => count + Number(option !== present[radio]), 0);

/** Lists plans on the way to a plan, each with one changed radio more: the largest improvement first. */
function listStepsTo(problem: CompiledProblem, target: Plan): BudgetStep[] {
  const assignment = new Assignment(problem, 'airtime');
  const open = new Set(problem.movable.filter((radio) => target[radio] !== problem.present[radio]));
  const changed = new Set<number>();
  const steps: BudgetStep[] = [];
  const moves = new Map([...open].map((radio) => [radio, chooseMove(assignment, radio, target)] as const));
  /** Changes a radio, and chooses the moves of the radios around it again. */
  const change = (radio: number, option: number): void => {
    assignment.set(radio, option);
    for (const other of [radio, ...listNeighbours(problem, radio)])
      if (open.has(other)) moves.set(other, chooseMove(assignment, other, target));
  };
  while (open.size > 0) {
    let [next, best]: [number, Move] = [-1, { option: -1, change: Number.POSITIVE_INFINITY }];
    for (const radio of open) {
      const move = moves.get(radio);
      if (move && move.change < best.change) [next, best] = [radio, move];
    }
    open.delete(next);
    changed.add(next);
    change(next, best.option);
    settle(assignment, changed, next, change);
    const plan = assignment.getPlan();
    steps.push({ changes: countChanges(problem, plan), plan, value: assignment.getValue() });
  }
  const value = new Assignment(problem, 'airtime', target).getValue();
  return [...steps, { changes: changed.size, plan: target, value }];
}

/** Lists plans on the way back from a plan, each with one changed radio less: the smallest loss first. */
function listStepsFrom(problem: CompiledProblem, target: Plan): BudgetStep[] {
  const { present } = problem;
  const assignment = new Assignment(problem, 'airtime', target);
  const changed = new Set(problem.movable.filter((radio) => target[radio] !== present[radio]));
  const losses = new Map<number, number>();
  const weigh = (radio: number): void => {
    if (changed.has(radio)) losses.set(radio, assignment.getChange(radio, present[radio]!));
  };
  const change = (radio: number, option: number): void => {
    assignment.set(radio, option);
    for (const other of [radio, ...listNeighbours(problem, radio)]) weigh(other);
  };
  for (const radio of changed) weigh(radio);
  const steps: BudgetStep[] = [];
  while (changed.size > 0) {
    let [next, least] = [-1, Number.POSITIVE_INFINITY];
    for (const [radio, loss] of losses) if (loss < least) [next, least] = [radio, loss];
    changed.delete(next);
    losses.delete(next);
    change(next, present[next]!);
    settle(assignment, changed, next, change);
    const plan = assignment.getPlan();
    steps.push({ changes: countChanges(problem, plan), plan, value: assignment.getValue() });
  }
  return steps;
}

interface Move {
  readonly option: number;
  readonly change: number;
}

/** Returns the best option of a radio; that of the target if no change improves the value now. */
function chooseMove(assignment: Assignment, radio: number, target: Plan): Move {
  const best = findBestOption(assignment, radio);
  if (best.option !== assignment.get(radio)) return best;
  return { option: target[radio]!, change: assignment.getChange(radio, target[radio]!) };
}

const listNeighbours = ({ neighbour, neighbourStart }: CompiledProblem, radio: number): Int32Array =>
  neighbour.subarray(neighbourStart[radio], neighbourStart[radio + 1]);

/** Improves the changed radios around a radio that has just changed. */
function settle(
  assignment: Assignment,
  changed: ReadonlySet<number>,
  start: number,
  change: (radio: number, option: number) => void,
): void {
  const queue = [start];
  const isQueued = new Set(queue);
  for (let head = 0; head < queue.length; head += 1) {
    const radio = queue[head]!;
    isQueued.delete(radio);
    const present = assignment.get(radio);
    const option = changed.has(radio) ? findBestOption(assignment, radio).option : present;
    if (option !== present) change(radio, option);
    else if (head > 0) continue;
    for (const other of listNeighbours(assignment.problem, radio))
      if (changed.has(other) && !isQueued.has(other)) {
        isQueued.add(other);
        queue.push(other);
      }
  }
}
