import { connect, type IClientOptions, type MqttClient } from 'mqtt';

const RECONNECT_MS = 1_000;
const KEEPALIVE_SECONDS = 15;
const CONNECT_TIMEOUT_MS = 10_000;
/** Return codes of CONNACK that speak of the identity (MQTT 3.1.1, 3.2.2.3). */
const REFUSALS: ReadonlySet<unknown> = new Set([2, 4, 5]);
/** Has the library go on with the next packet without an acknowledgement of this one. */
const ACKNOWLEDGED_LATER = new Error('acknowledged after its commit');

/** Where the broker is, and who the server is there. */
export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Present: TLS, trusting these authorities (PEM) alone. */
  readonly ca?: readonly string[];
}

export interface Arrival {
  readonly topic: string;
  readonly payload: Buffer;
  /** False once the connection that brought it has ended: the broker brings it again. */
  isLive(): boolean;
  acknowledge(): void;
}

export interface BrokerEvents {
  /** Connected; what the broker kept for this client arrives from now on. */
  connected(): void;
  disconnected(): void;
  /** The broker does not accept the server's name or password; told once, and tried again. */
  refused(reason: string): void;
  /** The broker is not reached; told once, and tried again. */
  failed(error: Error): void;
  arrived(arrival: Arrival): void;
}

/**
 * The server's connection to the broker: a session that outlives it, so that what the broker has acknowledged to devices
 * waits for the server. Each message is acknowledged by its receiver, in any order.
 */
export class BrokerClient {
  readonly #client: MqttClient;

  constructor(address: BrokerAddress, events: BrokerEvents) {
    this.#client = connect(optionsFor(address));
    const client = this.#client;
    client.handleMessage = (packet, next) => {
      const { stream } = client;
      const { messageId, payload, qos, topic } = packet;
      const isLive = (): boolean => client.connected && client.stream === stream;
      events.arrived({
        topic,
        payload: typeof payload === 'string' ? Buffer.from(payload) : payload,
        isLive,
        acknowledge: () => {
          if (qos === 1 && messageId !== undefined && isLive()) stream.write(puback(messageId));
        },
      });
      next(qos === 1 ? ACKNOWLEDGED_LATER : undefined);
    };
    // The library tells of every attempt; what is told here is how things change.
    let isUp = false;
    let isTold = false;
    client.on('connect', () => {
      isUp = true;
      isTold = false;
      events.connected();
    });
    client.on('close', () => {
      const wasConnected = isUp;
      isUp = false;
      if (wasConnected) events.disconnected();
    });
    client.on('error', (error) => {
      if (isTold) return;
      isTold = true;
      if ('code' in error && REFUSALS.has(error.code)) events.refused(error.message);
      else events.failed(error);
    });
  }

  get isConnected(): boolean {
    return this.#client.connected;
  }

  /** Resolves when the broker has it. Rejects without a connection: what was meant for then is not sent later. */
  async publish(topic: string, payload: string): Promise<void> {
    if (!this.#client.connected) throw new Error('The broker is not reached.');
    await this.#client.publishAsync(topic, payload, { qos: 1 });
  }

  /** False when the broker refuses it. */
  async subscribe(topic: string): Promise<boolean> {
    const [grant] = await this.#client.subscribeAsync(topic, { qos: 1 });
    return grant !== undefined && grant.qos !== 128;
  }

  /** Ends the connection; it is made anew after a moment. */
  renew(): void {
    this.#client.stream.destroy();
  }

  async end(): Promise<void> {
    await this.#client.endAsync(!this.#client.connected);
  }
}

const puback = (messageId: number): Buffer => Buffer.from([0x40, 2, messageId >> 8, messageId & 255]);

function optionsFor({ ca, host, password, port, username }: BrokerAddress): IClientOptions {
  return {
    protocol: ca ? 'mqtts' : 'mqtt',
    host,
    port,
    ...(ca && { ca: [...ca], rejectUnauthorized: true, minVersion: 'TLSv1.2' as const }),
    username,
    password,
    clientId: username,
    protocolVersion: 4,
    clean: false,
    resubscribe: false,
    keepalive: KEEPALIVE_SECONDS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
  };
}
