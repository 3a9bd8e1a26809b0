export { auditRoutes } from './routes.ts';
export { forgetAudit } from './forget.ts';
export { startChaining, verifyNow } from './chaining.ts';
