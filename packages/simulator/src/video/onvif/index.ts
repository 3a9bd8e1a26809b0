export type { Hostility, OnvifCameraOptions } from './camera-options.ts';
export { SimulatedOnvifCamera } from './simulated-onvif-camera.ts';
export type { OnvifUser, UserLevel } from './users.ts';
export {
  DISCOVERY_GROUP,
  DISCOVERY_PORT,
  OnvifDiscovery,
  type OnvifDiscoveryOptions,
  type PublishedCamera,
} from './onvif-discovery.ts';
export { createDeviceUuid } from './device-uuid.ts';
