export type * from './tables.ts';
export { accountRoutes } from './routes.ts';
export { deleteOldSessions, createSessionUseRecorder } from './sessions/sessions.ts';
export { findDisplayOfSession } from './displays/displays.ts';
export {
  findPrincipalOfSession,
  findPrincipalOfToken,
  findScheduledPrincipal,
  readPrincipal,
} from './sessions/principal-of-token.ts';
export { isPasswordOf } from './store.ts';
export { deleteOldFlows } from './verification/verification-flows.ts';
export { ensureAdministrator } from './admin/first-administrator.ts';
export { notifyCaller } from './verification/messages.ts';
