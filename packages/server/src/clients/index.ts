export type * from './tables.ts';
export { clientRoutes } from './routes.ts';
export { clients001 } from './migrations/001-clients.ts';
export { forgetOldClients } from './store.ts';
