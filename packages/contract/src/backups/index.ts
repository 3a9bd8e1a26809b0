export * from './adaption.ts';
export * from './content.ts';
export * from './restored-items.ts';
export { BACKUP_PARTS, type BackupPart } from './parts.ts';
export * from './schema.ts';
export { backupEndpoints } from './endpoints.ts';
