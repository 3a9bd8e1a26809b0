export {
  createFarmSite,
  describeSite,
  createFleetSite,
  createHotelSite,
  createMeshHouseSite,
  createOfficeSite,
  type SiteKind,
} from './sites/index.ts';
export { Site, startSite } from './site.ts';
export type { SiteOptions } from './site-options.ts';
export {
  type HistoricCount,
  type HistoricFigures,
  type HistoricScan,
  SiteHistory,
  type SiteHistoryOptions,
} from './site-history.ts';
export { listRoutes } from './simulated-routes.ts';
export { listDefaultRoutes } from './simulated-wans.ts';
export { SimulatedDevice } from './simulated-device.ts';
export type { Building, BuildingFloor } from './building/building.ts';
export type { Attachment } from './crowd.ts';
export type {
  ClientSpec,
  DeviceAccess,
  DeviceSpec,
  PortSpec,
  SiteSpec,
  UnmanagedSwitchSpec,
} from './spec.ts';
export type { TruePlace } from './wiring/site-network.ts';
export { createClaimCode, createMac, createSecret, createSerialNumber } from './identifiers.ts';
export { type BaseDeviceRow, formatDevicesCsv, parseDevicesCsv } from './devices-csv.ts';
export { registerDevices, type RegisterTarget } from './register-devices.ts';
export { BRIDGE_PORT } from './bridge/bridge-links.ts';
export { MESH_PORT } from './mesh-backhauls.ts';
