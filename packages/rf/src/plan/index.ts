export { createRandom } from '../random.ts';
export { Assignment } from './assignment.ts';
export { computeLowerBound } from './bound/lower-bound.ts';
export { createPartition, type Partition } from './bound/partition.ts';
export { splitPartition } from './bound/split-partition.ts';
export { type BudgetStep, listBudgetSteps } from './budget.ts';
export { computeContention } from './contention.ts';
export { listFallbacks } from './stability/fallbacks.ts';
export { dropIdleChanges } from './stability/idle-changes.ts';
export { createPowerProblem, type PowerRange } from './power/create-power-problem.ts';
export { planPower, type PowerPlan } from './power/plan-power.ts';
export type { BandCoverage } from './power/power-coverage.ts';
export type { PlaceLevel, PowerPlace, PowerProblem, PowerRadio } from './power/power-problem.ts';
export { listSurplusRadios, type SurplusRadio } from './power/surplus.ts';
export {
  type CompiledProblem,
  compileProblem,
  type Contention,
  type Measure,
  pin,
  type Plan,
  type PlanProblem,
  type PlanRadio,
  type RadioOption,
} from './problem.ts';
export { solve, type SolvedPlan, type SolveOptions } from './solve.ts';
export { applyRadar, findBanEnd, RADAR_BAN_MS, type RadarEvent } from './stability/radar.ts';
export { createSteadyProblem, isWorthwhile } from './stability/steady-problem.ts';
export { letRadiosRest, listRestingRadios, type PastChange } from './stability/rest.ts';
export { computeSpectralOverlap, createSpectrum, type Spectrum, type WidthMhz } from './spectrum.ts';
export { poolScans } from './site/pool-scans.ts';
export { createSiteProblem, listOptions, type SetRadios } from './site/create-problem.ts';
export { isHighBand } from './site/path-losses.ts';
export { listUsableNetworks } from './site/usable-networks.ts';
export { type Disturbance, listDisturbances } from './site/describe-site.ts';
export { type Neighbour, rankNeighbours } from './site/rank-neighbours.ts';
export type {
  MeasuredChannel,
  PathLoss,
  ReceivedNetwork,
  Rest,
  Site,
  SiteChoice,
  SiteRadio,
} from './site/site.ts';
