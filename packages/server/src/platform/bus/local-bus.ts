import type { Logger } from 'pino';
import type { Bus, BusMessage, BusTopic, MessageOf } from './bus.ts';

type Handler = (message: BusMessage) => void;

/** Bus within a single process: calls subscribers synchronously, in the order of subscription. */
export class LocalBus implements Bus {
  readonly #handlers = new Map<BusTopic, Set<Handler>>();
  readonly #log: Pick<Logger, 'error'>;

  /** Always true, because messages have no other process to reach. */
  readonly isConnected = true;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  publish(message: BusMessage): void {
    for (const handler of this.#handlers.get(message.topic) ?? []) {
      try {
        handler(message);
      } catch (error) {
        // Logs the error of a subscriber, which must not prevent delivery to the other subscribers.
        this.#log.error({ err: error, topic: message.topic }, 'a bus subscriber failed');
      }
    }
  }

  subscribe<Topic extends BusTopic>(topic: Topic, handler: (message: MessageOf<Topic>) => void): () => void {
    const handlers = this.#handlers.get(topic) ?? new Set<Handler>();
    this.#handlers.set(topic, handlers);
    // The cast is safe, because the map calls a handler only with messages of its topic.
    const stored = handler as Handler;
    handlers.add(stored);
    return () => handlers.delete(stored);
  }

  onConnection(): () => void {
    return () => undefined;
  }
}
