import {
  Assignment,
  compileProblem,
  type CompiledProblem,
  computeLowerBound,
  createPartition,
  listBudgetSteps,
  pin,
  solve,
} from '@northlight/rf/plan';
import { CHANNEL_SETS, type ChannelSet, createRandom, createRandomSite } from '@northlight/rf/testing';
import { computeQuantile, type Figure } from '../figure.ts';
import { measureFourteenDays } from './fourteen-days.ts';
import { measureRadarStories } from './radar-stories.ts';
import { solveWithin } from './solve-within.ts';
import { measureSteadiness } from './steady-nights.ts';
import { measureTakenBackPlans } from './taken-back-plans.ts';
import { searchLikeTurbo } from './turbo-search.ts';

const SEEDS = 10;
const SMALL = 60;
const LARGE = 1000;
const SECOND = 1000;

const createSite = (seed: number, radios: number, channels: ChannelSet): CompiledProblem =>
  compileProblem(createRandomSite(createRandom(seed), { radios, channels }));
const formatPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const evaluate = (problem: CompiledProblem, plan: Int32Array) => ({
  airtime: new Assignment(problem, 'airtime', plan).getValue(),
  interference: new Assignment(problem, 'interference', plan).getValue(),
});

/** Benches of the channel plan by the ids of their figures. */
export const RF_BENCHES: Readonly<Record<string, () => Promise<Figure[]>>> = {
  'RF-1': async () => [compareWithTurbo(SMALL), compareWithTurbo(LARGE)],
  'RF-4': async () => compareWithLongRuns(),
  'RF-5': async () => [measureGap()],
  'RF-7': async () => [measureBudget()],
  'RF-8': async () => [measureSteadiness()],
  'RF-9': async () => [measureSubsets()],
  'RF-10': async () => [measureRadarStories()],
  'RF-11': async () => [measureFourteenDays()],
  'RF-12': async () => [await measureTakenBackPlans()],
};

/** RF-1: share of the sites whose plan is not worse than that of the TurboCA-like search after the same time. */
function compareWithTurbo(radios: number): Figure {
  const counts = { airtime: 0, interference: 0 };
  const ratios: number[] = [];
  for (const channels of CHANNEL_SETS)
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const problem = createSite(seed, radios, channels);
      const ours = evaluate(problem, solveWithin(problem, { ms: SECOND, seed }).plan);
      const endAt = performance.now() + SECOND;
      const isOver = (): boolean => performance.now() >= endAt;
      const theirs = evaluate(problem, searchLikeTurbo(problem, createRandom(seed), isOver));
      for (const measure of ['airtime', 'interference'] as const)
        counts[measure] += Number(ours[measure] <= theirs[measure] * (1 + ROUNDING) + ROUNDING);
      ratios.push((ours.airtime + ROUNDING) / (theirs.airtime + ROUNDING));
    }
  const total = CHANNEL_SETS.length * SEEDS;
  const [airtime, interference] = [counts.airtime / total, counts.interference / total];
  return {
    id: 'RF-1',
    text: `${radios} radios, 1 s, ${total} sites: not worse than a TurboCA-like search on −log NetP in ${formatPercent(airtime)}, on pairwise cost in ${formatPercent(interference)}; median ratio of −log NetP ${computeQuantile(ratios, 0.5).toFixed(3)}`,
    goal: '95 % each',
    reached: Math.min(airtime, interference) >= 0.95,
  };
}
const ROUNDING = 1e-6;

/** RF-4: distance from the best of three long runs. */
function compareWithLongRuns(): Figure[] {
  const cases = [
    { channels: '2.4/3', ms: SECOND, limit: 0.02 },
    { channels: '5/80', ms: SECOND, limit: 0.02 },
    { channels: '5/40', ms: 5 * SECOND, limit: 0.05 },
  ] as const;
  return cases.map(({ channels, limit, ms }): Figure => {
    const problem = createSite(1, LARGE, channels);
    const { value } = solveWithin(problem, { ms, seed: 1 });
    const long = [2, 3, 4].map((seed) => solveWithin(problem, { ms: 60 * SECOND, seed }).value);
    const distance = value / Math.min(...long) - 1;
    return {
      id: 'RF-4',
      text: `${LARGE} radios on ${channels}: after ${ms / SECOND} s ${formatPercent(distance)} above the best of three 60 s runs`,
      goal: formatPercent(limit),
      reached: distance <= limit,
    };
  });
}

/** RF-5: certified gap of the plan with the least known interference, and of the plan that is proposed. */
function measureGap(): Figure {
  const gaps: number[] = [];
  const proposed: number[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const problem = createSite(seed, SMALL, '2.4/3');
    const partition = createPartition(problem);
    if (!partition) continue;
    const startedAt = performance.now();
    const bound = computeLowerBound(partition, {
      random: createRandom(seed),
      getProgress: () => (performance.now() - startedAt) / SECOND,
    });
    gaps.push(solveWithin(problem, { measure: 'interference', ms: SECOND, seed }).value / bound - 1);
    const { plan } = solveWithin(problem, { ms: SECOND, seed });
    proposed.push(evaluate(problem, plan).interference / bound - 1);
  }
  const worst = Math.max(...gaps);
  return {
    id: 'RF-5',
    text: `${SMALL} radios on 2.4 GHz, 1 s, ${SEEDS} sites: certified gap ${formatPercent(computeQuantile(gaps, 0.5))} in the median, at most ${formatPercent(worst)}; of the proposed plan ${formatPercent(computeQuantile(proposed, 0.5))} and ${formatPercent(Math.max(...proposed))}`,
    goal: '4 % in each',
    reached: worst <= 0.04,
  };
}

/** RF-7: part of the improvement that 40 % of the radios bring. */
function measureBudget(): Figure {
  const shares = CHANNEL_SETS.flatMap((channels) =>
    Array.from({ length: SEEDS }, (_, seed) => {
      const problem = createSite(seed + 1, SMALL, channels);
      const proposed = solve(problem, { measure: 'airtime', seed, tries: 5000 * SMALL });
      const steps = listBudgetSteps(problem, proposed, { seed, tries: 1000 * SMALL });
      const [first, last] = [steps[0]!.value, steps.at(-1)!.value];
      const step = steps[Math.min(steps.length - 1, Math.floor(SMALL * 0.4))]!;
      return (first - step.value) / (first - last);
    }),
  );
  const least = Math.min(...shares);
  return {
    id: 'RF-7',
    text: `40 % of ${SMALL} radios bring ${formatPercent(computeQuantile(shares, 0.5))} of the improvement in the median of ${shares.length} sites, at least ${formatPercent(least)}`,
    goal: '80 % in each',
    reached: least >= 0.8,
  };
}

/** RF-9: plans that are solved again after random radios of a proposal were refused. */
function measureSubsets(): Figure {
  const random = createRandom(9);
  let [tried, worse, slowestMs] = [0, 0, 0];
  for (const channels of CHANNEL_SETS)
    for (let seed = 1; seed <= 5; seed += 1) {
      const problem = createSite(seed, SMALL, channels);
      const { plan } = solve(problem, { measure: 'airtime', seed, tries: 1000 * SMALL });
      const present = evaluate(problem, problem.present).airtime;
      for (let subset = 0; subset < 250; subset += 1) {
        const share = random();
        const refused = [...plan.keys()].filter(() => random() < share);
        const startedAt = performance.now();
        const { value } = solve(pin(problem, refused), { measure: 'airtime', seed, tries: 20 * SMALL });
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        tried += 1;
        worse += Number(value > present + ROUNDING);
      }
    }
  return {
    id: 'RF-9',
    text: `${tried} random subsets of proposals solved again: ${worse} worse than the present plan; slowest ${slowestMs.toFixed(0)} ms`,
    goal: '0 of 10,000, 1 s',
    reached: worse === 0 && tried >= 10_000 && slowestMs <= SECOND,
  };
}
