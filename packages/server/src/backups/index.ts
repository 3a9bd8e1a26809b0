export type * from './tables.ts';
export type * from './drills/tables.ts';
export { RestoreDrills } from './drills/drills.ts';
export { createBackupTransfers, createPartStore, deleteOldParts } from './device-part/transfers.ts';
export { AutomaticBackups } from './automatic.ts';
export { orderBackups } from './orders.ts';
export { backupRoutes } from './routes.ts';
