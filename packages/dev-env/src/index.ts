export { type DevEnv, type DevEnvOptions, startDevEnv } from './dev-env.ts';
