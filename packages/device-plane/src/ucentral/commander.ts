import { type CommandPush, type CommandReport, commandPush } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import { resultOf, translate } from './commands.ts';
import type { Meaning } from './events.ts';
import type { LinkKeeper } from './link-keeper.ts';
import type { Outcome, RpcClient } from './rpc-client.ts';

const COMMANDS_KEPT = 200;

export interface CommanderOptions {
  readonly serial: string;
  readonly clock: Clock;
  readonly rpc: RpcClient;
  readonly keeper: LinkKeeper;
  /** The software that the device told when it connected. */
  readonly firmware: () => string;
  readonly report: (report: CommandReport) => Promise<void>;
}

/** Carries commands to one connected device and tells what became of them. */
export class Commander {
  readonly #options: CommanderOptions;
  /** A command that is sent again after a birth has begun already. */
  readonly #begun = new Set<string>();

  constructor(options: CommanderOptions) {
    this.#options = options;
  }

  async push(payload: object): Promise<void> {
    const parsed = commandPush.safeParse(payload);
    if (!parsed.success || this.#begun.has(parsed.data.cid)) return;
    const { data: push } = parsed;
    this.#remember(push.cid);
    const { clock, keeper, report, rpc, serial, firmware } = this.#options;
    // Too late to begin: the row ends at its own deadline.
    if (push.deadline > 0 && push.deadline <= clock.now()) return;
    const translated = translate(push);
    if ('refused' in translated) return report(failed(push, translated.refused));
    const { leaves, method, params } = translated;
    const leaving = leaves && { kind: leaves, cid: push.cid, firmware: firmware() };
    // New software proves an upgrade by itself, also when the device goes before it answers.
    if (leaves === 'upgrade') await keeper.change({ leaving });
    await report({ cid: push.cid, state: 'accepted' });
    const outcome = await rpc.call(method, { serial, ...params });
    if (outcome.kind === 'gone' || (outcome.kind === 'silent' && leaves === 'upgrade')) return;
    const refusal = refusalIn(outcome);
    if (refusal !== undefined) {
      if (leaving && keeper.link.leaving?.cid === push.cid) await keeper.change({ leaving: undefined });
      return report(failed(push, refusal));
    }
    if (leaving) {
      await keeper.change({ leaving });
      return report({ cid: push.cid, state: 'running' });
    }
    const result = outcome.kind === 'answered' ? resultOf(push.kind, outcome.answer) : undefined;
    await report({ cid: push.cid, state: 'done', ...(result && { result }) });
  }

  /** The device tells how its upgrade goes. */
  async progress({ failed: reason, percent, step }: Extract<Meaning, { kind: 'upgrade' }>): Promise<void> {
    const { keeper, report } = this.#options;
    const { leaving } = keeper.link;
    if (leaving?.kind !== 'upgrade') return;
    const { cid } = leaving;
    if (reason === undefined)
      return report({ cid, state: 'running', step, ...(percent !== undefined && { percent }) });
    await keeper.change({ leaving: undefined });
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

const failed = ({ cid }: CommandPush, reason: string): CommandReport => ({
  cid,
  state: 'failed',
  result: { reason: reason.slice(0, 300) },
});

/** Why a call did not succeed; undefined when it did. */
function refusalIn(outcome: Outcome): string | undefined {
  if (outcome.kind === 'too-large') return 'The command is larger than this device takes in one message.';
  if (outcome.kind !== 'answered') return 'The device did not answer.';
  const { error, text } = outcome.answer;
  if (error === 0) return undefined;
  return text === '' ? 'The device could not do it.' : text;
}
