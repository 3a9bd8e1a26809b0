export type * from './tables.ts';
export { RfPlanner } from './planner.ts';
export { refuseDuringRun } from './settings.ts';
export { rfReads } from './reads.ts';
export { createRfSchedule } from './schedule.ts';
export { rfRoutes } from './routes.ts';
export {
  countRunsBefore,
  insertPastRun,
  listPastChannels,
  measurePastRuns,
  type PastChannel,
  type PastRun,
} from './past-runs.ts';
export { WORSE_REASON } from './measure/measure-runs.ts';
