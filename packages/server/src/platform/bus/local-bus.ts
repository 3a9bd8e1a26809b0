import type { Logger } from 'pino';
import type { Bus, BusMessage, BusTopic, MessageOf } from './bus.ts';

type Handler = (message: BusMessage) => void;

/** The bus of a single process: subscribers are called at once, in the order of their subscription. */
export class LocalBus implements Bus {
  readonly #handlers = new Map<BusTopic, Set<Handler>>();
  readonly #log: Pick<Logger, 'error'>;

  /** There is no other process to lose. */
  readonly isConnected = true;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  publish(message: BusMessage): void {
    for (const handler of this.#handlers.get(message.topic) ?? []) {
      try {
        handler(message);
      } catch (error) {
        // One subscriber's fault must not keep the message from the others.
        this.#log.error({ err: error, topic: message.topic }, 'a subscriber of the bus failed');
      }
    }
  }

  subscribe<Topic extends BusTopic>(topic: Topic, handler: (message: MessageOf<Topic>) => void): () => void {
    const handlers = this.#handlers.get(topic) ?? new Set<Handler>();
    this.#handlers.set(topic, handlers);
    // The map files handlers under the topic whose messages they take.
    const filed = handler as Handler;
    handlers.add(filed);
    return () => handlers.delete(filed);
  }

  onConnection(): () => void {
    return () => undefined;
  }
}
