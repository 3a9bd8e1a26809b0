import { type CommandPush, commandPush, type CommandReport } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { Configurator } from './configurator.ts';
import { parseCommandResult, translateCommand } from './commands.ts';
import type { ParsedMessage } from './read-message.ts';
import type { LinkRecord } from './link-record.ts';
import type { CallOutcome, RpcClient } from './rpc-client.ts';
import { parseList, parseText } from './untrusted-values.ts';

const MAX_REMEMBERED_COMMANDS = 200;

export interface CommandRunnerOptions {
  readonly serial: string;
  readonly clock: Clock;
  readonly rpc: RpcClient;
  readonly linkRecord: LinkRecord;
  /** Returns the software version that the device reported when it connected. */
  readonly firmware: () => string;
  /** Restarts PoE at ports of a switch; undefined for access points. */
  readonly restartPoe: ((ports: readonly string[]) => ReturnType<Configurator['restartPoe']>) | undefined;
  readonly report: (report: CommandReport) => Promise<void>;
}

/** Executes commands on one connected device and reports their results. */
export class CommandRunner {
  readonly #options: CommandRunnerOptions;
  /** Ids of started commands, because the plane sends a command again after a birth. */
  readonly #started = new Set<string>();

  constructor(options: CommandRunnerOptions) {
    this.#options = options;
  }

  async push(payload: object): Promise<void> {
    const parsed = commandPush.safeParse(payload);
    if (!parsed.success || this.#started.has(parsed.data.cid)) return;
    const { data: push } = parsed;
    this.#remember(push.cid);
    const { clock, linkRecord, report, rpc, serial, firmware } = this.#options;
    // Ignores a command that is too late; its row expires at its deadline.
    if (push.deadline > 0 && push.deadline <= clock.now()) return;
    if (push.kind === 'poe-restart' && this.#options.restartPoe)
      return this.#restartPoe(push, this.#options.restartPoe);
    const translated = translateCommand(push);
    if ('refused' in translated) return report(createFailedReport(push, translated.refused));
    const { completesWith, method, params } = translated;
    const leaving = completesWith && { kind: completesWith, cid: push.cid, firmware: firmware() };
    // Stores the command before it is sent: if the device disconnects before it answers, its new software
    // shows that the upgrade has succeeded.
    if (completesWith === 'upgrade') await linkRecord.update({ leaving });
    await report({ cid: push.cid, state: 'accepted' });
    const outcome = await rpc.call(method, { serial, ...params });
    if (outcome.kind === 'closed' || (outcome.kind === 'timeout' && completesWith === 'upgrade')) return;
    const refusal = findFailureReason(outcome);
    if (refusal !== undefined) {
      if (leaving && linkRecord.link.leaving?.cid === push.cid)
        await linkRecord.update({ leaving: undefined });
      return report(createFailedReport(push, refusal));
    }
    if (leaving) {
      await linkRecord.update({ leaving });
      return report({ cid: push.cid, state: 'running' });
    }
    const result = outcome.kind === 'answered' ? parseCommandResult(push.kind, outcome.answer) : undefined;
    await report({ cid: push.cid, state: 'done', ...(result && { result }) });
  }

  /** Reports the progress or failure of a running upgrade. */
  async reportUpgrade({
    failed: reason,
    percent,
    step,
  }: Extract<ParsedMessage, { kind: 'upgrade' }>): Promise<void> {
    const { linkRecord, report } = this.#options;
    const { leaving } = linkRecord.link;
    if (leaving?.kind !== 'upgrade') return;
    const { cid } = leaving;
    if (reason === undefined)
      return report({ cid, state: 'running', step, ...(percent !== undefined && { percent }) });
    await linkRecord.update({ leaving: undefined });
    await report({ cid, state: 'failed', result: { reason: reason.slice(0, 300) } });
  }

  async #restartPoe(
    { args, cid }: CommandPush,
    restart: NonNullable<CommandRunnerOptions['restartPoe']>,
  ): Promise<void> {
    const { report } = this.#options;
    const ports = parseList(args['ports'], 128).flatMap((name) => parseText(name, 15) ?? []);
    await report({ cid, state: 'accepted' });
    const result = await restart(ports);
    if (result === 'closed') return;
    return report(result === 'done' ? { cid, state: 'done' } : createFailedReport({ cid }, result.failed));
  }

  #remember(cid: string): void {
    this.#started.add(cid);
    for (const oldest of this.#started) {
      if (this.#started.size <= MAX_REMEMBERED_COMMANDS) return;
      this.#started.delete(oldest);
    }
  }
}

const createFailedReport = ({ cid }: Pick<CommandPush, 'cid'>, reason: string): CommandReport => ({
  cid,
  state: 'failed',
  result: { reason: reason.slice(0, 300) },
});

/** Returns the reason why a call failed; undefined for a successful call. */
function findFailureReason(outcome: CallOutcome): string | undefined {
  if (outcome.kind === 'too-large') return 'The command is larger than this device takes in one message.';
  if (outcome.kind !== 'answered') return 'The device did not answer.';
  const { error, text } = outcome.answer;
  if (error === 0) return undefined;
  return text === '' ? 'The device could not run the command.' : text;
}
