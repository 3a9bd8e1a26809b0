import { WorkLoop } from '@northlight/runtime';
import { publishChanges } from '../../platform/work.ts';
import type { Services } from '../../services.ts';
import { deliverDueNotices, type DeliverServices } from './deliver.ts';
import { enqueueNotices, findDueWork } from './enqueue.ts';

const TICK_MS = 10_000;
/** Idle poll interval, to pick up work that a stopped server left behind. */
const IDLE_POLL_MS = 15 * 60_000;

type NotifierServices = DeliverServices & Pick<Services, 'bus' | 'entropy'>;

/**
 * Notifies people and webhooks of alarms: queues notices for alarms that have been shown for 1 min, and sends
 * due notices. The rows are the locks between servers.
 */
export class AlarmNotifier {
  readonly #services: NotifierServices;
  #loop: WorkLoop | undefined;

  constructor(services: NotifierServices) {
    this.#services = services;
  }

  /** Runs until the result is disposed of; the first tick picks up work that another process left. */
  start(): AsyncDisposable {
    const { clock, log } = this.#services;
    const loop: WorkLoop = new WorkLoop({
      clock,
      everyMs: TICK_MS,
      idleMs: IDLE_POLL_MS,
      run: () => this.#runDue(loop),
      onError: (error) => log.warn({ err: error }, 'notices of alarms could not be sent'),
    });
    this.#loop = loop;
    return loop;
  }

  /** Makes the next tick check for due notices; called when alarms have changed. */
  checkOnNextTick(): void {
    this.#loop?.runAtNextTick();
  }

  /** Checks for due notices as soon as the run in progress has ended. */
  run(): void {
    this.#loop?.request();
  }

  /** Resolves when every run requested before this call has ended. */
  async processAll(): Promise<void> {
    await this.#loop?.settled();
  }

  async #runDue(loop: WorkLoop): Promise<void> {
    const { bus, clock, db, entropy } = this.#services;
    const { due, waiting } = await findDueWork(db, clock.now());
    if (waiting) loop.runAtNextTick();
    if (!due) return;
    while (await enqueueNotices(db, entropy, clock.now())) if (loop.isStopped) return;
    for (;;) {
      const sent = await deliverDueNotices(this.#services);
      publishChanges(bus, (after) => {
        for (const projectId of sent) after.liveIn(projectId, 'alarms');
      });
      if (sent.length === 0 || loop.isStopped) return;
    }
  }
}
