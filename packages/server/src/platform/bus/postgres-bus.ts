import { type Clock, type Entropy, createRandomBase62 } from '@northlight/runtime';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import type { Bus, BusMessage, BusTopic, MessageOf } from './bus.ts';
import { LocalBus } from './local-bus.ts';

const CHANNEL = 'northlight';
/** Maximum size of a payload, below PostgreSQL's limit of 8,000 bytes. */
const PAYLOAD_MAX_BYTES = 7_900;
/**
 * Maximum number of messages that wait for other processes while the database is unavailable; further ones
 * are dropped.
 */
const QUEUE_MAX = 10_000;
/** Interval of probes. A connection that no longer answers is detected after two intervals. */
const PROBE_MS = 1_500;
const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 1_000;

interface Payload {
  /** Name of the sending bus, which ignores its own payloads. */
  readonly from: string;
  readonly messages: readonly BusMessage[];
}

export interface PostgresBusServices {
  readonly databaseUrl: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
}

/**
 * Bus between processes that share a database, by LISTEN and NOTIFY. Calls subscribers in its own process
 * synchronously. Sends messages to the other processes in order and in batches over a pool connection.
 * Receives over a dedicated connection, which it reopens when it is lost.
 */
export class PostgresBus implements Bus, AsyncDisposable {
  readonly #services: PostgresBusServices;
  readonly #local: LocalBus;
  readonly #name: string;
  readonly #connectionHandlers = new Set<(isConnected: boolean) => void>();
  #client: pg.Client | undefined;
  #cancelTimer: () => void = () => undefined;
  #retryMs = RETRY_FIRST_MS;
  #queue: BusMessage[] = [];
  #sending: Promise<void> | undefined;
  #isClosing = false;

  private constructor(services: PostgresBusServices) {
    this.#services = services;
    this.#local = new LocalBus(services.log);
    this.#name = createRandomBase62(services.entropy, 12);
  }

  /** Resolves when messages of other processes arrive. Throws when the database cannot be reached. */
  static async open(services: PostgresBusServices): Promise<PostgresBus> {
    const bus = new PostgresBus(services);
    await bus.#connect();
    return bus;
  }

  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  publish(message: BusMessage): void {
    this.#local.publish(message);
    if (this.#queue.length < QUEUE_MAX) this.#queue.push(message);
    this.#sending ??= this.#send();
  }

  subscribe<Topic extends BusTopic>(topic: Topic, handler: (message: MessageOf<Topic>) => void): () => void {
    return this.#local.subscribe(topic, handler);
  }

  onConnection(handler: (isConnected: boolean) => void): () => void {
    this.#connectionHandlers.add(handler);
    return () => this.#connectionHandlers.delete(handler);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    this.#cancelTimer();
    const client = this.#client;
    this.#client = undefined;
    await this.#sending;
    await client?.end().catch(() => undefined);
  }

  async #send(): Promise<void> {
    // Sends all messages published in this turn of the event loop together.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const { count, payload } = takeNextPayload(this.#name, this.#queue);
      try {
        if (payload !== undefined)
          await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(this.#services.db);
        this.#queue.splice(0, count);
      } catch (error) {
        this.#services.log.warn({ err: error }, 'messages to other processes could not be sent: retrying');
        if (this.#isClosing) break;
        await new Promise<void>((resolve) => this.#services.clock.after(RETRY_MAX_MS, resolve));
      }
    }
    this.#sending = undefined;
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#services.databaseUrl,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', () => this.#onLost(client));
    client.on('end', () => this.#onLost(client));
    client.on('notification', ({ payload }) => this.#receive(payload));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.#isClosing) {
      await client.end().catch(() => undefined);
      return;
    }
    this.#client = client;
    this.#retryMs = RETRY_FIRST_MS;
    this.#probe(client);
  }

  /** Queries the connection periodically, because a cut network raises no error. */
  #probe(client: pg.Client): void {
    this.#cancelTimer = this.#services.clock.after(PROBE_MS, () => {
      let isAnswered = false;
      const endIfSilent = (): void => {
        if (!isAnswered) this.#onLost(client);
      };
      // After a long computation, timers run before the answers that have arrived in the meantime are read: that is done
      // between the two immediates.
      this.#cancelTimer = this.#services.clock.after(PROBE_MS, () =>
        setImmediate(() => setImmediate(endIfSilent)),
      );
      client.query('select 1').then(
        () => {
          isAnswered = true;
          this.#cancelTimer();
          if (this.#client === client) this.#probe(client);
        },
        () => this.#onLost(client),
      );
    });
  }

  #onLost(client: pg.Client): void {
    if (this.#client !== client || this.#isClosing) return;
    this.#client = undefined;
    this.#services.log.warn('the bus connection is lost: messages of other processes are missing');
    void client.end().catch(() => undefined);
    this.#notifyConnection(false);
    this.#retry();
  }

  #retry(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#services.clock.after(this.#retryMs, () => {
      this.#retryMs = Math.min(RETRY_MAX_MS, this.#retryMs * 2);
      this.#connect().then(
        () => this.isConnected && this.#notifyConnection(true),
        () => !this.#isClosing && this.#retry(),
      );
    });
  }

  #notifyConnection(isConnected: boolean): void {
    for (const handler of this.#connectionHandlers) handler(isConnected);
  }

  #receive(text = ''): void {
    const { from, messages } = JSON.parse(text) as Payload;
    if (from !== this.#name) for (const message of messages) this.#local.publish(message);
  }
}

/**
 * Takes the first messages that fit into one payload. A result without a payload means that the first message
 * is too large and must be dropped.
 */
function takeNextPayload(from: string, messages: readonly BusMessage[]): { count: number; payload?: string } {
  const texts: string[] = [];
  let bytes = Buffer.byteLength(JSON.stringify({ from, messages: [] } satisfies Payload));
  for (const message of messages) {
    const text = JSON.stringify(omitManyRows(message));
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > PAYLOAD_MAX_BYTES) break;
    texts.push(text);
  }
  if (texts.length === 0) return { count: 1 };
  return { count: texts.length, payload: `{"from":${JSON.stringify(from)},"messages":[${texts.join(',')}]}` };
}

/**
 * Omits the row list of a message if it takes more than half a payload; pages of other processes then reload
 * the whole list.
 */
function omitManyRows(message: BusMessage): BusMessage {
  if (message.topic !== 'live' || !message.rows || message.rows.join().length < PAYLOAD_MAX_BYTES / 2)
    return message;
  const { rows: _rows, ...rest } = message;
  return rest;
}
