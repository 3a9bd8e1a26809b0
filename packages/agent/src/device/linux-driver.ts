import type {
  Capabilities,
  CommandPush,
  CommandReport,
  ConfigIssue,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
import type { CommandRunner } from '../commands/index.ts';
import { checkConfig, omitUnsupported } from './check-config.ts';
import type { ApplyOutcome, BirthFacts, Driver, LinkLog, RebootReason } from '../link/index.ts';
import { EncodingRefused } from '../system/encode.ts';
import { StepFailed } from '../system/plan-step.ts';

/**
 * System of one kind of Linux device: renders a configuration to files and commands, and applies them to the
 * machine.
 */
export interface DeviceSystem<A> {
  /** Prepares the machine before the first `render`; may be called repeatedly. */
  prepare(): Promise<void>;
  /**
   * Renders a configuration without side effects. Throws `EncodingRefused` with the path of a value that
   * cannot be used.
   */
  render(config: DeviceConfig): A & { readonly issues: readonly ConfigIssue[] };
  /**
   * Applies a rendered configuration and returns the issues that it found. Can be repeated, also after an
   * interruption.
   */
  apply(artefacts: A): Promise<readonly ConfigIssue[]>;
  /** Compares the machine with the rendered configuration; returns one sentence per difference. */
  verify(artefacts: A): Promise<string[]>;
}

export interface LinuxDriverOptions<A> {
  readonly system: DeviceSystem<A>;
  readonly caps: Capabilities;
  readonly commands: CommandRunner;
  readonly describe: () => BirthFacts;
  readonly log: LinkLog;
  readonly onOnline: () => void;
  readonly onOffline: () => void;
}

/**
 * Drives a Linux device for the link: renders, applies and verifies configurations, and reverts when a step
 * fails.
 */
export class LinuxDriver<A> implements Driver {
  readonly #options: LinuxDriverOptions<A>;
  #running: DeviceConfig = { vlans: [], dhcpPools: [] };
  #prepared: Promise<void> | undefined;

  constructor(options: LinuxDriverOptions<A>) {
    this.#options = options;
  }

  /** Returns the running configuration, whose `localPassword` the local page checks. */
  get running(): DeviceConfig {
    return this.#running;
  }

  describe(): BirthFacts {
    return this.#options.describe();
  }

  async apply(config: DeviceConfig): Promise<ApplyOutcome> {
    const { caps, log } = this.#options;
    const outcome = checkConfig(config, caps);
    if (outcome.status === 'rejected') return outcome;
    try {
      const issues = [...outcome.issues, ...(await this.#applyConfig(config))];
      return { status: issues.length > 0 ? 'partial' : 'applied', issues };
    } catch (error) {
      if (error instanceof EncodingRefused)
        return { status: 'rejected', issues: [{ path: error.path, reason: error.message }] };
      log.warn({ err: error }, 'applying failed, reverting');
      await this.#applyConfig(this.#running).catch((revertError: unknown) =>
        log.warn({ err: revertError }, 'reverting failed'),
      );
      return { status: 'rejected', issues: [toConfigIssue(error)] };
    }
  }

  async restore(config: DeviceConfig): Promise<void> {
    await this.#applyConfig(config);
  }

  async command(
    push: CommandPush,
    report: (report: Omit<CommandReport, 'cid'>) => void,
    reboot: (reason?: RebootReason) => Promise<void>,
  ): Promise<void> {
    await this.#options.commands.run(push, report, reboot);
  }

  wentOnline(): void {
    this.#options.onOnline();
  }

  wentOffline(): void {
    this.#options.onOffline();
  }

  /** Renders, applies and verifies `config`; returns its issues. */
  async #applyConfig(config: DeviceConfig): Promise<ConfigIssue[]> {
    const { caps, system } = this.#options;
    this.#prepared ??= system.prepare();
    await this.#prepared.catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    const artefacts = system.render(omitUnsupported(config, caps));
    const applyIssues = await system.apply(artefacts);
    const problems = await system.verify(artefacts);
    if (problems.length > 0) throw new Error(problems.join(' '));
    this.#running = config;
    return [...artefacts.issues, ...applyIssues];
  }
}

function toConfigIssue(error: unknown): ConfigIssue {
  const reason =
    error instanceof Error ? error.message.slice(0, 300) : 'The device could not apply the configuration.';
  return { path: error instanceof StepFailed ? error.path : '', reason };
}
