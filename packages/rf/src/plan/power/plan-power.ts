import { PowerAirtime } from './power-airtime.ts';
import { type BandCoverage, PowerCoverage } from './power-coverage.ts';
import { listLowerSteps, type PowerProblem } from './power-problem.ts';

export interface PowerPlan {
  /** Power of each radio (dBm). */
  readonly powersDbm: readonly number[];
  /** Sum of load · log(1 + busy airtime). */
  readonly airtimeBefore: number;
  readonly airtimeAfter: number;
  readonly coverage: readonly BandCoverage[];
}

/** Improvement that the lower power of a radio must bring, of the unit of a load. */
const LEAST_GAIN = 0.001;
const ROUNDING = 1e-9;
/** Number of radios up to which the power of one is raised again in favour of others. */
const EXCHANGE_MAX = 60;

/**
 * Lowers transmit powers where radios disturb each other and the coverage allows it, by the rules of `PowerCoverage`. The
 * radio with the largest improvement per decibel is lowered first, until no lower power improves the airtime; then powers are
 * raised again if others can be lowered more in return. Powers whose lowering brings nothing stay. No power is raised above
 * the present one. The same problem gives the same plan. Of the improvement that the best powers bring, small offices get at
 * least nine tenths, and most of them all of it.
 */
export function planPower(problem: PowerProblem): PowerPlan {
  const { radios } = problem;
  const state: State = {
    airtime: new PowerAirtime(problem),
    coverage: new PowerCoverage(problem),
    steps: radios.map(listLowerSteps),
  };
  const airtimeBefore = state.airtime.getValue();
  lower(state);
  if (radios.length <= EXCHANGE_MAX) exchange(state, problem);
  takeBackIdle(state, problem);
  return {
    powersDbm: radios.map((_, radio) => state.coverage.getPower(radio)),
    airtimeBefore,
    airtimeAfter: state.airtime.getValue(),
    coverage: state.coverage.describe(),
  };
}

interface State {
  readonly airtime: PowerAirtime;
  readonly coverage: PowerCoverage;
  /** Lower powers of each radio, the highest one first. */
  readonly steps: readonly (readonly number[])[];
}

function setPower({ airtime, coverage }: State, radio: number, powerDbm: number): void {
  airtime.set(radio, powerDbm);
  coverage.set(radio, powerDbm);
}

interface Step {
  readonly powerDbm: number;
  /** Improvement per decibel. */
  readonly slope: number;
}

/** Lowers powers until no lower one improves the airtime. */
function lower(state: State): void {
  const open = new Map<number, Step>();
  const update = (radio: number): void => {
    const step = findStep(state, radio);
    if (step) open.set(radio, step);
    else open.delete(radio);
  };
  for (const radio of state.steps.keys()) update(radio);
  while (open.size > 0) {
    let [next, best]: [number, Step] = [-1, { powerDbm: 0, slope: 0 }];
    for (const [radio, step] of open)
      if (step.slope > best.slope || (step.slope === best.slope && radio < next))
        [next, best] = [radio, step];
    // The coverage that a step needs may be used up since it was found.
    if (!state.coverage.canLower(next, best.powerDbm)) {
      update(next);
      continue;
    }
    setPower(state, next, best.powerDbm);
    for (const radio of new Set([next, ...state.airtime.listDependent(next)])) update(radio);
  }
}

/** Steps below the present power that are compared: the next ones, and some further ones beyond which nothing may change. */
const COMPARED = [1, 2, 3, 5, 8, 13, 21];

/** Finds the lower power with the largest improvement per decibel; undefined if none improves the airtime. */
function findStep({ airtime, coverage, steps }: State, radio: number): Step | undefined {
  const present = coverage.getPower(radio);
  const lower = steps[radio]!.filter((powerDbm) => powerDbm < present);
  let best: Step | undefined;
  for (const place of COMPARED) {
    const powerDbm = lower[place - 1];
    if (powerDbm === undefined) break;
    const change = airtime.getChange(radio, powerDbm);
    const slope = -change / (present - powerDbm);
    if (change > -ROUNDING || slope <= (best?.slope ?? 0)) continue;
    if (!coverage.canLower(radio, powerDbm)) break;
    best = { powerDbm, slope };
  }
  return best;
}

/** Raises the power of one radio and lowers others in return, as long as this improves the airtime. */
function exchange(state: State, { radios }: PowerProblem): void {
  const { airtime, coverage, steps } = state;
  for (let isBetter = true; isBetter;) {
    isBetter = false;
    for (const [radio, { powerDbm: most }] of radios.entries())
      for (const raised of [most, ...steps[radio]!]) {
        if (raised <= coverage.getPower(radio)) break;
        const before = radios.map((_, each) => coverage.getPower(each));
        const value = airtime.getValue();
        setPower(state, radio, raised);
        lower({ ...state, steps: steps.map((own, each) => (each === radio ? [] : own)) });
        lower(state);
        if (airtime.getValue() < value - ROUNDING) isBetter = true;
        else for (const [each, power] of before.entries()) setPower(state, each, power);
      }
  }
}

/** Gives radios their present power again if the lower one brings too little, the least useful one first. */
function takeBackIdle(state: State, { radios }: PowerProblem): void {
  const { airtime, coverage } = state;
  const lowered = new Set(
    [...radios.keys()].filter((radio) => coverage.getPower(radio) < radios[radio]!.powerDbm),
  );
  for (;;) {
    let [next, least] = [-1, LEAST_GAIN];
    for (const radio of lowered) {
      const gain = airtime.getChange(radio, radios[radio]!.powerDbm);
      if (gain <= least) [next, least] = [radio, gain];
    }
    if (next < 0) return;
    lowered.delete(next);
    setPower(state, next, radios[next]!.powerDbm);
  }
}
