import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { openPool } from './pool.ts';
import { from as copyFrom } from 'pg-copy-streams';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([255, 255]);
const EPOCH_2000_MS = Date.UTC(2000, 0, 1);

/** Encodes rows in PostgreSQL's binary COPY format, value by value, into one growing buffer. */
export class CopyBuffer {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #length = 0;

  constructor() {
    this.#length = SIGNATURE.copy(this.#bytes, 0);
  }

  row(columns: number): void {
    this.#reserve(2);
    this.#length = this.#bytes.writeInt16BE(columns, this.#length);
  }

  text(value: string): void {
    const bytes = Buffer.byteLength(value);
    this.#reserve(4 + bytes);
    this.#length = this.#bytes.writeInt32BE(bytes, this.#length);
    this.#length += this.#bytes.write(value, this.#length);
  }

  bytes(value: Uint8Array): void {
    this.#reserve(4 + value.length);
    this.#length = this.#bytes.writeInt32BE(value.length, this.#length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  smallint(value: number): void {
    this.#reserve(6);
    this.#length = this.#bytes.writeInt32BE(2, this.#length);
    this.#length = this.#bytes.writeInt16BE(value, this.#length);
  }

  bigint(value: number): void {
    this.#reserve(12);
    this.#length = this.#bytes.writeInt32BE(8, this.#length);
    this.#length = this.#bytes.writeBigInt64BE(BigInt(value), this.#length);
  }

  /** Appends a timestamptz, given in milliseconds since 1970. */
  time(ms: number): void {
    this.bigint(Math.round((ms - EPOCH_2000_MS) * 1000));
  }

  end(): Buffer {
    this.#reserve(TRAILER.length);
    this.#length += TRAILER.copy(this.#bytes, this.#length);
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Dedicated connection for COPY, opened on demand and reopened after a loss. */
export class CopyConnection implements AsyncDisposable {
  readonly #pool: pg.Pool;

  constructor(url: string, onIdleError: (error: Error) => void) {
    this.#pool = openPool({ connectionString: url, max: 1 }, onIdleError);
  }

  /** Runs `copy … from stdin with (format binary)`; resolves after the commit. */
  async write(statement: string, rows: CopyBuffer): Promise<void> {
    const client = await this.#pool.connect();
    let failure: Error | undefined;
    try {
      await pipeline([rows.end()], client.query(copyFrom(statement)));
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // After an error that the database reported the connection stays usable; after any other error it is
      // closed.
      client.release(failure !== undefined && !(failure instanceof pg.DatabaseError));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end();
  }
}
