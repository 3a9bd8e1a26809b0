/** Program in the sandbox that computes a round of a run: a search, or the proof at the end; or a selection of a plan. */
import type { RfPlan, RfSelection } from '@northlight/contract';
import {
  Assignment,
  type CompiledProblem,
  computeLowerBound,
  createPartition,
  createRandom,
  createSteadyProblem,
  dropIdleChanges,
  isWorthwhile,
  listBudgetSteps,
  type PathLoss,
  pin,
  type Plan,
  solve,
  splitPartition,
} from '@northlight/rf/plan';
import type { FloorSignals } from '../../maps/index.ts';
import { answerOrder } from '../../platform/sandbox/answer-order.ts';
import { formatRadioId } from '../radio-id.ts';
import { createProblem, describePlan, type SiteProblem } from './describe-plan.ts';
import { computeMapLosses } from '../site/map-losses.ts';
import { computeMapPlaces } from '../site/map-places.ts';
import { planRadios } from './plan-radios.ts';
import type { StoredPlaces } from '../site/stored-places.ts';
import type { StoredSite } from '../site/stored-site.ts';

export type PlanOrder =
  | {
      readonly kind: 'round';
      readonly site: StoredSite;
      /** Best plan so far; absent in the first round. */
      readonly best?: readonly number[];
      readonly round: number;
      /** True for the round that proves the bound and computes what fewer changes bring. */
      readonly isLast: boolean;
      /** Floor plans: in the first round for the losses between radios, in the last one of a run of a user for the coverage. */
      readonly floors?: readonly FloorSignals[];
      /** Smallest decrease of the interference, as a share, of a run that no user has started; absent for other runs. */
      readonly leastShare?: number;
    }
  | {
      readonly kind: 'selection';
      readonly site: StoredSite;
      /** Best plan of the run. */
      readonly best: readonly number[];
      readonly selection: RfSelection;
    };

export interface PlanAnswer {
  readonly best: readonly number[];
  readonly plan: RfPlan;
  /** Losses between radios, from the floor plans. */
  readonly modelledLosses?: readonly PathLoss[] | undefined;
  /** Places whose coverage the plan keeps, from the floor plans. */
  readonly places?: StoredPlaces | undefined;
  /** Set in the last round of a run that no user has started: whether its plan is applied. */
  readonly isWorthwhile?: boolean | undefined;
}

const TRIES_PER_RADIO = 10_000;
const TRIES_MAX = 2_000_000;
const BUDGET_TRIES_PER_RADIO = 1_000;
/** Size of the search after a selection, which a user waits for. */
const SELECTION_TRIES_PER_RADIO = 1_000;
const SELECTION_TRIES_MAX = 300_000;
/** Sweeps of the proof, fewer for a large site. */
const BOUND_SWEEPS = 1_500;
const BOUND_RADIOS_MAX = 400;
/** Interference per radio below which a bound has no meaning. */
const NO_INTERFERENCE = 0.001;

function computeRound({
  best,
  floors = [],
  isLast,
  leastShare,
  round,
  site: stored,
}: Extract<PlanOrder, { kind: 'round' }>): PlanAnswer {
  const modelledLosses = round === 1 ? computeMapLosses(floors, stored) : [];
  const places = isLast ? computeMapPlaces(floors, stored.radios) : undefined;
  const site = {
    ...stored,
    ...(modelledLosses.length > 0 && { modelledLosses }),
    ...(places && { places }),
  };
  const problem = createProblem(site);
  const { compiled } = problem;
  // Scheduled and automatic plans change radios only for a larger gain.
  const searched = leastShare === undefined ? compiled : createSteadyProblem(compiled);
  const start = best ? Int32Array.from(best) : compiled.present;
  if (!isLast) {
    const tries = Math.min(TRIES_MAX, TRIES_PER_RADIO * compiled.size);
    const { plan } = solve(searched, { measure: 'airtime', seed: round, tries, start });
    return {
      best: [...plan],
      plan: { ...describePlan(site, problem, { plan }), budget: [] },
      ...(modelledLosses.length > 0 && { modelledLosses }),
    };
  }
  const { plan } = dropIdleChanges(searched, start);
  const radios = planRadios(site, problem.problem, plan, { keepsPower: () => false, off: new Set() });
  const described = describePlan(site, problem, { plan, radios });
  const gap = proveGap(compiled, described.interferenceAfter);
  const steps = listSteps(compiled, plan);
  return {
    best: [...plan],
    plan: { ...described, budget: listShares(steps), ...(gap !== undefined && { gap }) },
    ...(places && { places }),
    ...(leastShare !== undefined && {
      isWorthwhile: leavesRadar(site, compiled, plan) || isWorthwhile(compiled, plan, leastShare),
    }),
  };
}

/** Returns true if a radio leaves a channel that it must not use. */
const leavesRadar = (site: StoredSite, { present }: CompiledProblem, plan: Plan): boolean =>
  site.radios.some(({ mustLeave }, radio) => mustLeave === true && plan[radio] !== present[radio]);

/** Plans again without the refused changes, and limits the number of changes. The result is never worse than no change. */
function computeSelection({ best, selection, site }: Extract<PlanOrder, { kind: 'selection' }>): PlanAnswer {
  const { keepsPower = false, maxChanges = Number.POSITIVE_INFINITY } = selection;
  const problem = createProblem(site);
  const refused = findRadios(site, selection.refused);
  const off = findRadios(site, selection.off ?? []);
  const radiosOff =
    off.size === 0
      ? undefined
      : planRadios(site, problem.problem, Int32Array.from(best), { keepsPower: () => true, off });
  const kept = new Set([...refused, ...(radiosOff?.off ?? [])]);
  const compiled = pin(createProblem(site, radiosOff && { loads: radiosOff.loads }).compiled, kept);
  const target = kept.size === 0 ? Int32Array.from(best) : solveAround(compiled, best, kept);
  const steps = listSteps(compiled, target);
  const plan = steps[Math.min(maxChanges, steps.length - 1)]?.plan ?? compiled.present;
  // A limit of changes is one of changed radios, so that only these get another power.
  const isFree = (radio: number): boolean =>
    !keepsPower &&
    !refused.has(radio) &&
    (maxChanges >= steps.length - 1 || plan[radio] !== compiled.present[radio]);
  const radios = planRadios(site, problem.problem, plan, { keepsPower: (radio) => !isFree(radio), off });
  return {
    best: [...plan],
    plan: { ...describePlan(site, problem, { plan, radios, refused }), budget: listShares(steps) },
  };
}

const findRadios = (site: StoredSite, keys: RfSelection['refused']): ReadonlySet<number> => {
  const ids = new Set(keys.map(formatRadioId));
  return new Set(site.radios.keys().filter((index) => ids.has(site.radios[index]?.id ?? '')));
};

/** Plans for the radios that are not refused, from the better one of the old plan without them and no change. */
function solveAround(compiled: CompiledProblem, best: readonly number[], refused: ReadonlySet<number>): Plan {
  const rest = Int32Array.from(best, (option, radio) =>
    refused.has(radio) ? (compiled.present[radio] ?? 0) : option,
  );
  const isBetter =
    new Assignment(compiled, 'airtime', rest).getValue() < new Assignment(compiled, 'airtime').getValue();
  const { plan } = solve(compiled, {
    measure: 'airtime',
    seed: 1,
    tries: Math.min(SELECTION_TRIES_MAX, SELECTION_TRIES_PER_RADIO * compiled.size),
    start: isBetter ? rest : compiled.present,
  });
  return dropIdleChanges(compiled, plan).plan;
}

function listSteps(problem: CompiledProblem, plan: Plan) {
  const value = new Assignment(problem, 'airtime', plan).getValue();
  const tries = BUDGET_TRIES_PER_RADIO * problem.size;
  return listBudgetSteps(problem, { plan, value }, { seed: 1, tries });
}

/** Returns the share of the improvement that each number of changes brings. */
function listShares(steps: ReturnType<typeof listSteps>): number[] {
  const [first, last] = [steps[0]?.value ?? 0, steps.at(-1)?.value ?? 0];
  return steps.map((step) =>
    first === last ? 1 : Math.min(1, Math.max(0, (first - step.value) / (first - last))),
  );
}

/** Returns the share by which a plan's interference is at most above the lowest possible; undefined if nothing is proven. */
function proveGap(problem: SiteProblem['compiled'], interference: number): number | undefined {
  const partition = problem.size <= BOUND_RADIOS_MAX ? createPartition(problem) : undefined;
  if (!partition || interference < NO_INTERFERENCE * problem.size) return undefined;
  const bound = splitPartition(partition).reduce(
    (sum, part) =>
      sum +
      computeLowerBound(part, {
        random: createRandom(1),
        getProgress: (sweeps) => sweeps / BOUND_SWEEPS,
      }),
    0,
  );
  return bound > NO_INTERFERENCE * problem.size ? Math.max(0, interference / bound - 1) : undefined;
}

answerOrder(async (order: PlanOrder) =>
  order.kind === 'round' ? computeRound(order) : computeSelection(order),
);
