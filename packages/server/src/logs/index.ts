export type * from './tables.ts';
export { logRoutes } from './routes.ts';
export { logEvent, logStepSql } from './device-events.ts';
export { listChangesDuring } from './changes-during.ts';
export { forgetProjectLogs, logSystem } from './store.ts';
export { insertPastRecords, type PastRecord } from './past-records.ts';
export { forgetOldLogs } from './forget.ts';
export { logs001 } from './migrations/001-logs.ts';
