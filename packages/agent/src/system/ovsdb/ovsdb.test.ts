import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SteppedClock } from '@northlight/runtime';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { JsonStream } from './json-stream.ts';
import { OvsdbClient, OvsdbFailed } from './ovsdb-client.ts';

test('splits a stream into objects at any chunk boundaries', () => {
  fc.assert(
    fc.property(fc.array(fc.object()), fc.integer({ min: 1, max: 7 }), (objects, size) => {
      const text = objects.map((object) => JSON.stringify(object)).join('');
      const stream = new JsonStream();
      const found: string[] = [];
      for (let at = 0; at < text.length; at += size) found.push(...stream.push(text.slice(at, at + size)));
      expect(found).toEqual(objects.map((object) => JSON.stringify(object)));
    }),
  );
});

describe('a client of the database', () => {
  let directory: string;
  let server: Server;
  let clock: SteppedClock;
  const requests: { id: unknown; method: string; params: unknown[] }[] = [];
  let answer: (socket: Socket, request: (typeof requests)[number]) => void;
  let connection: Socket | undefined;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'nl-ovsdb-'));
    clock = new SteppedClock();
    requests.length = 0;
    server = createServer((socket) => {
      connection = socket;
      const stream = new JsonStream();
      socket.setEncoding('utf8').on('data', (piece: string) => {
        for (const text of stream.push(piece)) {
          const request: (typeof requests)[number] = JSON.parse(text);
          requests.push(request);
          answer(socket, request);
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(join(directory, 'db.sock'), resolve));
  });
  afterEach(async () => {
    connection?.destroy();
    await new Promise((resolve) => server.close(resolve));
    await rm(directory, { recursive: true });
  });
  const connect = () => OvsdbClient.connect(join(directory, 'db.sock'), clock);
  const send = (socket: Socket, message: object) => socket.write(JSON.stringify(message));

  it('receives rows, answers echo requests, and reports changes', async () => {
    answer = (socket, { id, method }) => {
      if (method === 'transact') send(socket, { id, error: null, result: [{ rows: [{ name: 'p1' }] }, {}] });
      if (method === 'monitor') send(socket, { id, error: null, result: {} });
    };
    using client = await connect();
    expect(await client.transact({ op: 'select' }, { op: 'mutate' })).toEqual([[{ name: 'p1' }], []]);
    let changes = 0;
    await client.monitor({ Port: ['name'] }, () => changes++);
    if (connection) {
      send(connection, { id: 'echo', method: 'echo', params: [] });
      send(connection, { id: null, method: 'update', params: [null, {}] });
    }
    await expect.poll(() => changes).toBe(1);
    await expect.poll(() => requests.some(({ id }) => id === 'echo')).toBe(true);
  });

  it('rejects a transaction with the error of the database', async () => {
    answer = (socket, { id }) =>
      send(socket, { id, error: null, result: [{}, { error: 'constraint violation', details: 'tag 5000' }] });
    using client = await connect();
    await expect(client.transact({ op: 'update' })).rejects.toThrow('constraint violation: tag 5000');
  });

  it('rejects a transaction when the database does not answer or disconnects', async () => {
    answer = () => undefined;
    using client = await connect();
    const silent = client.transact({ op: 'select' });
    const refused = expect(silent).rejects.toThrow(OvsdbFailed);
    await clock.advance(10_000);
    await refused;
    const cut = client.transact({ op: 'select' });
    const lost = expect(cut).rejects.toThrow('The connection to the switch ended.');
    await expect.poll(() => requests.length).toBe(2);
    connection?.destroy();
    await lost;
    expect(client.ended).toBe(true);
    await expect(client.transact({ op: 'select' })).rejects.toThrow('not reachable');
    await expect(OvsdbClient.connect(join(directory, 'nowhere'), clock)).rejects.toThrow(OvsdbFailed);
  });
});
