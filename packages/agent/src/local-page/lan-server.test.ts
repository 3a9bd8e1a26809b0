import { request } from 'node:http';
import { SteppedClock } from '@northlight/runtime';
import { afterEach, expect, test } from 'vitest';
import { SILENT_LOG } from '../link/index.ts';
import { LanServer } from './lan-server.ts';
import { createJsonResponse, type PageRequest } from './page-message.ts';

const open = new AsyncDisposableStack();
afterEach(() => open.disposeAsync());

/** Returns a loopback address that only this process uses, so that the port is free there. */
const loopback = (block: number): string =>
  `127.${block + ((process.pid >> 16) & 63)}.${(process.pid >> 8) & 255}.${process.pid & 255}`;
const [HERE, THERE] = [loopback(64), loopback(128)];

function fetchStatus(
  host: string,
  port: number,
  headers: Record<string, string> = {},
  body = '',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      { host, port, path: '/', method: body ? 'POST' : 'GET', headers },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}

test('serves the local page at the addresses of the LAN only, and rejects requests by host name', async () => {
  const port = 8080;
  let addresses = [HERE];
  const received: PageRequest[] = [];
  const server = new LanServer({
    port,
    addresses: () => Promise.resolve(addresses),
    answer: async (request) => {
      received.push(request);
      return createJsonResponse(200, {});
    },
    clock: new SteppedClock(),
    log: SILENT_LOG,
  });
  open.use(server);
  await server.updateListeners();
  expect(await fetchStatus(HERE, port)).toBe(200);
  await expect(fetchStatus(THERE, port)).rejects.toThrow('ECONNREFUSED');
  // Sends a foreign host name, which could resolve to this address.
  expect(await fetchStatus(HERE, port, { host: `evil.example:${port}` })).toBe(421);
  expect(await fetchStatus(HERE, port, {}, 'x'.repeat(5_000))).toBe(413);
  expect(received).toHaveLength(1);
  addresses = [THERE];
  await server.updateListeners();
  expect(await fetchStatus(THERE, port)).toBe(200);
  await expect(fetchStatus(HERE, port)).rejects.toThrow('ECONNREFUSED');
});
