import { connect, type Socket } from 'node:net';
import type { Clock } from '@northlight/runtime';
import { z } from 'zod';
import { JsonStream } from './json-stream.ts';
import type { OvsOperation } from './values.ts';

/** Error of a request that the database rejected, or whose connection ended before the answer. */
export class OvsdbFailed extends Error {
  override readonly name = 'OvsdbFailed';
}

const DATABASE = 'Open_vSwitch';
const ANSWER_MS = 10_000;

const message = z.object({
  id: z.unknown(),
  method: z.string().optional(),
  params: z.array(z.unknown()).optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const failure = z.object({ error: z.string(), details: z.string().optional() });
const answer = z.object({ rows: z.array(z.record(z.string(), z.unknown())).optional() });

export type FoundRow = Readonly<Record<string, unknown>>;

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly cancel: () => void;
}

/** JSON-RPC client of OVSDB (RFC 7047) over a unix socket: transactions and change notifications. */
export class OvsdbClient implements Disposable {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #pending = new Map<number, PendingCall>();
  #onUpdate: (() => void) | undefined;
  #lastId = 0;
  #ended = false;

  private constructor(socket: Socket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
    const stream = new JsonStream();
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      for (const text of stream.push(piece)) this.#onMessage(text);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.#end());
  }

  static connect(path: string, clock: Clock): Promise<OvsdbClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(path);
      const refuse = (error: Error): void => reject(new OvsdbFailed(error.message));
      socket.once('error', refuse);
      socket.once('connect', () => {
        socket.off('error', refuse);
        resolve(new OvsdbClient(socket, clock));
      });
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Runs operations in one transaction. Resolves with the rows of each operation, rejects with the database's
   * error.
   */
  async transact(...operations: OvsOperation[]): Promise<FoundRow[][]> {
    const results = z.array(z.unknown()).parse(await this.#call('transact', [DATABASE, ...operations]));
    for (const result of results) {
      const { data } = failure.safeParse(result);
      if (data) throw new OvsdbFailed(`${data.error}: ${data.details ?? ''}`.slice(0, 300));
    }
    return results.map((result) => answer.safeParse(result).data?.rows ?? []);
  }

  /** Calls `onUpdate` whenever one of these columns changes, until the connection ends. */
  async monitor(tables: Readonly<Record<string, readonly string[]>>, onUpdate: () => void): Promise<void> {
    const requests = Object.fromEntries(
      Object.entries(tables).map(([table, columns]) => [
        table,
        { columns, select: { initial: false, insert: true, delete: true, modify: true } },
      ]),
    );
    this.#onUpdate = onUpdate;
    await this.#call('monitor', [DATABASE, null, requests]);
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
    this.#end();
  }

  #call(method: string, params: readonly unknown[]): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(new OvsdbFailed('The switch is not reachable.'));
      const cancel = this.#clock.after(ANSWER_MS, () => {
        this.#pending.delete(id);
        reject(new OvsdbFailed(`The switch did not answer ${method}.`));
      });
      this.#pending.set(id, { resolve, reject, cancel });
      this.#socket.write(JSON.stringify({ id, method, params }));
    });
  }

  #onMessage(text: string): void {
    const { data } = message.safeParse(JSON.parse(text));
    if (!data) return;
    if (data.method === 'echo') {
      this.#socket.write(JSON.stringify({ id: data.id, result: data.params ?? [], error: null }));
      return;
    }
    if (data.method === 'update') return this.#onUpdate?.();
    const pending = typeof data.id === 'number' ? this.#pending.get(data.id) : undefined;
    if (!pending) return;
    this.#pending.delete(Number(data.id));
    pending.cancel();
    if (data.error === null || data.error === undefined) pending.resolve(data.result);
    else pending.reject(new OvsdbFailed(JSON.stringify(data.error).slice(0, 300)));
  }

  #end(): void {
    this.#ended = true;
    for (const { cancel, reject } of this.#pending.values()) {
      cancel();
      reject(new OvsdbFailed('The connection to the switch ended.'));
    }
    this.#pending.clear();
  }
}

export const createSelect = (table: string, ...columns: string[]): OvsOperation => ({
  op: 'select',
  table,
  where: [],
  columns: ['_uuid', ...columns],
});
