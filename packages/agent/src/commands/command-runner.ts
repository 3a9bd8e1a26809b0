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

/** Maximum number of concurrent diagnostics, each of which runs a program. */
const MAX_DIAGNOSTICS = 4;
const REASON_LENGTH = 300;

export interface CommandRunnerOptions {
  readonly caps: Capabilities;
  readonly handlers: CommandHandlers;
  readonly log: LinkLog;
}

type ReportCommand = (report: Omit<CommandReport, 'cid'>) => void;

/** Checks and runs commands: at most one exclusive command at a time, and up to 4 diagnostics in parallel. */
export class CommandRunner {
  readonly #options: CommandRunnerOptions;
  #isExclusiveRunning = false;
  #diagnostics = 0;

  constructor(options: CommandRunnerOptions) {
    this.#options = options;
  }

  /** Runs a command and reports its progress and result; resolves after the last report, never rejects. */
  async run(
    push: CommandPush,
    report: ReportCommand,
    reboot: (reason?: RebootReason) => Promise<void>,
  ): Promise<void> {
    const refusal = this.#refusal(push.kind);
    if (refusal !== undefined) return report({ state: 'failed', result: { reason: refusal } });
    const { exclusive } = COMMAND_TRAITS[push.kind];
    if (exclusive) this.#isExclusiveRunning = true;
    else this.#diagnostics++;
    let isRestarting = false;
    const context: CommandContext = {
      reportProgress: (progress) => report({ state: 'running', ...progress }),
      reboot: async (reason) => {
        isRestarting = true;
        await reboot(reason);
      },
    };
    try {
      const result = await this.#handle(push.kind, push.args, context);
      if (!isRestarting) report({ state: 'done', percent: 100, result });
    } catch (error) {
      this.#options.log.warn({ err: error, kind: push.kind }, 'the command failed');
      const reason =
        error instanceof CommandRefused ? error.message : 'The device could not run the command.';
      report({ state: 'failed', result: { reason: reason.slice(0, REASON_LENGTH) } });
    } finally {
      if (exclusive) this.#isExclusiveRunning = false;
      else this.#diagnostics--;
    }
  }

  #refusal(kind: CommandKind): string | undefined {
    const { caps, handlers } = this.#options;
    const { exclusive, feature } = COMMAND_TRAITS[kind];
    if (!handlers[kind] || !caps.features.includes(feature))
      return 'This device does not support the command.';
    if (exclusive && this.#isExclusiveRunning) return 'The device is busy. Try again later.';
    if (!exclusive && this.#diagnostics >= MAX_DIAGNOSTICS)
      return 'The device already runs 4 diagnostics. Try again when one has finished.';
    return undefined;
  }

  async #handle(kind: CommandKind, args: unknown, context: CommandContext): Promise<CommandResult> {
    // The cast is safe, because the arguments are parsed with the schema of the handler's kind.
    const handler: CommandHandler<never> | undefined = this.#options.handlers[kind];
    const parsed = commandArgs[kind].safeParse(args);
    if (!parsed.success || !handler) {
      const where = parsed.error?.issues[0]?.path.join('.') ?? '';
      throw new CommandRefused(`The command has an unreadable value${where && `: ${where}`}.`);
    }
    return handler(parsed.data as never, context);
  }
}
