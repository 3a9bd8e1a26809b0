export type * from './tables.ts';
export { createCommandJob } from './command-devices.ts';
export { listDemoOperations } from './demo-operations.ts';
export { JobScheduler } from './job-scheduler.ts';
export { createMissingDeviceError } from './missing-device.ts';
export { type CommandedDevice, createSkipReason } from './skip-reasons.ts';
export {
  buildChangeWorkSql,
  countOpenTasks,
  countOpenWork,
  DEVICES_WITH_QUEUED_WORK,
  listDevicesWithOverdueWork,
  moveQueuedRevisions,
  buildOpenWorkSql,
  requeueWork,
  skipOpenWork,
  skipUpgrades,
  findSoftwareBeingInstalled,
  filterWorkSince,
} from './open-work.ts';
export { interruptsDevice, listInterruptions } from './interruptions.ts';
export { wakeDevicesWithQueuedWork } from './queued-work.ts';
export { findNextTime } from './local-time.ts';
export { queueConfiguration } from './queue-configuration.ts';
export { insertPastJobs, type PastJob, type PastJobRow } from './past-jobs.ts';
export { jobRoutes } from './routes.ts';
export {
  readNewestJobId,
  deleteProjectJobs,
  findFoundNodes,
  findJob,
  findJobRow,
  findOpenJobId,
  listConfigurationRows,
  listEndedDevices,
} from './store.ts';
