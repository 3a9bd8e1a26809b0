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
export class AlarmNotifier implements AsyncDisposable {
  readonly #services: NotifierServices;
  #loop: AsyncDisposable | undefined;
  #work: Promise<void> = Promise.resolve();
  #ended = false;
  #lookAt = 0;

  constructor(services: NotifierServices) {
    this.#services = services;
  }

  start(): void {
    const { clock, log } = this.#services;
    const tick = (): Promise<void> => {
      if (this.#lookAt <= clock.now()) this.look();
      return this.#work;
    };
    this.#loop = startLoop(clock, LOOK_MS, tick, (error) =>
      log.warn({ err: error }, 'notices of alarms could not be sent'),
    );
  }

  /** Alarms have changed: what comes of it is looked for from now on. */
  hurry(): void {
    this.#lookAt = 0;
  }

  look(): void {
    if (this.#ended) return;
    this.#work = this.#work.then(() => this.#lookAround());
  }

  /** Resolves when all that has been asked for so far is sent, or has failed for now. */
  async processAll(): Promise<void> {
    await this.#work;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    await this.#loop?.[Symbol.asyncDispose]();
    await this.#work;
  }

  async #lookAround(): Promise<void> {
    const { bus, clock, db, entropy, log } = this.#services;
    try {
      this.#lookAt = clock.now() + LEFT_MS;
      const { due, waiting } = await whatIsDue(db, clock.now());
      if (waiting) this.#lookAt = 0;
      if (!due) return;
      while (await enqueueNotices(db, entropy, clock.now())) if (this.#ended) return;
      for (;;) {
        const sent = await deliverDue(this.#services);
        announce(bus, (after) => {
          for (const projectId of sent) after.live(projectId, 'alarms');
        });
        if (sent.length === 0 || this.#ended) return;
      }
    } catch (error) {
      log.warn({ err: error }, 'notices of alarms could not be sent');
    }
  }
}
