/**
 * `node relay.ts tcp:HOST:PORT unix:PATH`: forwards connections from the first address to the second. Every
 * network namespace can reach a unix socket. Only the host's own namespace can reach the host's loopback.
 */
import { createConnection, createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { pathToFileURL } from 'node:url';

/** Forwards the bytes of each connection unchanged, so that TLS passes through. */
export async function startRelay(from: ListenOptions, to: () => Socket): Promise<AsyncDisposable> {
  const open = new Set<Socket>();
  const server: Server = createServer((caller) => {
    const target = to();
    for (const [socket, other] of [
      [caller, target],
      [target, caller],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    caller.pipe(target).pipe(caller);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(from, resolve);
  });
  return {
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

function parseAddress(text: string | undefined): { host: string; port: number } | { path: string } {
  const [kind, ...rest] = (text ?? '').split(':');
  if (kind === 'unix' && rest.length === 1 && rest[0]) return { path: rest[0] };
  if (kind === 'tcp' && rest.length === 2 && rest[0]) return { host: rest[0], port: Number(rest[1]) };
  throw new Error('usage: node relay.ts tcp:HOST:PORT|unix:PATH tcp:HOST:PORT|unix:PATH');
}

async function main(): Promise<void> {
  const [from, to] = [parseAddress(process.argv[2]), parseAddress(process.argv[3])];
  await using _relay = await startRelay(from, () => createConnection(to));
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
