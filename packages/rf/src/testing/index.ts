export { createRandom } from '../random.ts';
export { createRandomPlan, type RandomPlan } from './random-plan.ts';
export { predictSignal } from './predict-signal.ts';
export { createPlacesTarget } from './places-target.ts';
export {
  CHANNEL_SETS,
  type ChannelSet,
  computeOfficeLoss,
  createOfficePoints,
  createRandomSite,
  getUsualPower,
  listSpectra,
} from './random-site.ts';
export { createRandomPower } from './random-power.ts';
