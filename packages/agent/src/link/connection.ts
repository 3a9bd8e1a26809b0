/** Connection of the link to the cloud: MQTT 3.1.1 in the product, a plain object in tests. */
export interface Connection {
  /**
   * Publishes with QoS 1. Resolves when the cloud has acknowledged, rejects when the connection ends first.
   */
  publish(topic: string, payload: string): Promise<void>;
  /** Subscribes to a topic. Resolves when the cloud grants it, rejects when the cloud refuses it. */
  subscribe(topic: string): Promise<void>;
  /** Disconnects cleanly, so that the cloud does not publish the last will. */
  end(): void;
  /** Closes the socket like a power cut, so that the cloud publishes the last will. */
  drop(): void;
  /**
   * Returns false when the device no longer has the address from which it connected: no acknowledgement arrives any
   * longer, although neither end closes the connection. Absent where addresses do not change.
   */
  hasAddress?(): boolean;
}

export interface ConnectRequest {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  /** A client certificate with its key, both PEM; used over TLS only. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly keepaliveSeconds: number;
  readonly will?: { readonly topic: string; readonly payload: string };
  readonly onMessage: (topic: string, payload: string) => void;
  /** Called once when the connection ends for any reason. */
  readonly onClose: () => void;
}

/**
 * Connects to the cloud. Rejects with `ConnectionRefused` when the cloud does not accept the identity,
 * otherwise with the cause.
 */
export type Connect = (request: ConnectRequest) => Promise<Connection>;

export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused';
}
