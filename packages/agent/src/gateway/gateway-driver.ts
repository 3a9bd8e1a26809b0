import type {
  Capabilities,
  CommandPush,
  CommandReport,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
import { judge, withoutMissing } from '../judge.ts';
import type { ApplyOutcome, Description, Driver, LinkLog } from '../link/index.ts';
import { EncodingRefused } from '../system/encode.ts';
import type { GatewaySystem } from './gateway-system.ts';
import { StepFailed } from '../system/plan-step.ts';
import { type Artefacts, render } from './render.ts';

export interface GatewayDriverOptions {
  readonly system: GatewaySystem;
  readonly caps: Capabilities;
  readonly describe: () => Description;
  readonly log: LinkLog;
  readonly onOnline: () => void;
  readonly onOffline: () => void;
  /** Ends the process so that its supervisor starts it again. */
  readonly onReboot: () => void;
}

/** A Linux gateway behind the link: renders, applies, verifies, and goes back when something is amiss. */
export class GatewayDriver implements Driver {
  readonly #options: GatewayDriverOptions;
  #running: DeviceConfig = { vlans: [], dhcpPools: [] };
  #prepared: Promise<void> | undefined;

  constructor(options: GatewayDriverOptions) {
    this.#options = options;
  }

  /** The configuration that runs now. */
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
      const { issues } = await this.#bring(config);
      return issues.length === 0 ? outcome : { status: 'partial', issues: [...outcome.issues, ...issues] };
    } catch (error) {
      if (error instanceof EncodingRefused)
        return { status: 'rejected', issues: [{ path: error.path, reason: error.message }] };
      log.warn({ err: error }, 'applying failed, going back');
      await this.#bring(this.#running).catch((again: unknown) =>
        log.warn({ err: again }, 'going back failed'),
      );
      const reason =
        error instanceof Error
          ? error.message.slice(0, 300)
          : 'The device could not apply the configuration.';
      return {
        status: 'rejected',
        issues: [{ path: error instanceof StepFailed ? error.path : '', reason }],
      };
    }
  }

  async restore(config: DeviceConfig): Promise<void> {
    await this.#bring(config);
  }

  async command(
    _push: CommandPush,
    say: (report: Omit<CommandReport, 'cid'>) => void,
    reboot: () => Promise<void>,
  ): Promise<void> {
    say({ state: 'running', percent: 50, step: 'Restarting' });
    await reboot();
    this.#options.onReboot();
  }

  wentOnline(): void {
    this.#options.onOnline();
  }

  wentOffline(): void {
    this.#options.onOffline();
  }

  async #bring(config: DeviceConfig): Promise<Artefacts> {
    const { caps, system } = this.#options;
    this.#prepared ??= system.prepare();
    await this.#prepared.catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    const artefacts = render(withoutMissing(config, caps), system.ports);
    await system.apply(artefacts);
    const problems = await system.verify(artefacts);
    if (problems.length > 0) throw new Error(problems.join(' '));
    this.#running = config;
    return artefacts;
  }
}
