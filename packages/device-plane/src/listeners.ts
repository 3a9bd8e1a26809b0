import { constants } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from 'node:tls';
import type { TlsIdentity } from './certificates.ts';
import type { SocketLimiter } from './socket-limiter.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** A listening socket. Closing it keeps the accepted connections open. */
export interface Listener {
  readonly port: number;
  close(): void;
}

export interface ListenOptions extends ListenAddress {
  readonly limits: SocketLimiter;
}

export async function openListener(
  { limits, ...address }: ListenOptions,
  onConnection: (socket: Socket) => void,
): Promise<Listener> {
  const server = createServer((socket) => {
    if (limits.admit(socket)) onConnection(socket);
  });
  await listen(server, address);
  return { port: getServerPort(server), close: () => server.close() };
}

export interface TlsListenerOptions extends ListenOptions {
  readonly identity: TlsIdentity;
  /** Returns the authorities that the server names to clients, as PEM. */
  readonly authorities: (identity: TlsIdentity) => string[];
  /** Called for every admitted connection before its handshake, so that the caller can close it. */
  readonly onConnection: (socket: Socket) => void;
  /**
   * Called after the handshake. TLS has proved the key of a presented certificate, but its authority is not
   * verified.
   */
  readonly onSecureConnection: (socket: TLSSocket) => void;
}

/**
 * Opens a listener for TLS 1.2 or newer that requests a client certificate. A handshake that takes more than
 * 10 s is ended. Sessions are not resumed, so that every connection proves its key.
 */
export async function openTlsListener(options: TlsListenerOptions): Promise<Listener> {
  const { authorities, identity, limits, onConnection, onSecureConnection } = options;
  const tlsOptions = (): TlsOptions => ({
    cert: identity.material.certificate,
    key: identity.material.key,
    ca: authorities(identity),
    minVersion: 'TLSv1.2',
    secureOptions: constants.SSL_OP_NO_TICKET,
  });
  // Accepts clients without a certificate; callers check a certificate that a client presents.
  const server = createTlsServer({ ...tlsOptions(), requestCert: true, rejectUnauthorized: false });
  server.on('connection', (socket: Socket) => {
    if (limits.admit(socket) && limits.startHandshake(socket)) onConnection(socket);
  });
  server.on('secureConnection', (socket) => {
    limits.endHandshake(socket);
    onSecureConnection(socket);
  });
  const unsubscribe = identity.onChange(() => server.setSecureContext(tlsOptions()));
  await listen(server, options);
  return {
    port: getServerPort(server),
    close: () => {
      unsubscribe();
      server.close();
    },
  };
}

function listen(server: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => resolve());
  });
}

function getServerPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
