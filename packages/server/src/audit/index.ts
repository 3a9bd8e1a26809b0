export type * from './tables.ts';
export { auditRoutes } from './routes.ts';
export { forgetAudit } from './chain.ts';
export { startChaining, verifyNow } from './chaining.ts';
