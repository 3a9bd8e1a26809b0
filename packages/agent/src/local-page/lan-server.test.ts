import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { SteppedClock } from '@northlight/runtime';
import { afterEach, expect, test } from 'vitest';
import { SILENT } from '../link/index.ts';
import { LanServer } from './lan-server.ts';
import { jsonResponse, type PageRequest } from './page-message.ts';

const open = new AsyncDisposableStack();
afterEach(() => open.disposeAsync());

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

function statusOf(
  host: string,
  port: number,
  headers: Record<string, string> = {},
  body = '',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ host, port, path: '/', method: body ? 'POST' : 'GET', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

test('the page is at the addresses of the device alone, follows them, and is asked for by address', async () => {
  const port = await freePort();
  let addresses = ['127.0.0.1'];
  const heard: PageRequest[] = [];
  const server = new LanServer({
    port,
    addresses: () => Promise.resolve(addresses),
    answer: async (asked) => {
      heard.push(asked);
      return jsonResponse(200, {});
    },
    clock: new SteppedClock(),
    log: SILENT,
  });
  open.use(server);
  await server.follow();
  expect(await statusOf('127.0.0.1', port)).toBe(200);
  await expect(statusOf('127.0.0.2', port)).rejects.toThrow('ECONNREFUSED');
  // A name that somebody else has made to lead here.
  expect(await statusOf('127.0.0.1', port, { host: `evil.example:${port}` })).toBe(421);
  expect(await statusOf('127.0.0.1', port, {}, 'x'.repeat(5_000))).toBe(413);
  expect(heard).toHaveLength(1);
  addresses = ['127.0.0.2'];
  await server.follow();
  expect(await statusOf('127.0.0.2', port)).toBe(200);
  await expect(statusOf('127.0.0.1', port)).rejects.toThrow('ECONNREFUSED');
});
