import type {
  Capabilities,
  CommandPush,
  CommandReport,
  ConfigIssue,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
import type { CommandDesk } from './commands/index.ts';
import { judge, withoutMissing } from './judge.ts';
import type { ApplyOutcome, Description, Driver, LinkLog, RebootReason } from './link/index.ts';
import { EncodingRefused } from './system/encode.ts';
import { StepFailed } from './system/plan-step.ts';

/** A kind of device on Linux: what a configuration comes to there, and how it is brought about. */
export interface DeviceSystem<A> {
  /** Once, before the first `render`. */
  prepare(): Promise<void>;
  /** Pure. Throws `EncodingRefused` with the path of a value that must not be used. */
  render(config: DeviceConfig): A & { readonly issues: readonly ConfigIssue[] };
  /** Brings the machine there; what it finds that it must leave out. Each step may be repeated. */
  apply(artefacts: A): Promise<readonly ConfigIssue[]>;
  /** What is not as the artefacts say; empty when all is. */
  verify(artefacts: A): Promise<string[]>;
}

export interface LinuxDriverOptions<A> {
  readonly system: DeviceSystem<A>;
  readonly caps: Capabilities;
  readonly desk: CommandDesk;
  readonly describe: () => Description;
  readonly log: LinkLog;
  readonly onOnline: () => void;
  readonly onOffline: () => void;
}

/** A Linux device behind the link: renders, applies, verifies, and goes back when something is amiss. */
export class LinuxDriver<A> implements Driver {
  readonly #options: LinuxDriverOptions<A>;
  #running: DeviceConfig = { vlans: [], dhcpPools: [] };
  #prepared: Promise<void> | undefined;

  constructor(options: LinuxDriverOptions<A>) {
    this.#options = options;
  }

  /** The configuration that runs now; its `localPassword` is what the device's own page checks. */
  get running(): DeviceConfig {
    return this.#running;
  }

  describe(): Description {
    return this.#options.describe();
  }

  async apply(config: DeviceConfig): Promise<ApplyOutcome> {
    const { caps, log } = this.#options;
    const outcome = judge(config, caps);
    if (outcome.status === 'rejected') return outcome;
    try {
      const issues = [...outcome.issues, ...(await this.#bring(config))];
      return { status: issues.length > 0 ? 'partial' : 'applied', issues };
    } catch (error) {
      if (error instanceof EncodingRefused)
        return { status: 'rejected', issues: [{ path: error.path, reason: error.message }] };
      log.warn({ err: error }, 'applying failed, going back');
      await this.#bring(this.#running).catch((again: unknown) =>
        log.warn({ err: again }, 'going back failed'),
      );
      return { status: 'rejected', issues: [issueOf(error)] };
    }
  }

  async restore(config: DeviceConfig): Promise<void> {
    await this.#bring(config);
  }

  async command(
    push: CommandPush,
    say: (report: Omit<CommandReport, 'cid'>) => void,
    reboot: (reason?: RebootReason) => Promise<void>,
  ): Promise<void> {
    await this.#options.desk.carryOut(push, say, reboot);
  }

  wentOnline(): void {
    this.#options.onOnline();
  }

  wentOffline(): void {
    this.#options.onOffline();
  }

  /** To where `config` says; answers with what had to be left out. */
  async #bring(config: DeviceConfig): Promise<ConfigIssue[]> {
    const { caps, system } = this.#options;
    this.#prepared ??= system.prepare();
    await this.#prepared.catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    const artefacts = system.render(withoutMissing(config, caps));
    const found = await system.apply(artefacts);
    const problems = await system.verify(artefacts);
    if (problems.length > 0) throw new Error(problems.join(' '));
    this.#running = config;
    return [...artefacts.issues, ...found];
  }
}

function issueOf(error: unknown): ConfigIssue {
  const reason =
    error instanceof Error ? error.message.slice(0, 300) : 'The device could not apply the configuration.';
  return { path: error instanceof StepFailed ? error.path : '', reason };
}
