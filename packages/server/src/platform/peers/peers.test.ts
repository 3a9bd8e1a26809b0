import { once } from 'node:events';
import { connect } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { SystemClock } from '@northlight/runtime';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Peers } from './peers.ts';

const log = pino({ level: 'silent' });
const clock = new SystemClock();
const open = (key: number): Promise<Peers> =>
  Peers.open({ host: '127.0.0.1', port: 0, publicHost: undefined, key: Buffer.alloc(32, key), clock, log });

/** Returns the status and body of one request; 'refused' when no connection was established. */
async function ask(from: Peers, address: string): Promise<string> {
  const stream = from.to(address).request({ ':authority': 'tunnel', ':path': '/status' });
  try {
    const [headers] = await once(stream, 'response');
    const parts = await stream.setEncoding('utf8').toArray();
    return `${headers[':status']} ${parts.join('')}`;
  } catch {
    return 'refused';
  }
}

test('answers processes with the same key, also after a lost connection', async () => {
  await using one = await open(1);
  const other = await open(1);
  expect(await ask(one, other.address)).toBe('404 ');
  other.answer((request, response) => response.end(`${request.authority} ${request.url}`));
  expect(await ask(one, other.address)).toBe('200 tunnel /status');
  one.to(other.address).destroy();
  expect(await ask(one, other.address)).toBe('200 tunnel /status');
  await other[Symbol.asyncDispose]();
  expect(await ask(one, other.address)).toBe('refused');
});

test('fails the handshake in both directions without the key', async () => {
  await using one = await open(1);
  await using stranger = await open(2);
  one.answer((_request, response) => response.end('secret'));
  stranger.answer((_request, response) => response.end('forged'));
  expect(await ask(stranger, one.address)).toBe('refused');
  expect(await ask(one, stranger.address)).toBe('refused');
  const browser = connect(`https://${one.address}`, { rejectUnauthorized: false });
  const [error] = await once(browser, 'error');
  expect(String(error)).toContain('handshake failure');
});

test('closes a connection that begins no handshake', async () => {
  const options = { host: '127.0.0.1', port: 0, publicHost: undefined, key: Buffer.alloc(32), clock, log };
  await using one = await Peers.open({ ...options, handshakeMs: 50 });
  const silent = connectSocket(Number(one.address.split(':')[1]), '127.0.0.1');
  silent.on('error', () => undefined);
  await once(silent, 'close');
  expect(silent.destroyed).toBe(true);
});

test('publishes an address that other machines can use', async () => {
  const options = { port: 0, key: Buffer.alloc(32), clock, log };
  await using named = await Peers.open({ ...options, host: '127.0.0.1', publicHost: 'one.example.com' });
  expect(named.address).toMatch(/^one\.example\.com:\d+$/);
  await using everywhere = await Peers.open({ ...options, host: '0.0.0.0', publicHost: undefined });
  expect(everywhere.address).not.toContain('0.0.0.0');
});
