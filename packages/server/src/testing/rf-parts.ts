/** Parts of the RF optimization that need no database, for benches on the simulated air. */
export { createProblem } from '../rf/plan/describe-plan.ts';
export {
  extendMeasurement,
  findLastWindow,
  findNextMeasurement,
  readHistory,
  WINDOW_MS,
} from '../rf/measure/measurement.ts';
export { createPlannableSite } from '../rf/site/plannable-site.ts';
export { formatRadioId } from '../rf/radio-id.ts';
export type { SiteDevice } from '../rf/site/site-devices.ts';
export { compareLoss, computeSiteLoss, mustBeTakenBack, type SiteLoss } from '../rf/measure/site-loss.ts';
export type { StoredSite } from '../rf/site/stored-site.ts';
export type { StoredMeasurement } from '../rf/tables.ts';
