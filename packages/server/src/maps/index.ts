export type * from './tables.ts';
export { mapRoutes } from './routes.ts';
export { mapReads } from './reads.ts';
export { insertFirstMap } from './first-map.ts';
export { deleteProjectMaps } from './store.ts';
export { deleteUnusedPictures } from './pictures.ts';
