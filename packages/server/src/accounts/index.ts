export type * from './tables.ts';
export { accountRoutes } from './routes.ts';
export { forgetOldSessions, principalOfToken } from './sessions.ts';
export { ensureAdministrator } from './first-administrator.ts';
export { accounts001 } from './migrations/001-accounts.ts';
