export * from './ranges.ts';
export * from './metrics.ts';
export * from './schema.ts';
export {
  MAX_DEVICES_COMPARED,
  MAX_SERIES_ASKED,
  getRequestedWindow,
  telemetryEndpoints,
} from './endpoints.ts';
export * from './status.ts';
export * from './chart-events.ts';
