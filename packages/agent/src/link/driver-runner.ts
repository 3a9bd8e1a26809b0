import type { CommandPush, DeviceConfig } from '@northlight/contract/device-protocol';
import { type Clock, sleep } from '@northlight/runtime';
import type { Driver, LinkLog } from './driver.ts';
import type { ApplyOutcome, LinkEvent, RebootReason } from './state.ts';

const RESTORE_ATTEMPTS = 5;
const RESTORE_AGAIN_MS = 3_000;

export interface DriverRunnerOptions {
  readonly driver: Driver;
  readonly clock: Clock;
  readonly log: LinkLog;
  readonly tell: (
    event: Extract<LinkEvent, { type: 'applied' | 'restored' | 'progress' | 'reboot' }>,
  ) => void;
  /** Resolves when everything that was told so far is kept. */
  readonly settled: () => Promise<void>;
}

/** Lets the driver work, one configuration after another, and turns what comes of it into events of the link. */
export class DriverRunner {
  readonly #options: DriverRunnerOptions;
  #working: Promise<void> = Promise.resolve();
  #running = new AbortController();

  constructor(options: DriverRunnerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = new AbortController();
  }

  /** Gives up what would be tried again; resolves when the driver rests. */
  stop(): Promise<void> {
    this.#running.abort();
    return this.#working;
  }

  /** Beside the link's effects: applying must not hold up the connection. */
  apply(config: DeviceConfig): void {
    this.#working = this.#working.then(() => this.#apply(config));
  }

  restore(config: DeviceConfig): void {
    this.#working = this.#working.then(() => this.#restore(config));
  }

  async command(push: CommandPush): Promise<void> {
    const { cid } = push;
    const { driver, log, settled, tell } = this.#options;
    const reboot = async (reason: RebootReason = 'restart'): Promise<void> => {
      tell({ type: 'reboot', cid, reason });
      await settled();
    };
    try {
      await driver.command(push, (report) => tell({ type: 'progress', report: { ...report, cid } }), reboot);
    } catch (error) {
      log.warn({ err: error, cid }, 'the command failed');
      tell({
        type: 'progress',
        report: { cid, state: 'failed', result: { reason: 'The device could not do it.' } },
      });
    }
  }

  async #apply(config: DeviceConfig): Promise<void> {
    const { clock, driver, log, tell } = this.#options;
    const { signal } = this.#running;
    const start = clock.now();
    const outcome = await driver.apply(config).catch((error: unknown): ApplyOutcome => {
      log.warn({ err: error }, 'the configuration could not be applied');
      return {
        status: 'rejected',
        issues: [{ path: '', reason: 'The device could not apply the configuration.' }],
      };
    });
    // The start that asked for it is over.
    if (!signal.aborted) tell({ type: 'applied', outcome, ms: Math.max(0, clock.now() - start) });
  }

  /** Tried again a few times: a device that runs neither the new nor the old configuration is of no use. */
  async #restore(config: DeviceConfig): Promise<void> {
    const { clock, driver, log, tell } = this.#options;
    const { signal } = this.#running;
    for (let attempt = 1; attempt <= RESTORE_ATTEMPTS && !signal.aborted; attempt++) {
      try {
        await driver.restore(config);
        break;
      } catch (error) {
        log.warn({ err: error, attempt }, 'the earlier configuration could not be restored');
        await sleep(clock, RESTORE_AGAIN_MS, signal);
      }
    }
    if (!signal.aborted) tell({ type: 'restored' });
  }
}
