import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect as connectTls } from 'node:tls';
import { requireFeature } from '../platform/feature.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const ports = (): readonly number[] => {
  const { mqtt, ucentral } = world.server.gateway;
  return [mqtt.tlsPort ?? 0, requireFeature(ucentral).port];
};

/**
 * Opens TCP connections from a loopback address. `closed` resolves when the server has closed all of them.
 */
async function openIdle(port: number, count: number, localAddress: string, firstBytes?: Buffer) {
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }));
  const closed = sockets.map((socket) =>
    once(
      socket.on('error', () => undefined),
      'close',
    ),
  );
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  if (firstBytes) for (const socket of sockets) socket.write(firstBytes);
  return { sockets, closed: Promise.all(closed) };
}

/** Completes a handshake from another address, so that all earlier connections have been accepted. */
async function handshake(port: number, localAddress: string): Promise<void> {
  const socket = connectTls({
    socket: connect({ port, host: '127.0.0.1', localAddress }),
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  socket.destroy();
}

const stillOpen = (sockets: readonly Socket[]): number => sockets.filter(({ closed }) => !closed).length;
/** Beginning of a ClientHello whose rest is never sent. */
const HALF_HELLO = Buffer.from('16030100c8010000c40303', 'hex');

test.each([
  ['nothing', undefined],
  ['half a ClientHello', HALF_HELLO],
])('the listeners end connections that send %s after 10 s', async (_name, firstBytes) => {
  for (const port of ports()) {
    const { closed, sockets } = await openIdle(port, 50, '127.0.0.2', firstBytes);
    await handshake(port, '127.0.0.3');
    await world.clock.advance(9_000);
    expect(stillOpen(sockets)).toBe(50);
    await world.clock.advance(1_000);
    await closed;
  }
});

test('the listeners limit the unfinished handshakes of one address to 256 and serve other addresses', async () => {
  for (const port of ports()) {
    const { closed, sockets } = await openIdle(port, 300, '127.0.0.4');
    await handshake(port, '127.0.0.5');
    expect(stillOpen(sockets)).toBe(256);
    await world.clock.advance(10_000);
    await closed;
    await handshake(port, '127.0.0.4');
  }
});
