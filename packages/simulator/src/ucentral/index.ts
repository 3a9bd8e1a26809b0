export { createDeviceAuthority, createDevicePair, type PemPair } from './certificates.ts';
export {
  loadOrCreateAuthority,
  type OpenWifiFleet,
  type OpenWifiFleetOptions,
  startOpenWifiFleet,
} from './fleet.ts';
export { SimulatedOpenWifi, type SimulatedOpenWifiOptions } from './simulated-openwifi.ts';
