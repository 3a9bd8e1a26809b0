import { constants, X509Certificate } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from 'node:tls';
import type { Clock } from '@northlight/runtime';
import type { TlsIdentity } from '../certificates.ts';
import { type CertificateIdentity, readClientCertificate } from './client-certificate.ts';

const HANDSHAKE_TIMEOUT_MS = 10_000;

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** A listening socket; closing it leaves accepted connections open. */
export interface Listener {
  readonly port: number;
  close(): void;
}

/** Listens without encryption. */
export async function openListener(
  address: ListenAddress,
  onConnection: (socket: Socket) => void,
): Promise<Listener> {
  const server = createServer(onConnection);
  await listen(server, address);
  return { port: getServerPort(server), close: () => server.close() };
}

export interface TlsListenerOptions extends ListenAddress {
  readonly identity: TlsIdentity;
  readonly clock: Clock;
  /** Called for every connection before its handshake, so that it can be closed. */
  readonly onConnection: (socket: Socket) => void;
  /** Called after the handshake; `certificate` is undefined if the client presented none. */
  readonly onSecureConnection: (socket: TLSSocket, certificate: CertificateIdentity | undefined) => void;
  /** Called when a client presents a certificate of a foreign authority or one that is not valid now. */
  readonly onInvalidCertificate: () => void;
}

/**
 * Listens with TLS 1.2 or newer and requests a client certificate. An invalid one closes the connection right after the
 * handshake, before any data is read. Sessions are not resumed, so every connection proves its key.
 */
export async function openTlsListener(options: TlsListenerOptions): Promise<Listener> {
  const { onConnection, clock, onSecureConnection, identity, onInvalidCertificate } = options;
  const server = createTlsServer({
    ...buildTlsOptions(identity),
    requestCert: true,
    // Clients without a certificate are accepted; a presented certificate is checked below.
    rejectUnauthorized: false,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
  });
  server.on('connection', onConnection);
  server.on('secureConnection', (socket) => {
    const certificate = socket.getPeerX509Certificate();
    if (!certificate) return onSecureConnection(socket, undefined);
    const authority = new X509Certificate(identity.material.authority);
    const verified = readClientCertificate(certificate, authority, clock.now());
    if (verified) return onSecureConnection(socket, verified);
    onInvalidCertificate();
    socket.destroy();
  });
  const unsubscribe = identity.onChange(() => server.setSecureContext(buildTlsOptions(identity)));
  await listen(server, options);
  return {
    port: getServerPort(server),
    close: () => {
      unsubscribe();
      server.close();
    },
  };
}

function buildTlsOptions({ material }: TlsIdentity): TlsOptions {
  const { authority, certificate, key } = material;
  return {
    cert: certificate,
    key,
    ca: authority,
    minVersion: 'TLSv1.2',
    secureOptions: constants.SSL_OP_NO_TICKET,
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
