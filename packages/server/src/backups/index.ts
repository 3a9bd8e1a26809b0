export type * from './tables.ts';
export { backupRoutes } from './routes.ts';
