import type {
  BirthMessage,
  CommandPush,
  CommandReport,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
import type { ApplyOutcome, RebootReason } from './state.ts';

/** What a device says of itself at birth; the link adds session, revision and reason. */
export type Description = Pick<
  BirthMessage,
  'model' | 'sn' | 'mac' | 'sw' | 'hw' | 'caps' | 'uptimeSeconds' | 'nets' | 'meshRole'
>;

/** The device itself, as its link drives it. The link never runs two of `apply` and `restore` at once. */
export interface Driver {
  describe(): Description;
  /** Brings the device to `config`; on `rejected` it is as it was before. */
  apply(config: DeviceConfig): Promise<ApplyOutcome>;
  /** Brings the device back to a configuration that it has had; at start, to the active one. */
  restore(config: DeviceConfig): Promise<void>;
  /**
   * Carries a command out, with words on its progress. One that ends in a restart calls `reboot`, which resolves when everything is kept;
   * after `reset` that is the factory's configuration and the credential.
   */
  command(
    push: CommandPush,
    say: (report: Omit<CommandReport, 'cid'>) => void,
    reboot: (reason?: RebootReason) => Promise<void>,
  ): Promise<void>;
  /** The cloud knows the device: the full snapshots are due. */
  wentOnline(): void;
  wentOffline(): void;
}

export interface LinkLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}

export const SILENT: LinkLog = { info: () => undefined, warn: () => undefined };
