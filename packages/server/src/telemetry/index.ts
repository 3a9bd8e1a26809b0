export type * from './tables.ts';
export { Telemetry } from './telemetry.ts';
export { telemetryRoutes } from './routes.ts';
export { telemetry001 } from './migrations/001-telemetry.ts';
