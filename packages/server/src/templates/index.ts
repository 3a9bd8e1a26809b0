export type * from './tables.ts';
export { templateRoutes } from './routes.ts';
