export type * from './tables.ts';
export { networkRoutes } from './routes.ts';
export { type AssignScope, assignConfiguration } from './assign.ts';
export { gateway001 } from './migrations/001-gateway.ts';
export { network002 } from './migrations/002-drafts.ts';
export { putFirstConfig } from './history.ts';
export { network003 } from './migrations/003-secrets.ts';
export { forgetUnusedSecrets, keepSecrets } from './secrets.ts';
