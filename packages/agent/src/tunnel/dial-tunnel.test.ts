import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { dialTunnel } from './dial-tunnel.ts';

const dial = (url: string): Promise<unknown> =>
  dialTunnel({ url, ca: '', signal: new AbortController().signal });

test.each(['http://127.0.0.1/tunnels/x', 'ftp://127.0.0.1', 'nothing'])(
  'rejects the tunnel address %s',
  async (url) => {
    await expect(dial(url)).rejects.toThrow('not https');
  },
);

test('rejects a host without a certificate of the trusted authority', async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined).end('hello'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await expect(dial(`https://127.0.0.1:${port}/tunnels/x`)).rejects.toThrow('could not reach the tunnel');
  server.close();
});
