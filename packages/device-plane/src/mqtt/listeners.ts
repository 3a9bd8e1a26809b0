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

/** A listener that hands over connections; closing it leaves those alone. */
export interface Listener {
  readonly port: number;
  close(): void;
}

/** Listens without encryption. */
export async function openListener(place: ListenAddress, enter: (socket: Socket) => void): Promise<Listener> {
  const server = createServer(enter);
  await listen(server, place);
  return { port: portOf(server), close: () => server.close() };
}

export interface TlsListenerOptions extends ListenAddress {
  readonly identity: TlsIdentity;
  readonly clock: Clock;
  /** Every connection before its handshake, so that it can be ended. */
  readonly onConnection: (socket: Socket) => void;
  /** The handshake is done; who has no certificate has no identity yet. */
  readonly onSecureConnection: (socket: TLSSocket, certificate: CertificateIdentity | undefined) => void;
  /** A certificate was presented that is none of ours, or is not valid now. */
  readonly onInvalidCertificate: () => void;
}

/**
 * Listens with TLS 1.2 or newer. A client certificate is asked for; a bad one ends the connection with the handshake,
 * before a byte behind it is read. Sessions are not resumed, so that every connection proves its key.
 */
export async function openTlsListener(options: TlsListenerOptions): Promise<Listener> {
  const { onConnection, clock, onSecureConnection, identity, onInvalidCertificate } = options;
  const server = createTlsServer({
    ...contextOf(identity),
    requestCert: true,
    // Who brings none may enter; who brings one is judged below.
    rejectUnauthorized: false,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
  });
  server.on('connection', onConnection);
  server.on('secureConnection', (socket) => {
    const certificate = socket.getPeerX509Certificate();
    if (!certificate) return onSecureConnection(socket, undefined);
    const authority = new X509Certificate(identity.material.authority);
    const proved = readClientCertificate(certificate, authority, clock.now());
    if (proved) return onSecureConnection(socket, proved);
    onInvalidCertificate();
    socket.destroy();
  });
  const forget = identity.onChange(() => server.setSecureContext(contextOf(identity)));
  await listen(server, options);
  return {
    port: portOf(server),
    close: () => {
      forget();
      server.close();
    },
  };
}

function contextOf({ material }: TlsIdentity): TlsOptions {
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

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
