import { type ConfigPush, type ConfigReport, configPush } from '@northlight/contract/device-protocol';
import { type Clock, formatCanonicalJson } from '@northlight/runtime';
import type { Capabilities, ConfigIssue } from '../contract-types.ts';
import type { Platform } from './capabilities.ts';
import {
  chooseNextUuid,
  type ConfigResult,
  getRunningConfig,
  locateRefusal,
  parseConfigResult,
} from './configuration.ts';
import { emitAp } from './emit/ap.ts';
import type { Emission } from './emit/emission-builder.ts';
import { apDocument, type SwitchDocument, switchDocument } from './emit/schema.ts';
import { emitSwitch } from './emit/switch.ts';
import type { LinkRecord } from './link-record.ts';
import type { RpcClient } from './rpc-client.ts';

/** Number of attempts after which an unanswered configuration counts as refused. */
const MAX_TRIES = 3;

export interface ConfiguratorOptions {
  readonly serial: string;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly rpc: RpcClient;
  readonly linkRecord: LinkRecord;
  /** Returns the capabilities of the device that are known so far. */
  readonly caps: () => Capabilities;
  /** Returns the ids of the ports of a switch that had a link. */
  readonly linkedPorts: () => ReadonlySet<string>;
  readonly report: (report: ConfigReport) => Promise<void>;
  /** Closes the connection, so that the device reconnects and reports its running configuration. */
  readonly closeConnection: (reason: string) => void;
}

const TOO_LARGE = 'The configuration is larger than this device takes in one message.';
const TREE_REFUSED: ConfigIssue = {
  path: 'spanningTree',
  reason: 'The switch refused this spanning tree and keeps its earlier one. The other settings are applied.',
};

/** Sends configurations to one connected device, one after another, and reports each result. */
export class Configurator {
  readonly #options: ConfiguratorOptions;
  /** The latest accepted revision; repeated pushes of it are ignored. */
  #acceptedRev = 0;
  #next: ConfigPush | undefined;
  #busy = false;
  readonly #waitingForTurn: (() => void)[] = [];
  #cancelTimer: () => void = () => undefined;

  constructor(options: ConfiguratorOptions) {
    this.#options = options;
  }

  /**
   * Accepts a push with a newer revision and sends its configuration; ignores other pushes. Resolves at once
   * if the configuration must wait.
   */
  async push(payload: object): Promise<void> {
    const parsed = configPush.safeParse(payload);
    if (!parsed.success || parsed.data.rev <= this.#acceptedRev) return;
    this.#acceptedRev = parsed.data.rev;
    this.#next = parsed.data;
    await this.resume();
  }

  /**
   * Sends a device that has lost its configuration the one that it applied last, unless the plane has pushed a
   * configuration on this connection: it pushes none if the device refused the desired one.
   */
  async restore(): Promise<void> {
    const { applied, isLost } = this.#options.linkRecord.link;
    if (!isLost || !applied?.config || this.#acceptedRev > 0) return;
    const { config, hash, rev } = applied;
    await this.push({ rev, hash, config });
  }

  /** Continues with a waiting configuration, after the device has reported more capabilities. */
  async resume(): Promise<void> {
    this.#cancelTimer();
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let push = this.#due(); push; push = this.#due()) {
        this.#next = undefined;
        await this.#configure(push);
      }
    } finally {
      this.#endTurn();
    }
  }

  /**
   * Restarts PoE at ports of a switch: sends its applied configuration again with `do-reset` at these ports.
   * Resolves to the reason of a failure, to undefined if the switch confirmed it, and to 'closed' if the
   * connection ended.
   */
  async restartPoe(ports: readonly string[]): Promise<{ failed: string } | 'done' | 'closed'> {
    while (this.#busy) await new Promise<void>((resolve) => this.#waitingForTurn.push(resolve));
    this.#busy = true;
    try {
      return await this.#resendWithPoeReset(ports);
    } finally {
      this.#endTurn();
      if (this.#next) void this.resume().catch(() => undefined);
    }
  }

  async #resendWithPoeReset(ports: readonly string[]): Promise<{ failed: string } | 'done' | 'closed'> {
    const { clock, linkRecord, rpc, serial } = this.#options;
    const applied = getRunningConfig(linkRecord.link);
    const uuid = chooseNextUuid(linkRecord.link.lastUuid, clock.now());
    if (!applied?.document || uuid === undefined)
      return { failed: 'The switch runs no configuration of this project. Apply one first.' };
    const numbered = { ...applied, uuid };
    const config = { ...withPoeReset(applied.document, ports), uuid };
    await linkRecord.update({ lastUuid: uuid, pending: { ...numbered, tries: 1 } });
    const outcome = await rpc.call('configure', { serial, uuid, when: 0, config });
    if (outcome.kind === 'closed') return 'closed';
    const isConfirmed = outcome.kind === 'answered' && outcome.answer.error <= 1;
    // Keeps the pending configuration after a timeout: the next `connect` shows which number the switch runs.
    if (outcome.kind !== 'timeout')
      await linkRecord.update({ pending: undefined, ...(isConfirmed && { applied: numbered }) });
    if (isConfirmed) return 'done';
    const text = outcome.kind === 'answered' ? outcome.answer.text : '';
    return { failed: text === '' ? 'The device did not confirm the restart of PoE.' : text };
  }

  #endTurn(): void {
    this.#busy = false;
    this.#waitingForTurn.shift()?.();
  }

  close(): void {
    this.#cancelTimer();
    this.#next = undefined;
  }

  /**
   * Returns the waiting configuration if it can be sent now, because its start time has passed and the ports
   * of a switch are known.
   */
  #due(): ConfigPush | undefined {
    const push = this.#next;
    const { caps, clock, platform } = this.#options;
    if (!push || (platform === 'switch' && caps().ports.length === 0)) return undefined;
    const wait = (push.when ?? 0) - clock.now();
    if (wait <= 0) return push;
    this.#cancelTimer = clock.after(wait, () => void this.resume().catch(() => undefined));
    return undefined;
  }

  async #configure(push: ConfigPush): Promise<void> {
    const startedAt = this.#options.clock.now();
    const first = await this.#attempt(push, true);
    if (!first) return;
    const earlier = this.#findEarlierTree(push, first.result);
    const second = earlier && (await this.#attempt(earlier, false));
    if (earlier && !second) return;
    const running = getRunningConfig(this.#options.linkRecord.link)?.document;
    const result: ConfigResult =
      second && second.result.status !== 'rejected'
        ? { status: 'partial', issues: [...second.result.issues, TREE_REFUSED] }
        : locateRefusal(first.result, first.emission, running);
    await this.#report(push, { ...result, ms: this.#options.clock.now() - startedAt });
  }

  /**
   * Returns the configuration with the spanning tree that the switch runs, if the switch refused a configuration with
   * another one without naming a part: it refuses the other settings with a spanning tree that it does not support.
   */
  #findEarlierTree(push: ConfigPush, { issues, status }: ConfigResult): ConfigPush | undefined {
    const isLocated = issues.some(({ path }) => path !== '' && !path.startsWith('spanningTree'));
    if (this.#options.platform !== 'switch' || status !== 'rejected' || isLocated) return undefined;
    const { spanningTree: running } = getRunningConfig(this.#options.linkRecord.link)?.config ?? {};
    const { spanningTree, ...config } = push.config;
    if (formatCanonicalJson(spanningTree ?? null) === formatCanonicalJson(running ?? null)) return undefined;
    return { ...push, config: { ...config, ...(running && { spanningTree: running }) } };
  }

  /**
   * Sends a configuration and waits for its result; `isFirst` is false for a second attempt at the same revision.
   * Returns undefined if the connection ended.
   */
  async #attempt(
    push: ConfigPush,
    isFirst: boolean,
  ): Promise<{ readonly result: ConfigResult; readonly emission: Emission } | undefined> {
    const { clock, linkRecord, rpc, serial, closeConnection } = this.#options;
    const emission = this.#emit(push);
    const refuse = (...issues: ConfigIssue[]) => ({
      emission,
      result: { status: 'rejected' as const, issues },
    });
    const { pending } = linkRecord.link;
    const tries = isFirst && pending?.rev === push.rev ? pending.tries : 0;
    if (tries >= MAX_TRIES) {
      await linkRecord.update({ pending: undefined });
      return refuse({ path: '', reason: 'The device never answered.' });
    }
    const uuid = chooseNextUuid(linkRecord.link.lastUuid, clock.now());
    if (uuid === undefined)
      return refuse({ path: '', reason: 'The device has used up its configuration numbers. Reset it.' });
    const document = { ...emission.document, uuid };
    const issue = this.#validate(document, emission);
    if (issue) return refuse(...emission.issues, issue);
    if (isFirst) await this.#report(push, { status: 'applying', issues: [] });
    const { config, hash, rev } = push;
    const kept = this.#options.platform === 'switch' ? { document: emission.document } : {};
    const numbered = { uuid, rev, hash, config, ...kept };
    await linkRecord.update({ lastUuid: uuid, pending: { ...numbered, tries: tries + 1 } });
    const outcome = await rpc.call('configure', { serial, uuid, when: 0, config: document });
    if (outcome.kind === 'closed') return undefined;
    if (outcome.kind === 'timeout') {
      closeConnection('a configuration was not answered');
      return undefined;
    }
    if (outcome.kind === 'too-large') {
      await linkRecord.update({ pending: undefined });
      return refuse({ path: '', reason: TOO_LARGE });
    }
    const result = parseConfigResult(outcome.answer, emission);
    const applied = result.status === 'rejected' ? {} : { applied: numbered, isLost: false };
    await linkRecord.update({ pending: undefined, ...applied });
    return { emission, result };
  }

  #emit({ config }: ConfigPush): Emission {
    const { caps, linkedPorts, platform } = this.#options;
    if (platform === 'ap') return emitAp(config, caps());
    const { ports } = caps();
    const linked = linkedPorts();
    return emitSwitch(config, ports, new Set(ports.map(({ id }) => id).filter((id) => !linked.has(id))));
  }

  /** Returns an issue for a document that does not match the schema. Such a document is not sent. */
  #validate(document: object, emission: Emission) {
    const schema = this.#options.platform === 'switch' ? switchDocument : apDocument;
    const [issue] = schema.safeParse(document).error?.issues ?? [];
    if (!issue) return undefined;
    const pointer = issue.path.map((part) => `/${String(part)}`).join('');
    return { path: emission.pathOf(pointer), reason: 'This model does not support this value.' };
  }

  #report({ hash, rev }: ConfigPush, result: Omit<ConfigReport, 'rev' | 'hash'>): Promise<void> {
    return this.#options.report({ rev, hash, ...result });
  }
}

/** Returns the document of a switch with a PoE restart at these ports. */
function withPoeReset(document: Readonly<Record<string, unknown>>, ports: readonly string[]): object {
  const { ethernet } = document as Pick<SwitchDocument, 'ethernet'>;
  return {
    ...document,
    ethernet: ethernet.map((entry) =>
      entry.poe && entry['select-ports'].some((name) => ports.includes(name))
        ? { ...entry, poe: { ...entry.poe, 'do-reset': true } }
        : entry,
    ),
  };
}
