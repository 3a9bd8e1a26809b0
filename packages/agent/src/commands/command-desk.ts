import { COMMAND_TRAITS } from '@northlight/contract';
import {
  type Capabilities,
  commandArgs,
  type CommandKind,
  type CommandPush,
  type CommandReport,
  type CommandResult,
} from '@northlight/contract/device-protocol';
import type { LinkLog, RebootReason } from '../link/index.ts';
import {
  type CommandContext,
  type CommandHandler,
  type CommandHandlers,
  CommandRefused,
} from './command-handler.ts';

/** Diagnostics that may run at the same time; each of them keeps a program running. */
const MOST_AT_ONCE = 4;
const REASON_LENGTH = 300;

export interface CommandDeskOptions {
  readonly caps: Capabilities;
  readonly handlers: CommandHandlers;
  readonly log: LinkLog;
}

type Say = (report: Omit<CommandReport, 'cid'>) => void;

/** Takes commands: checks what was asked, lets one that changes something run alone, and answers each to its end. */
export class CommandDesk {
  readonly #options: CommandDeskOptions;
  #exclusive = false;
  #beside = 0;

  constructor(options: CommandDeskOptions) {
    this.#options = options;
  }

  /** Resolves when the last word is said; never rejects. */
  async carryOut(
    push: CommandPush,
    say: Say,
    reboot: (reason?: RebootReason) => Promise<void>,
  ): Promise<void> {
    const refusal = this.#refusal(push.kind);
    if (refusal !== undefined) return say({ state: 'failed', result: { reason: refusal } });
    const { exclusive } = COMMAND_TRAITS[push.kind];
    if (exclusive) this.#exclusive = true;
    else this.#beside++;
    let goesDown = false;
    const context: CommandContext = {
      say: (progress) => say({ state: 'running', ...progress }),
      reboot: async (reason) => {
        goesDown = true;
        await reboot(reason);
      },
    };
    try {
      const result = await this.#handle(push.kind, push.args, context);
      if (!goesDown) say({ state: 'done', percent: 100, result });
    } catch (error) {
      this.#options.log.warn({ err: error, kind: push.kind }, 'the command failed');
      const reason = error instanceof CommandRefused ? error.message : 'The device could not do it.';
      say({ state: 'failed', result: { reason: reason.slice(0, REASON_LENGTH) } });
    } finally {
      if (exclusive) this.#exclusive = false;
      else this.#beside--;
    }
  }

  #refusal(kind: CommandKind): string | undefined {
    const { caps, handlers } = this.#options;
    const { exclusive, feature } = COMMAND_TRAITS[kind];
    if (!handlers[kind] || !caps.features.includes(feature)) return 'This device cannot do that.';
    if (exclusive && this.#exclusive) return 'The device is busy.';
    if (!exclusive && this.#beside >= MOST_AT_ONCE) return 'The device runs too many diagnostics.';
    return undefined;
  }

  async #handle(kind: CommandKind, args: unknown, context: CommandContext): Promise<CommandResult> {
    // One of the handlers, whose arguments were parsed by the schema of the same kind.
    const handler: CommandHandler<never> | undefined = this.#options.handlers[kind];
    const parsed = commandArgs[kind].safeParse(args);
    if (!parsed.success || !handler) {
      const where = parsed.error?.issues[0]?.path.join('.') ?? '';
      throw new CommandRefused(`The command has an unreadable value${where && `: ${where}`}.`);
    }
    return handler(parsed.data as never, context);
  }
}
