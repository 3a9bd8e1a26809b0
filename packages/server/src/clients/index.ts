export type * from './tables.ts';
export { clientRows } from './live-rows.ts';
export { clientRoutes } from './routes.ts';
export { clients001 } from './migrations/001-clients.ts';
export { clients002 } from './migrations/002-visits.ts';
export { forgetOldClients, forgetOldVisits } from './store.ts';
