import { startLoop, type WorkLoop } from '@northlight/runtime';
import { FailurePauses } from '../platform/failure-pauses.ts';
import type { AutomaticServices } from './automatic-files.ts';
import { listDueNights, planNights, runNight } from './nights.ts';
import { storeVerifications } from './report.ts';
import { listProjectsWithOrders, writeOrders } from './write-orders.ts';

/** Interval in which ordered files and due nights are looked for. */
const TICK_MS = 5_000;

/**
 * Writes the automatic backups, which changes, upgrades and nights order, and stores the results of restorations. All due
 * work is stored, so that any process continues after another one has stopped.
 */
export class AutomaticBackups {
  readonly #services: AutomaticServices;
  readonly #pauses: FailurePauses;
  #loop: WorkLoop | undefined;

  constructor(services: AutomaticServices) {
    this.#services = services;
    this.#pauses = new FailurePauses(services, 'automatic backups of a project could not be written');
  }

  /** Runs until the result is disposed of; one process does this at a time. */
  start(): AsyncDisposable {
    const { clock, log } = this.#services;
    this.#loop = startLoop(
      clock,
      TICK_MS,
      () => this.#runDue(),
      (error) => log.warn({ err: error }, 'automatic backups could not be advanced'),
    );
    this.#loop.request();
    return this.#loop;
  }

  /** Resolves when everything that is due now has been written. */
  async processAll(): Promise<void> {
    this.#loop?.request();
    await this.#loop?.settled();
  }

  async #runDue(): Promise<void> {
    const services = this.#services;
    await planNights(services);
    for (const projectId of await listProjectsWithOrders(services))
      await this.#pauses.run(projectId, () => writeOrders(services, projectId));
    for (const projectId of await listDueNights(services)) {
      if (this.#loop?.isStopped === true) return;
      await this.#pauses.run(projectId, () => runNight(services, projectId));
    }
    await storeVerifications(services);
  }
}
