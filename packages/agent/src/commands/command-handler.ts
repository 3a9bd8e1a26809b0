import type {
  CommandArgs,
  CommandKind,
  CommandReport,
  CommandResult,
} from '@northlight/contract/device-protocol';
import type { RebootReason } from '../link/index.ts';

/** Functions for a running command; they must not be called after it has ended. */
export interface CommandContext {
  readonly reportProgress: (progress: Pick<CommandReport, 'percent' | 'step'>) => void;
  /**
   * Announces a restart of the device; resolves when the state is saved. The command reports no result
   * afterwards.
   */
  readonly reboot: (reason?: RebootReason) => Promise<void>;
}

/** Runs a command; rejects with `CommandRefused` and a reason to display when it is impossible. */
export type CommandHandler<K extends CommandKind> = (
  args: CommandArgs<K>,
  context: CommandContext,
) => Promise<CommandResult>;

/** Command handlers of a device; commands without a handler are rejected with a reason. */
export type CommandHandlers = { readonly [K in CommandKind]?: CommandHandler<K> };

/** Error of a command that was not run. The message is the reason, a full sentence. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}
