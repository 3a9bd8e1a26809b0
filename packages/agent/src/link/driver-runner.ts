import type { CommandPush, DeviceConfig } from '@northlight/contract/device-protocol';
import { type Clock, sleep } from '@northlight/runtime';
import type { Driver, LinkLog } from './driver.ts';
import type { ApplyOutcome, LinkEvent, RebootReason } from './state.ts';

const RESTORE_ATTEMPTS = 5;
const RESTORE_RETRY_MS = 3_000;

export interface DriverRunnerOptions {
  readonly driver: Driver;
  readonly clock: Clock;
  readonly log: LinkLog;
  readonly dispatch: (
    event: Extract<LinkEvent, { type: 'applied' | 'restored' | 'progress' | 'reboot' }>,
  ) => void;
  /** Resolves when the effects of all dispatched events are done, including saves. */
  readonly effectsDone: () => Promise<void>;
}

/** Runs the driver, one configuration after another, and converts its results to link events. */
export class DriverRunner {
  readonly #options: DriverRunnerOptions;
  #queue: Promise<void> = Promise.resolve();
  #abort = new AbortController();

  constructor(options: DriverRunnerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#abort = new AbortController();
  }

  /** Cancels retries; resolves when the driver is idle. */
  stop(): Promise<void> {
    this.#abort.abort();
    return this.#queue;
  }

  /** Applies in parallel to the link's effects, so that an apply does not delay the connection. */
  apply(config: DeviceConfig): void {
    this.#queue = this.#queue.then(() => this.#apply(config));
  }

  restore(config: DeviceConfig): void {
    this.#queue = this.#queue.then(() => this.#restore(config));
  }

  async command(push: CommandPush): Promise<void> {
    const { cid } = push;
    const { driver, log, effectsDone, dispatch } = this.#options;
    const reboot = async (reason: RebootReason = 'restart'): Promise<void> => {
      dispatch({ type: 'reboot', cid, reason });
      await effectsDone();
    };
    try {
      await driver.command(
        push,
        (report) => dispatch({ type: 'progress', report: { ...report, cid } }),
        reboot,
      );
    } catch (error) {
      log.warn({ err: error, cid }, 'the command failed');
      dispatch({
        type: 'progress',
        report: { cid, state: 'failed', result: { reason: 'The device could not run the command.' } },
      });
    }
  }

  async #apply(config: DeviceConfig): Promise<void> {
    const { clock, driver, log, dispatch } = this.#options;
    const { signal } = this.#abort;
    const start = clock.now();
    const outcome = await driver.apply(config).catch((error: unknown): ApplyOutcome => {
      log.warn({ err: error }, 'the configuration could not be applied');
      return {
        status: 'rejected',
        issues: [{ path: '', reason: 'The device could not apply the configuration.' }],
      };
    });
    // Ignores the result after a stop.
    if (!signal.aborted) dispatch({ type: 'applied', outcome, ms: Math.max(0, clock.now() - start) });
  }

  /**
   * Restores with up to five attempts, because a device that runs neither the new nor the old configuration
   * serves no clients.
   */
  async #restore(config: DeviceConfig): Promise<void> {
    const { clock, driver, log, dispatch } = this.#options;
    const { signal } = this.#abort;
    for (let attempt = 1; attempt <= RESTORE_ATTEMPTS && !signal.aborted; attempt++) {
      try {
        await driver.restore(config);
        break;
      } catch (error) {
        log.warn({ err: error, attempt }, 'the earlier configuration could not be restored');
        await sleep(clock, RESTORE_RETRY_MS, signal);
      }
    }
    if (!signal.aborted) dispatch({ type: 'restored' });
  }
}
