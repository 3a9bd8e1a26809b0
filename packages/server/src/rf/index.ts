export type * from './tables.ts';
export { RfPlanner } from './planner.ts';
export { rfReads } from './reads.ts';
export { rfRoutes } from './routes.ts';
