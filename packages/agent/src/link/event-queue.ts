import type { EventMessage } from '@northlight/contract/device-protocol';
import { type Clock, sleep } from '@northlight/runtime';

/** So many are kept while the cloud is away; beyond them the oldest go. */
export const EVENTS_KEPT = 10_000;
/** What has been kept goes out at a pace that leaves room for all else that a device may say. */
const SPACING_MS = 50;

/** What happened at the device and the cloud has not acknowledged, in order; a power cut forgets it. */
export class EventQueue {
  readonly #clock: Clock;
  /** Whose events these are. */
  #deviceId: string | undefined;
  #waiting: EventMessage[] = [];
  #sending = false;
  #pause = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  keep(deviceId: string, message: EventMessage): void {
    this.#isOf(deviceId);
    this.#waiting.push(message);
    if (this.#waiting.length > EVENTS_KEPT) this.#waiting.shift();
  }

  /** One after the other, each until it is acknowledged; ends at the first that is not, and when none is left. */
  async send(deviceId: string, publish: (message: EventMessage) => Promise<boolean>): Promise<void> {
    this.#isOf(deviceId);
    if (this.#sending) return;
    this.#sending = true;
    this.#pause = new AbortController();
    try {
      for (let [first] = this.#waiting; first; [first] = this.#waiting) {
        if (!(await publish(first))) return;
        if (this.#waiting[0] === first) this.#waiting.shift();
        if (this.#waiting.length > 0) await sleep(this.#clock, SPACING_MS, this.#pause.signal);
      }
    } finally {
      this.#sending = false;
    }
  }

  /** Nothing is waited for any more; what is kept stays. */
  pause(): void {
    this.#pause.abort();
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Another identity is another owner: what happened before is none of his. */
  #isOf(deviceId: string): void {
    if (this.#deviceId !== undefined && this.#deviceId !== deviceId) this.clear();
    this.#deviceId = deviceId;
  }
}
