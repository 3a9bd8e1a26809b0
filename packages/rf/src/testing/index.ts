export { createRandomPlan, type RandomPlan } from './random-plan.ts';
export { predictSignal } from './predict-signal.ts';
