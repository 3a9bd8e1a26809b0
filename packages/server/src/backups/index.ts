export type * from './tables.ts';
export { createBackupTransfers, createPartStore, deleteOldParts } from './device-part/transfers.ts';
export { backupRoutes } from './routes.ts';
