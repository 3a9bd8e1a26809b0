export type * from './tables.ts';
export { mapRoutes } from './routes.ts';
export { mapReads } from './reads.ts';
export { insertFirstMap } from './first-map.ts';
export { deleteProjectMaps } from './store.ts';
export { type FloorSignals, readFloorSignals } from './floors.ts';
export { deleteUnusedPictures } from './pictures.ts';
