export type * from './tables.ts';
export { accountRoutes } from './routes.ts';
export { deleteOldSessions, createSessionUseRecorder } from './sessions/sessions.ts';
export { findDisplayOfSession } from './displays/displays.ts';
export {
  findPrincipalOfSession,
  findPrincipalOfToken,
  readPrincipal,
} from './sessions/principal-of-token.ts';
export { isPasswordOf } from './store.ts';
export { deleteOldFlows } from './verification/verification-flows.ts';
export { ensureAdministrator } from './admin/first-administrator.ts';
export { accounts001 } from './migrations/001-accounts.ts';
export { accounts002 } from './migrations/002-access.ts';
export { accounts003 } from './migrations/003-flow-state.ts';
export { accounts004 } from './migrations/004-confirmation.ts';
export { accounts005 } from './migrations/005-list-views.ts';
export { accounts006 } from './migrations/006-length-unit.ts';
export { notifyCaller } from './verification/messages.ts';
