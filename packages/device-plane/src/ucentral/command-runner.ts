import { type CommandPush, type CommandReport, commandPush } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import { commandResultOf, translateCommand } from './commands.ts';
import type { ParsedMessage } from './read-message.ts';
import type { LinkRecord } from './link-record.ts';
import type { CallOutcome, RpcClient } from './rpc-client.ts';

const COMMANDS_KEPT = 200;

export interface CommandRunnerOptions {
  readonly serial: string;
  readonly clock: Clock;
  readonly rpc: RpcClient;
  readonly linkRecord: LinkRecord;
  /** The software that the device told when it connected. */
  readonly firmware: () => string;
  readonly report: (report: CommandReport) => Promise<void>;
}

/** Carries commands to one connected device and tells what became of them. */
export class CommandRunner {
  readonly #options: CommandRunnerOptions;
  /** A command that is sent again after a birth has begun already. */
  readonly #begun = new Set<string>();

  constructor(options: CommandRunnerOptions) {
    this.#options = options;
  }

  async push(payload: object): Promise<void> {
    const parsed = commandPush.safeParse(payload);
    if (!parsed.success || this.#begun.has(parsed.data.cid)) return;
    const { data: push } = parsed;
    this.#remember(push.cid);
    const { clock, linkRecord, report, rpc, serial, firmware } = this.#options;
    // Too late to begin: the row ends at its own deadline.
    if (push.deadline > 0 && push.deadline <= clock.now()) return;
    const translated = translateCommand(push);
    if ('refused' in translated) return report(failedReport(push, translated.refused));
    const { completesWith, method, params } = translated;
    const leaving = completesWith && { kind: completesWith, cid: push.cid, firmware: firmware() };
    // New software proves an upgrade by itself, also when the device goes before it answers.
    if (completesWith === 'upgrade') await linkRecord.update({ leaving });
    await report({ cid: push.cid, state: 'accepted' });
    const outcome = await rpc.call(method, { serial, ...params });
    if (outcome.kind === 'gone' || (outcome.kind === 'silent' && completesWith === 'upgrade')) return;
    const refusal = failureReason(outcome);
    if (refusal !== undefined) {
      if (leaving && linkRecord.link.leaving?.cid === push.cid)
        await linkRecord.update({ leaving: undefined });
      return report(failedReport(push, refusal));
    }
    if (leaving) {
      await linkRecord.update({ leaving });
      return report({ cid: push.cid, state: 'running' });
    }
    const result = outcome.kind === 'answered' ? commandResultOf(push.kind, outcome.answer) : undefined;
    await report({ cid: push.cid, state: 'done', ...(result && { result }) });
  }

  /** The device tells how its upgrade goes. */
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

  #remember(cid: string): void {
    this.#begun.add(cid);
    for (const oldest of this.#begun) {
      if (this.#begun.size <= COMMANDS_KEPT) return;
      this.#begun.delete(oldest);
    }
  }
}

const failedReport = ({ cid }: CommandPush, reason: string): CommandReport => ({
  cid,
  state: 'failed',
  result: { reason: reason.slice(0, 300) },
});

/** Why a call did not succeed; undefined when it did. */
function failureReason(outcome: CallOutcome): string | undefined {
  if (outcome.kind === 'too-large') return 'The command is larger than this device takes in one message.';
  if (outcome.kind !== 'answered') return 'The device did not answer.';
  const { error, text } = outcome.answer;
  if (error === 0) return undefined;
  return text === '' ? 'The device could not do it.' : text;
}
