import type { Client } from 'pg';

/** Part of the driver's interface for custom queries that a COPY needs. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sync(): void;
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([255, 255]);
const NULL = Buffer.from([255, 255, 255, 255]);

/** Encodes a row of COPY BINARY: each value in the binary form of its type, null for NULL. */
export function encodeBinaryRow(values: readonly (Buffer | null)[]): Buffer {
  const parts: Buffer[] = [Buffer.from([values.length >> 8, values.length & 255])];
  for (const value of values) {
    if (!value) parts.push(NULL);
    else {
      const length = Buffer.alloc(4);
      length.writeInt32BE(value.length);
      parts.push(length, value);
    }
  }
  return Buffer.concat(parts);
}

/** Copies whole rows with COPY BINARY; resolves after the commit. */
export function copyRows(client: Client, statement: string, rows: readonly Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    void client.query({
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse: (connection: CopyConnection) => {
        connection.sendCopyFromChunk(Buffer.concat([SIGNATURE, ...rows, TRAILER]));
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => (failure = error),
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    } as unknown as string);
  });
}
