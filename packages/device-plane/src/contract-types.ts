export type { LiveResource } from '@northlight/contract';
export type {
  Capabilities,
  CommandKind,
  ConfigIssue,
  DeviceConfig,
  OfferMessage,
} from '@northlight/contract/device-protocol';
