export type { LiveResource } from '@northlight/contract';
export type {
  Capabilities,
  CommandKind,
  ConfigIssue,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
