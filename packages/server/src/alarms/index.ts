export type * from './tables.ts';
export { AlarmKeeper } from './keeper.ts';
export { forgetPortChanges } from './forget.ts';
export { alarmRoutes } from './routes.ts';
export { alarms001 } from './migrations/001-alarms.ts';
export { alarms002 } from './migrations/002-causes.ts';
export { alarms003 } from './migrations/003-rules.ts';
