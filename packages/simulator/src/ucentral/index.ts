export { makeDeviceAuthority, makeDevicePair, type PemPair } from './certificates.ts';
export { keptAuthority, type OpenWifiFleet, type OpenWifiFleetOptions, startOpenWifiFleet } from './fleet.ts';
export { SimulatedOpenWifi, type SimulatedOpenWifiOptions } from './simulated-openwifi.ts';
