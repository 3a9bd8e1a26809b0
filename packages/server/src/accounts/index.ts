export type * from './tables.ts';
export { accountRoutes } from './routes.ts';
export { forgetOldSessions, sessionTouch } from './sessions/sessions.ts';
export { displayOfSession } from './displays/displays.ts';
export { principalOfSession, principalOfToken } from './sessions/principal-of-token.ts';
export { forgetOldFlows } from './verification/verification-flows.ts';
export { ensureAdministrator } from './admin/first-administrator.ts';
export { accounts001 } from './migrations/001-accounts.ts';
export { accounts002 } from './migrations/002-access.ts';
