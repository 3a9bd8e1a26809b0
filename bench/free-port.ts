import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * Returns a free port, for programs that cannot report their own and for requests before a program is ready.
 */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
