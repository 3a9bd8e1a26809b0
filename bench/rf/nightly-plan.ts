import { DEFAULT_RF_SETTINGS, EMPTY_WIRELESS } from '@northlight/contract';
import {
  applyRadar,
  createSteadyProblem,
  dropIdleChanges,
  isWorthwhile,
  letRadiosRest,
  listOptions,
  type Plan,
  solve,
} from '@northlight/rf/plan';
import { HOUR_MS } from '@northlight/runtime';
import type { SiteSpec } from '@northlight/simulator';
import { computeSiteHour } from '../../packages/simulator/src/physics/daily-curve.ts';
import {
  createPlannableSite,
  createProblem,
  type StoredSite,
} from '../../packages/server/src/testing/rf-parts.ts';
import { COUNTRY, type HotelRadios, type TunedRadio } from './hotel-radios.ts';

const TRIES_PER_RADIO = 10_000;
const RULES = { settings: DEFAULT_RF_SETTINGS, wireless: EMPTY_WIRELESS, country: COUNTRY };

/** Plans all radios without regard to earlier changes, and without a limit. */
export function planFully(radios: HotelRadios, now: number): TunedRadio[] {
  const site = readSite(radios, now);
  const { compiled } = createProblem(site);
  const tries = TRIES_PER_RADIO * compiled.size;
  const { plan } = solve(compiled, { measure: 'airtime', seed: now, tries });
  return listChanges(site, plan, compiled.present);
}

/** Plans as a scheduled run does: radios rest, changes must pay, and the plan must be worth them. */
export function planSteadily(radios: HotelRadios, now: number): TunedRadio[] {
  const read = readSite(radios, now);
  const site = { ...read, radios: letRadiosRest(read.radios, radios.changes, now) };
  const { compiled } = createProblem(site);
  const steady = createSteadyProblem(compiled);
  const tries = TRIES_PER_RADIO * compiled.size;
  const { plan } = dropIdleChanges(steady, solve(steady, { measure: 'airtime', seed: now, tries }).plan);
  return isWorthwhile(compiled, plan, DEFAULT_RF_SETTINGS.leastImprovementPercent / 100)
    ? listChanges(site, plan, compiled.present)
    : [];
}

/** Builds the site from what the access points have reported. */
function readSite(radios: HotelRadios, now: number): StoredSite {
  const site = createPlannableSite(radios.listDevices(now), RULES, now);
  const used = site.radios.map((radio) => ({ ...radio, load: radios.getUsualLoad(radio.id) ?? radio.load }));
  return { ...site, radios: applyRadar(used, radios.radar, now) };
}

const listChanges = ({ radios }: StoredSite, plan: Plan, present: Plan): TunedRadio[] =>
  radios.flatMap((radio, index) => {
    const option = plan[index] ?? 0;
    const chosen = option === present[index] ? undefined : listOptions(radio)[option];
    return chosen
      ? [
          {
            deviceId: radio.deviceId,
            radioId: radio.radioId,
            channel: chosen.channel,
            widthMhz: chosen.widthMhz,
          },
        ]
      : [];
  });

const QUIET_HOUR = 3;
/** Time before the quiet hour in which scans are played: by then, each radio has listened to all of its channels. */
export const SCANNED_MS = 5 * HOUR_MS;

/** Returns the time until the next quiet hour, at which plans are made; 0 at it (ms). */
export const computeUntilQuiet = ({ zoneHours }: Pick<SiteSpec, 'zoneHours'>, now: number): number =>
  ((QUIET_HOUR - computeSiteHour(now, zoneHours) + 24) % 24) * HOUR_MS;
