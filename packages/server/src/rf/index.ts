export { rfReads } from './reads.ts';
export { rfRoutes } from './routes.ts';
