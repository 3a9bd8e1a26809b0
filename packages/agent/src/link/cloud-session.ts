import { type Connect, type Connection, ConnectionRefused, type ConnectRequest } from './connection.ts';
import type { LinkEvent } from './state.ts';

type SessionEvent = Extract<
  LinkEvent,
  { type: 'connected' | 'subscribed' | 'refused' | 'closed' | 'message' }
>;

/** Holds at most one connection at a time and ignores late events of an earlier connection. */
export class CloudSession {
  readonly #connect: Connect;
  readonly #dispatch: (event: SessionEvent) => void;
  #connection: Connection | undefined;
  /** Prefix of the topics that the identity of the current connection may publish. */
  #topicPrefix = '';
  #generation = 0;

  constructor(connect: Connect, dispatch: (event: SessionEvent) => void) {
    this.#connect = connect;
    this.#dispatch = dispatch;
  }

  /**
   * Number that changes with every connection, to match an acknowledgement with the connection of its
   * message.
   */
  get generation(): number {
    return this.#generation;
  }

  /** Opens a connection. `topicPrefix` is the prefix of the topics that its identity may publish. */
  open(request: Omit<ConnectRequest, 'onMessage' | 'onClose'>, topicPrefix: string): void {
    const generation = ++this.#generation;
    this.#topicPrefix = topicPrefix;
    const dispatch = (event: SessionEvent): void => {
      if (generation === this.#generation) this.#dispatch(event);
    };
    this.#connect({
      ...request,
      onMessage: (topic, payload) => dispatch({ type: 'message', topic, payload }),
      onClose: () => dispatch({ type: 'closed' }),
    }).then(
      (connection) => {
        if (generation !== this.#generation) return connection.drop();
        this.#connection = connection;
        return dispatch({ type: 'connected' });
      },
      (error: unknown) => dispatch({ type: error instanceof ConnectionRefused ? 'refused' : 'closed' }),
    );
  }

  subscribe(topic: string): void {
    const generation = this.#generation;
    const connection = this.#connection;
    connection?.subscribe(topic).then(
      () => {
        if (generation === this.#generation) this.#dispatch({ type: 'subscribed' });
      },
      () => connection.drop(),
    );
  }

  /**
   * Publishes a message. Returns true when the cloud has acknowledged it, false without a connection or when
   * the connection ended first. Does not send messages of another identity, which the cloud would treat as an
   * attack.
   */
  async publish(topic: string, message: object): Promise<boolean> {
    if (!this.#connection || !topic.startsWith(this.#topicPrefix)) return false;
    try {
      await this.#connection.publish(topic, JSON.stringify(message));
      return true;
    } catch {
      return false;
    }
  }

  end(): void {
    this.#detach()?.end();
  }

  drop(): void {
    this.#detach()?.drop();
  }

  /** Closes a connection whose address the device no longer has, as if the cloud had closed it. */
  dropWithoutAddress(): void {
    if (this.#connection?.hasAddress?.() === false) this.#connection.drop();
  }

  #detach(): Connection | undefined {
    const connection = this.#connection;
    this.#generation++;
    this.#connection = undefined;
    return connection;
  }
}
