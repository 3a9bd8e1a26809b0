export type { LiveResource } from '@northlight/contract';
export type {
  Capabilities,
  CommandKind,
  CommandResult,
  ConfigIssue,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
