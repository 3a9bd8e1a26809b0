export type * from './tables.ts';
export { topologyRoutes } from './routes.ts';
export { saveLearnedAddresses } from './store.ts';
export { topology001 } from './migrations/001-topology.ts';
