import type {
  CommandArgs,
  CommandKind,
  CommandReport,
  CommandResult,
} from '@northlight/contract/device-protocol';
import type { RebootReason } from '../link/index.ts';

/** What a command may do beside answering. */
export interface CommandContext {
  /** A word on how far it is. */
  readonly say: (progress: Pick<CommandReport, 'percent' | 'step'>) => void;
  /** Ends in a restart of the device; resolves when everything is kept. Nothing is answered after it. */
  readonly reboot: (reason?: RebootReason) => Promise<void>;
}

/** Rejects with `CommandRefused` when it cannot be done, with the reason for people. */
export type CommandHandler<K extends CommandKind> = (
  args: CommandArgs<K>,
  context: CommandContext,
) => Promise<CommandResult>;

/** What a device can be told to do. A kind without a handler is refused with a reason. */
export type CommandHandlers = { readonly [K in CommandKind]?: CommandHandler<K> };

/** The command was not carried out; the message is the reason, a sentence. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}
