export type * from './tables.ts';
export { attachPicture } from './attach-picture.ts';
export { logRoutes } from './routes.ts';
export { logEvent, buildDeviceLogSql } from './device-events.ts';
export { listDeviceRecords } from './list-device-records.ts';
export { listChangesDuring } from './changes-during.ts';
export { deleteProjectLogs, logSystem } from './store.ts';
export { insertPastRecords, type PastRecord } from './past-records.ts';
export { deleteOldLogs } from './delete-old-logs.ts';
