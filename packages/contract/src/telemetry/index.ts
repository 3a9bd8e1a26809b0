export * from './ranges.ts';
export * from './metrics.ts';
export * from './schema.ts';
export {
  MOST_DEVICES_COMPARED,
  MOST_SERIES_ASKED,
  requestedWindow,
  telemetryEndpoints,
} from './endpoints.ts';
export * from './status.ts';
