import { type Clock, type Entropy, randomBase62 } from '@northlight/runtime';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import type { Bus, BusMessage, BusTopic, MessageOf } from './bus.ts';
import { LocalBus } from './local-bus.ts';

const CHANNEL = 'northlight';
/** PostgreSQL takes payloads below 8,000 bytes. */
const PAYLOAD_MAX_BYTES = 7_900;
/** Messages kept for the others while the database does not take them; beyond it new ones are dropped. */
const WAITING_MAX = 10_000;
/** A connection over which nothing comes back any more is noticed after two of these. */
const PROBE_MS = 1_500;
const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 1_000;

interface Payload {
  /** The bus that sent it: its own subscribers have the messages already. */
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
 * The bus of several processes that share a database, by LISTEN and NOTIFY. Subscribers in the own process are called at
 * once. Messages for the others leave together, in order, by a connection of the pool: what could be committed can
 * mostly be announced as well. They arrive by a connection of their own, which is opened again when it is lost.
 */
export class PostgresBus implements Bus, AsyncDisposable {
  readonly #services: PostgresBusServices;
  readonly #local: LocalBus;
  readonly #name: string;
  readonly #connectionHandlers = new Set<(isConnected: boolean) => void>();
  #client: pg.Client | undefined;
  #cancelTimer: () => void = () => undefined;
  #retryMs = RETRY_FIRST_MS;
  #waiting: BusMessage[] = [];
  #sending: Promise<void> | undefined;
  #isClosing = false;

  private constructor(services: PostgresBusServices) {
    this.#services = services;
    this.#local = new LocalBus(services.log);
    this.#name = randomBase62(services.entropy, 12);
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
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(message);
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
    // What is published until the end of this turn leaves together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const { count, payload } = nextPayload(this.#name, this.#waiting);
      try {
        if (payload !== undefined)
          await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(this.#services.db);
        this.#waiting.splice(0, count);
      } catch (error) {
        this.#services.log.warn({ err: error }, 'messages to other processes wait');
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
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
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

  /** Asks again and again whether the connection still answers: a cut network says nothing by itself. */
  #probe(client: pg.Client): void {
    this.#cancelTimer = this.#services.clock.after(PROBE_MS, () => {
      this.#cancelTimer = this.#services.clock.after(PROBE_MS, () => this.#lose(client));
      client.query('select 1').then(
        () => {
          this.#cancelTimer();
          if (this.#client === client) this.#probe(client);
        },
        () => this.#lose(client),
      );
    });
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client || this.#isClosing) return;
    this.#client = undefined;
    this.#services.log.warn('the bus is lost: messages of other processes are missing');
    void client.end().catch(() => undefined);
    this.#tell(false);
    this.#retry();
  }

  #retry(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#services.clock.after(this.#retryMs, () => {
      this.#retryMs = Math.min(RETRY_MAX_MS, this.#retryMs * 2);
      this.#connect().then(
        () => this.isConnected && this.#tell(true),
        () => !this.#isClosing && this.#retry(),
      );
    });
  }

  #tell(isConnected: boolean): void {
    for (const handler of this.#connectionHandlers) handler(isConnected);
  }

  #receive(text = ''): void {
    const { from, messages } = JSON.parse(text) as Payload;
    if (from !== this.#name) for (const message of messages) this.#local.publish(message);
  }
}

/** The first messages that fit into one payload. One that does not fit alone is left out. */
function nextPayload(from: string, messages: readonly BusMessage[]): { count: number; payload?: string } {
  const texts: string[] = [];
  let bytes = Buffer.byteLength(JSON.stringify({ from, messages: [] } satisfies Payload));
  for (const message of messages) {
    const text = JSON.stringify(shortened(message));
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > PAYLOAD_MAX_BYTES) break;
    texts.push(text);
  }
  if (texts.length === 0) return { count: 1 };
  return { count: texts.length, payload: `{"from":${JSON.stringify(from)},"messages":[${texts.join(',')}]}` };
}

/** Many changed rows do not fit into a payload: the pages of other processes ask for the whole list. */
function shortened(message: BusMessage): BusMessage {
  if (message.topic !== 'live' || !message.rows || message.rows.join().length < PAYLOAD_MAX_BYTES / 2)
    return message;
  const { rows: _rows, ...rest } = message;
  return rest;
}
