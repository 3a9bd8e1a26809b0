export type * from './tables.ts';
export { topologyRoutes } from './routes.ts';
export { deleteOldTopology, deleteProjectTopology } from './delete-topology.ts';
export { readLinks } from './links.ts';
export { insertPastTopology, type PastLink, type PastState, type PastTopology } from './past-topology.ts';
export { saveLearnedAddresses } from './store.ts';
export { TopologyUpdater } from './topology-updater.ts';
export { topology001 } from './migrations/001-topology.ts';
export { topology002 } from './migrations/002-links.ts';
