import { startLoop } from '@northlight/runtime';
import { announce } from '../../platform/commit.ts';
import type { Services } from '../../services.ts';
import { deliverDue, type DeliverServices } from './deliver.ts';
import { enqueueNotices, whatIsDue } from './enqueue.ts';

const LOOK_MS = 10_000;
/** Without anything in hand it looks this often, for what a server beside it has left. */
const LEFT_MS = 15 * 60_000;

type NotifierServices = DeliverServices & Pick<Services, 'bus' | 'entropy'>;

/** Tells people and webhooks of alarms: queues what has settled, and sends what is due. The rows are the locks between servers. */
export class AlarmNotifier {
  readonly #services: NotifierServices;
  #work: Promise<void> = Promise.resolve();
  #isRunning = false;
  #lookAt = 0;

  constructor(services: NotifierServices) {
    this.#services = services;
  }

  /** Works until the result is disposed of; what was left by another process is looked for at once. */
  start(): AsyncDisposable {
    const { clock, log } = this.#services;
    this.#isRunning = true;
    this.#lookAt = 0;
    const tick = (): Promise<void> => {
      if (this.#lookAt <= clock.now()) this.look();
      return this.#work;
    };
    const loop = startLoop(clock, LOOK_MS, tick, (error) =>
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

  /** Alarms have changed: what comes of it is looked for from now on. */
  hurry(): void {
    this.#lookAt = 0;
  }

  look(): void {
    if (!this.#isRunning) return;
    this.#work = this.#work.then(() => this.#lookAround());
  }

  /** Resolves when all that has been asked for so far is sent, or has failed for now. */
  async processAll(): Promise<void> {
    await this.#work;
  }

  async #lookAround(): Promise<void> {
    const { bus, clock, db, entropy, log } = this.#services;
    try {
      this.#lookAt = clock.now() + LEFT_MS;
      const { due, waiting } = await whatIsDue(db, clock.now());
      if (waiting) this.#lookAt = 0;
      if (!due) return;
      while (await enqueueNotices(db, entropy, clock.now())) if (!this.#isRunning) return;
      for (;;) {
        const sent = await deliverDue(this.#services);
        announce(bus, (after) => {
          for (const projectId of sent) after.live(projectId, 'alarms');
        });
        if (sent.length === 0 || !this.#isRunning) return;
      }
    } catch (error) {
      log.warn({ err: error }, 'notices of alarms could not be sent');
    }
  }
}
