export type * from './tables.ts';
export { readPortSpeeds } from './port-speeds.ts';
export { Telemetry } from './telemetry.ts';
export { telemetryRoutes } from './routes.ts';
export { telemetryReads } from './reads.ts';
export { type Backfill, readBackfill, saveBackfill } from './backfills.ts';
export { HistoryDay } from './packing/history-day.ts';
// Exported for benchmarks, which write the storage format directly.
export { type KeyedBlock, mergeStoredBlocks } from './blocks-store.ts';
export { GROUPS, formatProjectSeriesId } from './groups.ts';
export { truncateToDay, truncateToMonth, PartitionManager } from './partitions.ts';
export { ProjectSums } from './packing/project-sums.ts';
export { rollUpHours } from './packing/roll-up.ts';
export { loadProjectCharts } from './charts/project-charts.ts';
export { createTimeGrid, foldGauge } from './fold.ts';
export { listPortRoles } from './traffic-ports.ts';
