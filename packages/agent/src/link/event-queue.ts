import type { EventMessage } from '@northlight/contract/device-protocol';
import { type Clock, sleep } from '@northlight/runtime';

/** Maximum length of the queue while the cloud is unreachable; the oldest events are dropped beyond it. */
export const MAX_QUEUED_EVENTS = 10_000;
/** Delay between queued events, so that they stay below the cloud's message limit per device. */
const SPACING_MS = 50;

/**
 * Ordered queue of events that the cloud has not acknowledged. The queue is in memory only, so a power cut
 * deletes it.
 */
export class EventQueue {
  readonly #clock: Clock;
  /** Id of the device when the queued events happened. */
  #deviceId: string | undefined;
  #queue: EventMessage[] = [];
  #sending = false;
  #delayAbort = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  enqueue(deviceId: string, message: EventMessage): void {
    this.#clearIfOwnerChanged(deviceId);
    this.#queue.push(message);
    if (this.#queue.length > MAX_QUEUED_EVENTS) this.#queue.shift();
  }

  /** Publishes queued events one at a time until the queue is empty or one is not acknowledged. */
  async send(deviceId: string, publish: (message: EventMessage) => Promise<boolean>): Promise<void> {
    this.#clearIfOwnerChanged(deviceId);
    if (this.#sending) return;
    this.#sending = true;
    this.#delayAbort = new AbortController();
    try {
      for (let [first] = this.#queue; first; [first] = this.#queue) {
        if (!(await publish(first))) return;
        if (this.#queue[0] === first) this.#queue.shift();
        if (this.#queue.length > 0) await sleep(this.#clock, SPACING_MS, this.#delayAbort.signal);
      }
    } finally {
      this.#sending = false;
    }
  }

  /** Cancels the delay between events; queued events stay. */
  pause(): void {
    this.#delayAbort.abort();
  }

  clear(): void {
    this.#queue = [];
  }

  /**
   * Removes earlier events when the device id changes. A new id means a new owner, who must not see these
   * events.
   */
  #clearIfOwnerChanged(deviceId: string): void {
    if (this.#deviceId !== undefined && this.#deviceId !== deviceId) this.clear();
    this.#deviceId = deviceId;
  }
}
