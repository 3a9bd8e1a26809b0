export { startUcentralEndpoint, type UcentralEndpoint, type UcentralRefusals } from './ucentral-endpoint.ts';
export { hashAuthorityKey, OPENWIFI_SERIAL_PREFIX } from './admission.ts';
export type {
  OpenWifiIdentity,
  NumberedConfig,
  OpenWifiLink,
  OpenWifiStore,
  TrustedAuthority,
  WaitingDevice,
} from './store.ts';
