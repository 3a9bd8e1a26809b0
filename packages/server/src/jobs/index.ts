export type * from './tables.ts';
export { commandDevices } from './command-devices.ts';
export { JobScheduler } from './job-scheduler.ts';
export { jobs001 } from './migrations/001-job-actor.ts';
export { type CommandedDevice, obstacle } from './obstacles.ts';
export { queueConfiguration } from './queue-configuration.ts';
export { jobRoutes } from './routes.ts';
export { findJobRow } from './store.ts';
