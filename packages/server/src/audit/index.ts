export type * from './tables.ts';
export { auditRoutes } from './routes.ts';
export { type AuditReader, listOperations } from './list-operations.ts';
export { deleteOldAudit } from './chain.ts';
export { startChaining, verifyNow } from './chaining.ts';
