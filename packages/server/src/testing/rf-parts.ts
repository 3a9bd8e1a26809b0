/** Parts of the RF optimization that need no database, for benches on the simulated air. */
export { createProblem } from '../rf/plan/describe-plan.ts';
export { createPlannableSite } from '../rf/site/plannable-site.ts';
export { formatRadioId } from '../rf/radio-id.ts';
export type { SiteDevice } from '../rf/site/site-devices.ts';
export type { StoredSite } from '../rf/site/stored-site.ts';
