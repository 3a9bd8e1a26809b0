export type * from './tables.ts';
export { accountRoutes } from './routes.ts';
export { forgetOldSessions, sessionTouch } from './sessions.ts';
export { displayOfSession } from './displays.ts';
export { principalOfToken } from './principal-of-token.ts';
export { forgetOldFlows } from './flows.ts';
export { ensureAdministrator } from './first-administrator.ts';
export { accounts001 } from './migrations/001-accounts.ts';
export { accounts002 } from './migrations/002-access.ts';
