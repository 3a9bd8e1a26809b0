import type {
  BirthMessage,
  CommandPush,
  CommandReport,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
import type { ApplyOutcome, RebootReason } from './state.ts';

/** Part of the birth message that the device provides. The link adds session, revision and reason. */
export type BirthFacts = Pick<
  BirthMessage,
  'model' | 'sn' | 'mac' | 'sw' | 'hw' | 'caps' | 'uptimeSeconds' | 'nets' | 'meshRole'
>;

/** Controls the device for its link. The link never runs two `apply` or `restore` calls at the same time. */
export interface Driver {
  describe(): BirthFacts;
  /** Applies a configuration; after the result `rejected` the device is unchanged. */
  apply(config: DeviceConfig): Promise<ApplyOutcome>;
  /** Restores a configuration: the previous one after a failed trial, or the active one at boot. */
  restore(config: DeviceConfig): Promise<void>;
  /**
   * Runs a command and reports its progress. A command that restarts the device calls `reboot`, which
   * resolves when the state is saved; for `reset`, with the factory configuration and the credential.
   */
  command(
    push: CommandPush,
    report: (report: Omit<CommandReport, 'cid'>) => void,
    reboot: (reason?: RebootReason) => Promise<void>,
  ): Promise<void>;
  /** Called when the cloud has acknowledged the birth; the driver then sends full snapshots. */
  wentOnline(): void;
  wentOffline(): void;
}

export interface LinkLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}

export const SILENT_LOG: LinkLog = { info: () => undefined, warn: () => undefined };
