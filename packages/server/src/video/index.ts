export type * from './pictures/tables.ts';
export { createSnapshotAddresses } from './pictures/announce.ts';
export { keepSignature } from './pictures/compare.ts';
export { deleteOldPictures } from './pictures/delete-old.ts';
export { createPictureReceiver } from './pictures/receive.ts';
export { videoRoutes } from './routes.ts';
