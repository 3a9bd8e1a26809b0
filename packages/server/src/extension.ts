/** API for packages that depend on the server, such as the demo, which creates projects and devices. */
export { insertPastAlarms, type PastAlarm } from './alarms/index.ts';
export { addDevicesWithoutClaim, putBaseDevices } from './devices/index.ts';
export { insertPastJobs, type PastJob, type PastJobRow } from './jobs/index.ts';
export { insertPastRecords, type PastRecord } from './logs/index.ts';
export { insertFirstMap } from './maps/index.ts';
export {
  insertPastConfigs,
  type PastConfig,
  storeFirstConfig,
  storeFirstSettings,
  storeSecrets,
} from './network/index.ts';
export {
  countRunsBefore,
  insertPastRun,
  listPastChannels,
  measurePastRuns,
  type PastChannel,
  type PastRun,
  WORSE_REASON,
} from './rf/index.ts';
export { commit, type Work } from './platform/work.ts';
export type { Tx } from './platform/db/database.ts';
export { addAttempt, countAttempts, lockLimitKey } from './platform/db/limits.ts';
export { commitRequest } from './platform/http/commit-request.ts';
export { getAccount, type RequestContext } from './platform/http/request-context.ts';
export {
  deleteEndedDemoCopies,
  hasDemoCopy,
  hasProject,
  insertProject,
  listDemoCopies,
  createProjectId,
  type ProjectValues,
} from './projects/index.ts';
export { readSandboxSites, type SandboxSite } from './sandboxes/index.ts';
export type { CableEnd, SandboxSource, SimulatedCopy, SourceDevice } from './simulation.ts';
export type { Demo, DemoEndpoint, DemoScene, Services } from './services.ts';
export { insertPastTopology, type PastLink, type PastState, type PastTopology } from './topology/index.ts';
export { type Backfill, HistoryDay, readBackfill, saveBackfill } from './telemetry/index.ts';
