/** Connection to the cloud, as needed by the link; MQTT 3.1.1 in the product, a plain object in tests. */
export interface Connection {
  /** QoS 1: resolves when the cloud has acknowledged, rejects when the connection ends first. */
  publish(topic: string, payload: string): Promise<void>;
  /** Resolves when granted, rejects when refused. */
  subscribe(topic: string): Promise<void>;
  /** Disconnects cleanly: the cloud does not publish the last will. */
  end(): void;
  /** Breaks the socket as a power cut does: the cloud publishes the last will. */
  drop(): void;
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
  /** Called once, however the connection ends. */
  readonly onClose: () => void;
}

/** Rejects with `ConnectionRefused` when the cloud does not accept the identity, else with the cause. */
export type Connect = (request: ConnectRequest) => Promise<Connection>;

export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused';
}
