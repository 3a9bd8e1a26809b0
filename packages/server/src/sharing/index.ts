export type * from './tables.ts';
export { sharingRoutes } from './routes.ts';
export { sharing001 } from './migrations/001-sharing.ts';
