import { type Connect, type Connection, ConnectionRefused, type ConnectRequest } from './connection.ts';
import type { LinkEvent } from './state.ts';

type SessionEvent = Extract<
  LinkEvent,
  { type: 'connected' | 'subscribed' | 'refused' | 'closed' | 'message' }
>;

/** At most one connection at a time; what an earlier one still says is not heard. */
export class CloudSession {
  readonly #connect: Connect;
  readonly #tell: (event: SessionEvent) => void;
  #connection: Connection | undefined;
  /** What the present connection may publish: the topics of who it is. */
  #own = '';
  #generation = 0;

  constructor(connect: Connect, tell: (event: SessionEvent) => void) {
    this.#connect = connect;
    this.#tell = tell;
  }

  /** Changes with every connection, so that an answer can be matched to the one that asked. */
  get generation(): number {
    return this.#generation;
  }

  /** `own` is the beginning of the topics that may be published on it. */
  open(request: Omit<ConnectRequest, 'onMessage' | 'onClose'>, own: string): void {
    const generation = ++this.#generation;
    this.#own = own;
    const tell = (event: SessionEvent): void => {
      if (generation === this.#generation) this.#tell(event);
    };
    this.#connect({
      ...request,
      onMessage: (topic, payload) => tell({ type: 'message', topic, payload }),
      onClose: () => tell({ type: 'closed' }),
    }).then(
      (connection) => {
        if (generation !== this.#generation) return connection.drop();
        this.#connection = connection;
        return tell({ type: 'connected' });
      },
      (error: unknown) => tell({ type: error instanceof ConnectionRefused ? 'refused' : 'closed' }),
    );
  }

  subscribe(topic: string): void {
    const generation = this.#generation;
    const connection = this.#connection;
    connection?.subscribe(topic).then(
      () => {
        if (generation === this.#generation) this.#tell({ type: 'subscribed' });
      },
      () => connection.drop(),
    );
  }

  /**
   * True when the cloud has acknowledged; false when there is no connection or it ended before. What was to be said
   * under another identity than the connection's is not sent: the cloud would take it for a trick.
   */
  async publish(topic: string, message: object): Promise<boolean> {
    if (!this.#connection || !topic.startsWith(this.#own)) return false;
    try {
      await this.#connection.publish(topic, JSON.stringify(message));
      return true;
    } catch {
      return false;
    }
  }

  end(): void {
    this.#forget()?.end();
  }

  drop(): void {
    this.#forget()?.drop();
  }

  #forget(): Connection | undefined {
    const connection = this.#connection;
    this.#generation++;
    this.#connection = undefined;
    return connection;
  }
}
