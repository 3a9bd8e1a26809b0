export { auditRoutes } from './routes.ts';
export { startChaining, verifyNow } from './chaining.ts';
