import type {
  BirthMessage,
  CommandPush,
  CommandReport,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
import type { ApplyOutcome, RebootReason } from './state.ts';

/** The device's part of its birth message; the link adds session, revision and reason. */
export type Description = Pick<
  BirthMessage,
  'model' | 'sn' | 'mac' | 'sw' | 'hw' | 'caps' | 'uptimeSeconds' | 'nets' | 'meshRole'
>;

/** The device as controlled by its link. The link never runs two `apply` or `restore` calls at once. */
export interface Driver {
  describe(): Description;
  /** Applies `config`; after `rejected` the device is unchanged. */
  apply(config: DeviceConfig): Promise<ApplyOutcome>;
  /** Returns to an earlier configuration: after a failed trial, and at boot to the active one. */
  restore(config: DeviceConfig): Promise<void>;
  /**
   * Runs a command and reports its progress. A command that ends in a restart calls `reboot`, which resolves when the
   * state is saved: after `reset`, the factory configuration and the credential.
   */
  command(
    push: CommandPush,
    report: (report: Omit<CommandReport, 'cid'>) => void,
    reboot: (reason?: RebootReason) => Promise<void>,
  ): Promise<void>;
  /** The cloud acknowledged the birth: send full snapshots. */
  wentOnline(): void;
  wentOffline(): void;
}

export interface LinkLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}

export const SILENT_LOG: LinkLog = { info: () => undefined, warn: () => undefined };
