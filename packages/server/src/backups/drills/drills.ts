import { startLoop, type WorkLoop } from '@northlight/runtime';
import { FailurePauses } from '../../platform/failure-pauses.ts';
import type { Services } from '../../services.ts';
import { advanceDrill } from './advance-drill.ts';
import { beginDrill } from './begin-drill.ts';
import { listDueDrills, listRunningDrills } from './store.ts';

/** Interval in which drills are begun and their devices are looked at. */
const TICK_MS = 5_000;
/** Drills of all projects that run at a time. */
const RUNNING_MAX = 4;

/**
 * Restores one random backup of each project after its nightly backups: on a simulated device in a network that has only
 * the content of the file. A difference between the file and the result is an alarm.
 */
export class RestoreDrills {
  readonly #services: Services;
  readonly #pauses: FailurePauses;
  #loop: WorkLoop | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#pauses = new FailurePauses(services, 'the restore drill of a project could not be run');
  }

  /** Runs until the result is disposed of; one process does this at a time. */
  start(): AsyncDisposable {
    const { clock, log } = this.#services;
    this.#loop = startLoop(
      clock,
      TICK_MS,
      () => this.#runDue(),
      (error) => log.warn({ err: error }, 'restore drills could not be advanced'),
    );
    return this.#loop;
  }

  async #runDue(): Promise<void> {
    const { db } = this.#services;
    const running = await listRunningDrills(db);
    for (const drill of running)
      await this.#pauses.run(drill.projectId, () => advanceDrill(this.#services, drill));
    for (const projectId of await listDueDrills(db, RUNNING_MAX - running.length)) {
      if (this.#loop?.isStopped === true) return;
      await this.#pauses.run(projectId, () => beginDrill(this.#services, projectId));
    }
  }
}
