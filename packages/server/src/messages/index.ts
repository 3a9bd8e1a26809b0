export type * from './tables.ts';
export { messageRoutes } from './routes.ts';
export { deleteOldReads } from './reads.ts';
