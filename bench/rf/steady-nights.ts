import {
  compileProblem,
  createSiteProblem,
  createSteadyProblem,
  dropIdleChanges,
  isWorthwhile,
  letRadiosRest,
  type PastChange,
  solve,
} from '@northlight/rf/plan';
import { CHANNEL_SETS, createRandom } from '@northlight/rf/testing';
import type { Figure } from '../figure.ts';
import { SimulatedAir } from './simulated-air.ts';

const SITES = 100;
const NIGHTS = 30;
const RADIOS = 20;
const SCANS = 5;
const TRIES_PER_RADIO = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEVEL_ERROR_DB = 2;
const LOAD_ERROR = 0.1;
/** The default of the settings of a project. */
const LEAST_SHARE = 0.1;

/** RF-8: changes of radios in scheduled runs while the air stays the same and its measurements have errors. */
export function measureSteadiness(): Figure {
  let [steady, first, later] = [0, 0, 0];
  for (let site = 1; site <= SITES; site += 1) {
    const changes = runNights(site);
    const afterFirst = changes.filter(({ night }) => night > 1).length;
    steady += Number(afterFirst === 0);
    first += changes.length - afterFirst;
    later += afterFirst;
  }
  return {
    id: 'RF-8',
    text: `${SITES} sites of ${RADIOS} radios, ${NIGHTS} nights, levels ±${LEVEL_ERROR_DB} dB, loads ±${LOAD_ERROR * 100} %: ${first} radios changed in the first night, ${later} later; ${steady} sites without a later change`,
    goal: '95 sites',
    reached: steady >= 0.95 * SITES && first > 0,
  };
}

function runNights(site: number): { readonly night: number }[] {
  const channels = CHANNEL_SETS[site % CHANNEL_SETS.length] ?? '5/80';
  const air = new SimulatedAir({ seed: site, radios: RADIOS, channels });
  const random = createRandom(SITES + site);
  const changes: (PastChange & { readonly night: number })[] = [];
  for (let night = 1; night <= NIGHTS; night += 1) {
    const now = night * DAY_MS;
    const scans = Array.from({ length: SCANS }, (_, index) => now - 0.5 * HOUR_MS - (index * DAY_MS) / SCANS);
    const measured = air.measure({ random, scans, levelErrorDb: LEVEL_ERROR_DB, loadError: LOAD_ERROR });
    const problem = createSiteProblem(
      { ...measured, radios: letRadiosRest(measured.radios, changes, now) },
      now,
    );
    const compiled = compileProblem(problem);
    const steady = createSteadyProblem(compiled);
    const found = solve(steady, { measure: 'airtime', seed: night, tries: TRIES_PER_RADIO * RADIOS });
    const { plan } = dropIdleChanges(steady, found.plan);
    if (!isWorthwhile(compiled, plan, LEAST_SHARE)) continue;
    for (const [radio, option] of plan.entries()) {
      const chosen = problem.radios[radio]?.options[option];
      if (!chosen || option === compiled.present[radio]) continue;
      air.tune(radio, chosen);
      changes.push({ radioId: air.radios[radio]?.id ?? '', at: now, cause: 'plan', night });
    }
  }
  return changes;
}
