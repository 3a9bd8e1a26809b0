export * from './schema.ts';
export * from './rules.ts';
export * from './changes.ts';
export {
  brokenPath,
  type BrokenPath,
  describeRollback,
  formatBrokenPathTitle,
  isCuttingOffManagement,
} from './broken-path.ts';
export { NETWORK_DOCUMENT, type NetworkItems } from './document.ts';
export * from './project-changes.ts';
export { getSettings, PROJECT_DOCUMENT, type ProjectContent, type ProjectItems } from './project-document.ts';
export * from './drift.ts';
export type { AnsweredListName, DeviceAnswer } from './answers.ts';
export type { DeliveryDevice, DeliveryPart, DeliveryState, NetworkDelivery } from './delivery.ts';
export type { DeviceVlans } from './port-vlans.ts';
export { networkEndpoints } from './endpoints.ts';
