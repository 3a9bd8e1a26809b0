export type * from './tables.ts';
export { alarmRoutes } from './routes.ts';
export { alarms001 } from './migrations/001-alarms.ts';
