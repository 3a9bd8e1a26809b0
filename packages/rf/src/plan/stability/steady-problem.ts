import { Assignment } from '../assignment.ts';
import { addChangePrice, type CompiledProblem, type Measure, type Plan } from '../problem.ts';

/**
 * Price of a change in scheduled and automatic runs, as a share of the mean load of the radios: a usual radio must lose 5 % of
 * its airtime less. Errors of measurements then give no reason for a change the next night, and a site with little traffic is
 * planned like a busy one; benches RF-8 and RF-11 measure both.
 */
const STEADY_PRICE = 0.05;
/** Improvement per change from which a plan is applied, above the price: plans that are hardly worth it would alternate. */
const LEAST_GAIN_PER_CHANGE = 3 * STEADY_PRICE;
/** Interference per radio by which a plan must lower it. Both are shares of the mean load too. */
const LEAST_GAIN_PER_RADIO = 0.025;

const computeMeanLoad = ({ load, size }: CompiledProblem): number =>
  load.reduce((sum, each) => sum + each, 0) / Math.max(1, size);

/**
 * Returns the problem of a scheduled or automatic run, in which a change has a price. The search and `dropIdleChanges` use it;
 * plans are described by the problem itself.
 */
export const createSteadyProblem = (problem: CompiledProblem): CompiledProblem =>
  addChangePrice(problem, STEADY_PRICE * computeMeanLoad(problem));

/**
 * Returns true if a scheduled or automatic plan is applied: it lowers the interference by a share and by as much as users
 * notice, and its changes bring more than their price on average. Where radios hardly disturb each other, a large share is
 * little. A plan by which a radio leaves a banned channel has to be applied in any case.
 *
 * @param leastShare smallest decrease of the interference, from 0 to 1
 */
export function isWorthwhile(problem: CompiledProblem, plan: Plan, leastShare: number): boolean {
  const gain = getGain(problem, plan, 'interference');
  const load = computeMeanLoad(problem);
  const changes = plan.reduce((count, option, radio) => count + Number(option !== problem.present[radio]), 0);
  return (
    gain >= leastShare * new Assignment(problem, 'interference').getValue() &&
    gain >= LEAST_GAIN_PER_RADIO * load * problem.size &&
    getGain(problem, plan, 'airtime') >= LEAST_GAIN_PER_CHANGE * load * changes
  );
}

const getGain = (problem: CompiledProblem, plan: Plan, measure: Measure): number =>
  new Assignment(problem, measure).getValue() - new Assignment(problem, measure, plan).getValue();
