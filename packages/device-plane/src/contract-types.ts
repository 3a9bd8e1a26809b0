export type { AlarmKind, LiveResource } from '@northlight/contract';
export type {
  Capabilities,
  CommandKind,
  CommandResult,
  ConfigIssue,
  DeviceConfig,
  LocalChange,
} from '@northlight/contract/device-protocol';
