export type * from './tables.ts';
export { deviceRoutes } from './routes.ts';
export { devices001 } from './migrations/001-devices.ts';
export { devices002 } from './migrations/002-job-actor.ts';
export { forgetWaitingDevices } from './store.ts';
export { postgresDeviceStore } from './plane-store/index.ts';
export { type BaseDevice, claimHash, registerBaseDevices } from './base-devices.ts';
export { insertDevice } from './claim.ts';
export { insertJob } from './jobs.ts';
