export type * from './tables.ts';
export { mapRoutes } from './routes.ts';
export { mapReads } from './reads.ts';
export { insertFirstMap } from './first-map.ts';
export { deleteProjectMaps } from './store.ts';
export { deleteUnusedPictures } from './pictures.ts';
export { maps001 } from './migrations/001-maps.ts';
export { maps002 } from './migrations/002-plan-sizes.ts';
