export { type DevEnv, type DevEnvOptions, type SimulatedFleet, startDevEnv } from './dev-env.ts';
