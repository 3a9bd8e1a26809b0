export type * from './tables.ts';
export { messageRoutes } from './routes.ts';
export { deleteOldReads } from './reads.ts';
export { messages001 } from './migrations/001-messages.ts';
