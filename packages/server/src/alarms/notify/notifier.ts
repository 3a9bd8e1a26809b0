import { startLoop } from '@northlight/runtime';
import { publishChanges } from '../../platform/commit.ts';
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
  #work: Promise<void> = Promise.resolve();
  #isRunning = false;
  #nextCheckAt = 0;

  constructor(services: NotifierServices) {
    this.#services = services;
  }

  /** Runs until the result is disposed of; the first tick picks up work that another process left. */
  start(): AsyncDisposable {
    const { clock, log } = this.#services;
    this.#isRunning = true;
    this.#nextCheckAt = 0;
    const tick = (): Promise<void> => {
      if (this.#nextCheckAt <= clock.now()) this.run();
      return this.#work;
    };
    const loop = startLoop(clock, TICK_MS, tick, (error) =>
      log.warn({ err: error }, 'notices of alarms could not be sent'),
    );
    return {
      [Symbol.asyncDispose]: async () => {
        this.#isRunning = false;
        await loop[Symbol.asyncDispose]();
        await this.#work;
      },
    };
  }

  /** Makes the next tick check for due notices; called when alarms have changed. */
  checkOnNextTick(): void {
    this.#nextCheckAt = 0;
  }

  /** Checks for due notices as soon as the run in progress has ended. */
  run(): void {
    if (!this.#isRunning) return;
    this.#work = this.#work.then(() => this.#runDue());
  }

  /** Resolves when every run requested before this call has ended. */
  async processAll(): Promise<void> {
    await this.#work;
  }

  async #runDue(): Promise<void> {
    const { bus, clock, db, entropy, log } = this.#services;
    try {
      this.#nextCheckAt = clock.now() + IDLE_POLL_MS;
      const { due, waiting } = await findDueWork(db, clock.now());
      if (waiting) this.#nextCheckAt = 0;
      if (!due) return;
      while (await enqueueNotices(db, entropy, clock.now())) if (!this.#isRunning) return;
      for (;;) {
        const sent = await deliverDueNotices(this.#services);
        publishChanges(bus, (after) => {
          for (const projectId of sent) after.live(projectId, 'alarms');
        });
        if (sent.length === 0 || !this.#isRunning) return;
      }
    } catch (error) {
      log.warn({ err: error }, 'notices of alarms could not be sent');
    }
  }
}
