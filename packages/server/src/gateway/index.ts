export type * from './tables.ts';
export { gatewayRoutes } from './routes.ts';
export { type AssignScope, assignConfiguration } from './service.ts';
export { gateway001 } from './migrations/001-gateway.ts';
