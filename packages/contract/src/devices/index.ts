export { deviceBridge, type DeviceBridge, type DeviceBridgePeer, type MeshNode } from './bridge-report.ts';
export type { DeviceCamera, RecordedBy } from './camera-report.ts';
export * from './recorder-report.ts';
export { formatDays, projectRetention, type Retention } from './retention.ts';
export { job } from './jobs.ts';
export * from './schema.ts';
export * from './states.ts';
export * from './device-entries.ts';
export {
  type DeviceColumns,
  type DeviceEntry,
  ENTRY_FIELDS,
  type EntryErrors,
  type EntryField,
  hasSerialNumbers,
  parseDelimited,
} from './lists/index.ts';
export * from './device-label.ts';
export * from './command-traits.ts';
export * from './models.ts';
export * from './mode-of-kind.ts';
export * from './roles.ts';
export { RADIO_COUNTRIES } from './models-ports.ts';
export { COMMAND_DEVICES_MAX, deviceParams } from './params.ts';
export { deviceReplacement, type DeviceReplacement } from './replacement.ts';
export * from './waiting.ts';
export * from './authorities.ts';
export * from './rollback.ts';
export { imageUpgrade } from './openwifi-endpoints.ts';
export { baseDevice, DEVICE_SORTS, deviceEndpoints, type DeviceQuery } from './endpoints.ts';
export {
  diagnostic,
  type Diagnostic,
  diagnosticHost,
  maintenanceCommand,
  type MaintenanceCommand,
  newRestartSchedule,
  RESTART_SCHEDULES_MAX,
  restartSchedule,
  type RestartSchedule,
  SCHEDULED_RESTART_MIN_UPTIME_SECONDS,
  WEEKDAYS,
} from './maintenance-endpoints.ts';
export { tunnel, TUNNEL_LEASE_SECONDS, type Tunnel } from './tunnel-endpoints.ts';
export { FOUND_NODES_MINUTES, type MeshNodeRow } from './mesh-endpoints.ts';
export type { StagedSettings } from './settings-endpoints.ts';
