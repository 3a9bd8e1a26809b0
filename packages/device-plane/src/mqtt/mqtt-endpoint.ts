/**
 * Endpoint of native devices: MQTT 3.1.1 on aedes. The client id is the authenticated identity, and access is
 * denied by default. A publish is acknowledged after its commit, and the messages of one device are handled
 * in order.
 */
import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import {
  MAX_PAYLOAD_BYTES,
  parseRequestTopic,
  parseUpTopic,
  topics,
} from '@northlight/contract/device-protocol';
import { KeyedBan, KeyedBucket, packPayload } from '@northlight/runtime';
import type { Client } from 'aedes';
import type { TlsIdentity } from '../certificates.ts';
import { MalformedMessage } from '../clean-message.ts';
import type { DevicePlane } from '../plane.ts';
import type { DeviceConnection, PlaneServices } from '../plane-services.ts';
import { Provisioning } from '../provisioning.ts';
import { authenticate, type Identity } from './authenticate.ts';
import { type CertificateIdentity, readClientCertificate } from './client-certificate.ts';
import { DeviceBroker } from './device-broker.ts';
import { DeviceRateLimiter } from './device-rate-limiter.ts';
import { type ListenAddress, openListener, openTlsListener } from '../listeners.ts';
import type { SocketLimiter } from '../socket-limiter.ts';
import { guardFrames } from './frame-guard.ts';
import { LinkQueue } from './link-queue.ts';
import { findPublishRefusal } from './publish-refusal.ts';
import { readMessage, readRequest } from './read-payload.ts';

const MAX_FRAME_BYTES = MAX_PAYLOAD_BYTES + 1024;
const MAX_QUEUED = 500;
/**
 * Maximum numbers of refusals and hellos per device and minute. A device that exceeds a maximum is banned for
 * 1 min.
 */
const MAX_REFUSALS_PER_MINUTE = 10;
const MAX_HELLOS_PER_MINUTE = 30;

/** State of one client connection. */
interface Link {
  readonly kind: 'device' | 'provisioning';
  /** Device id or serial number. */
  readonly identity: string;
  readonly connection: DeviceConnection | undefined;
  readonly limits: DeviceRateLimiter;
  readonly release: () => void;
  readonly queue: LinkQueue;
}

/** Handler of messages published to a topic. */
interface Target {
  /** Resolves after the commit. */
  handle(payload: Buffer): Promise<void>;
  /** True for stat messages, which run in parallel. */
  readonly isStat?: boolean;
}

/** Counts of refused connections and messages, for tests and metrics. */
export interface Refusals {
  authentication: number;
  publish: number;
  subscribe: number;
  malformed: number;
  /** Connections of banned clients, refused before authentication. */
  banned: number;
  /**
   * Connections that were closed after the handshake, because a foreign authority signed the certificate or
   * it is not valid now.
   */
  certificate: number;
}

export interface MqttEndpoint extends AsyncDisposable {
  /** Port of the listener without TLS. */
  readonly port: number;
  /** Port of the listener with TLS; undefined without TLS. */
  readonly tlsPort: number | undefined;
  readonly refusals: Readonly<Refusals>;
  readonly provisioning: Provisioning;
}

export interface MqttEndpointOptions {
  /** Address of the listener without encryption; it should be loopback. */
  readonly plain: ListenAddress;
  readonly limits: SocketLimiter;
  readonly tls?: ListenAddress & { readonly identity: TlsIdentity };
  /** Called when a device was added to an account's list of waiting devices. */
  readonly onDeviceWaiting?: (accountId: string) => void;
}

export async function startMqttEndpoint(
  plane: DevicePlane,
  services: PlaneServices,
  options: MqttEndpointOptions,
): Promise<MqttEndpoint> {
  const { clock } = services;
  const links = new WeakMap<Client, Link>();
  const sockets = new Set<Socket>();
  const openLinks = new Set<Link>();
  /** Certificates that sockets proved in their handshake. */
  const certificates = new WeakMap<object, CertificateIdentity>();
  const refusals: Refusals = {
    authentication: 0,
    publish: 0,
    subscribe: 0,
    malformed: 0,
    banned: 0,
    certificate: 0,
  };
  const provisioning = new Provisioning(
    plane.store,
    clock,
    services.entropy,
    (id) => plane.closeConnection(id, 'a new credential was issued'),
    options.onDeviceWaiting,
  );
  const broker = new DeviceBroker({
    concurrency: 1000,
    drainTimeout: 30_000,
    maxTopicLevels: 8,
    connectTimeout: 5_000,
  });
  await broker.listen();

  // Counts the client id together with the address before authentication, because another device may own the
  // id; afterwards counts the id alone.
  const unauthenticatedBans = new KeyedBan(MAX_REFUSALS_PER_MINUTE);
  const refusalBans = new KeyedBan(MAX_REFUSALS_PER_MINUTE);
  const helloBans = new KeyedBan(MAX_HELLOS_PER_MINUTE);
  const helloNotes = new KeyedBucket({ ratePerSecond: 1 / 3600, burst: 3 });
  const claimKey = (client: Client): string => `${client.id}|${getClientAddress(client)}`;

  broker.authenticate = (client, username, password, done) => {
    const now = clock.now();
    if (
      unauthenticatedBans.isBanned(claimKey(client), now) ||
      refusalBans.isBanned(client.id, now) ||
      helloBans.isBanned(client.id, now)
    ) {
      refusals.banned++;
      // Answers "unavailable" instead of "not authorised", so that a legitimate device retries later and
      // keeps its credential.
      return done(Object.assign(new Error('try later'), { returnCode: 3 }), false);
    }
    authenticate(plane.store, {
      clientId: client.id,
      username,
      password: password?.toString('utf8') ?? '',
      certificate: certificates.get(client.conn),
    }).then(
      (identity) => {
        if (!identity) {
          refusals.authentication++;
          unauthenticatedBans.record(claimKey(client), clock.now());
          return done(Object.assign(new Error('not authorised'), { returnCode: 4 }), false);
        }
        const link = newLink(client, identity);
        links.set(client, link);
        openLinks.add(link);
        return done(null, true);
      },
      (error: unknown) => {
        services.log.warn({ err: error }, 'device could not be authenticated');
        done(Object.assign(new Error('unavailable'), { returnCode: 3 }), false);
      },
    );
  };

  function newLink(client: Client, { certificate, kind, identity, token }: Identity): Link {
    const send = (topic: string, payload: object): void =>
      client.publish(
        { cmd: 'publish', topic, payload: packPayload(payload), qos: 1, retain: false, dup: false },
        () => undefined,
      );
    const now = clock.now();
    const base = { kind, identity, limits: new DeviceRateLimiter(now), queue: new LinkQueue() };
    if (kind === 'provisioning') {
      const release = provisioning.listen(identity, (offer) => send(topics.offer(identity), offer));
      return { ...base, connection: undefined, release };
    }
    const connection: DeviceConnection = {
      deviceId: identity,
      token,
      certificate,
      session: undefined,
      lastActiveAt: now,
      publish: ({ topic, payload }) => send(topic, payload),
      close: () => client.close(),
    };
    return { ...base, connection, release: () => undefined };
  }

  broker.on('clientReady', (client) => {
    const link = links.get(client);
    const connection = link?.connection;
    if (link && connection)
      link.queue
        .add(() => plane.connected(connection))
        .catch((error: unknown) => {
          logFailure(client, error);
          client.close();
        });
  });
  broker.on('clientDisconnect', (client) => {
    const link = links.get(client);
    if (!link) return;
    link.release();
    const { connection } = link;
    const last = connection ? link.queue.add(() => plane.disconnected(connection)) : link.queue.whenIdle();
    void last.catch((error: unknown) => logFailure(client, error)).finally(() => openLinks.delete(link));
  });
  broker.on('ping', (_packet, client) => {
    const connection = client && links.get(client)?.connection;
    if (connection) connection.lastActiveAt = clock.now();
  });

  const logFailure = (client: Client, error: unknown): void =>
    services.log.warn({ err: error, client: client.id }, 'device message failed');

  /** Notes why a message closes the connection of a device: in its project, or for an unclaimed one in the log only. */
  const noteRefusal = (link: Link, reason: string): void => {
    if (link.connection) plane.noteRefusal(link.identity, reason);
    else if (helloNotes.take(link.identity, clock.now()))
      services.log.warn({ sn: link.identity, reason }, 'hello of a device refused');
  };

  broker.authorizePublish = (client, packet, done) => {
    const link = client ? links.get(client) : undefined;
    if (!client || !link) return done(new Error('not allowed'));
    const payload = toBuffer(packet.payload);
    const target = findTarget(client, link, packet.topic);
    const now = clock.now();
    const isWithinLimits = link.limits.take(payload.length, now) && link.queue.length < MAX_QUEUED;
    const reason = findPublishRefusal(packet, payload.length, isWithinLimits);
    if (!target || reason !== undefined) {
      refusals.publish++;
      refusalBans.record(client.id, now);
      noteRefusal(link, reason ?? `the topic ${packet.topic} does not belong to the device`);
      return done(new Error('not allowed'));
    }
    if (link.connection) link.connection.lastActiveAt = now;
    else helloBans.record(client.id, now);
    const work = (): Promise<void> => target.handle(payload);
    const handled = target.isStat ? link.queue.addStat(work) : link.queue.add(work);
    handled.then(
      () => done(null),
      (error: unknown) => {
        if (error instanceof MalformedMessage) {
          refusals.malformed++;
          refusalBans.record(client.id, clock.now());
          noteRefusal(link, error.message);
        } else logFailure(client, error);
        done(error instanceof Error ? error : new Error('failed'));
      },
    );
  };

  /**
   * Returns the handler of a topic that the link may publish to: its own up tree, requests, or its hello;
   * undefined for other topics.
   */
  function findTarget(client: Client, link: Link, topic: string): Target | undefined {
    const { connection, identity } = link;
    if (!connection)
      return topic === topics.hello(identity)
        ? {
            handle: async (payload) =>
              provisioning.hello(identity, readMessage(payload), getClientAddress(client)),
          }
        : undefined;
    const request = parseRequestTopic(topic);
    if (request?.deviceId === identity)
      return { handle: (payload) => plane.request(connection, request.requestId, readRequest(payload)) };
    const up = parseUpTopic(topic);
    if (up?.deviceId !== identity) return undefined;
    const handle = async (payload: Buffer): Promise<void> =>
      plane.receive(connection, up.channel, readMessage(payload), payload);
    return { handle, isStat: up.channel === 'stat' };
  }

  broker.authorizeSubscribe = (client, subscription, done) => {
    const link = links.get(client);
    const own = link && (link.kind === 'device' ? `d/${link.identity}/down/` : `p/${link.identity}/down/`);
    const rest = own && subscription.topic.startsWith(own) ? subscription.topic.slice(own.length) : undefined;
    if (rest === undefined || (rest !== '#' && /[#+]/.test(rest))) {
      refusals.subscribe++;
      return done(new Error('not allowed'));
    }
    done(null, subscription);
  };

  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.setNoDelay(true);
    // Ignores the error, because the close event handles a broken connection.
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const accept = (socket: Socket, certificate?: CertificateIdentity): void => {
    if (certificate) certificates.set(socket, certificate);
    guardFrames(socket, MAX_FRAME_BYTES);
    broker.handle(socket);
  };
  await using opening = new AsyncDisposableStack();
  opening.defer(() => new Promise<void>((resolve) => broker.close(() => resolve())));
  const { limits, tls } = options;
  const plain = await openListener({ ...options.plain, limits }, (socket) => {
    track(socket);
    accept(socket);
  });
  opening.defer(() => plain.close());
  /** Closes a connection with an invalid certificate after the handshake, before any data is read. */
  const acceptSecure = (socket: TLSSocket, { material }: TlsIdentity): void => {
    track(socket);
    const certificate = socket.getPeerX509Certificate();
    if (!certificate) return accept(socket);
    const verified = readClientCertificate(certificate, new X509Certificate(material.authority), clock.now());
    if (verified) return accept(socket, verified);
    refusals.certificate++;
    socket.destroy();
  };
  const tlsListener =
    tls &&
    (await openTlsListener({
      ...tls,
      limits,
      authorities: ({ material }) => [material.authority],
      onConnection: track,
      onSecureConnection: (socket) => acceptSecure(socket, tls.identity),
    }));
  if (tlsListener) opening.defer(() => tlsListener.close());
  const closing = opening.move();
  return {
    port: plain.port,
    tlsPort: tlsListener?.port,
    refusals,
    provisioning,
    [Symbol.asyncDispose]: async () => {
      plane.beginShutdown();
      await closing.disposeAsync();
      for (const socket of sockets) socket.destroy();
      await Promise.all([...openLinks].map((link) => link.queue.whenIdle()));
    },
  };
}

const toBuffer = (payload: Buffer | string): Buffer =>
  typeof payload === 'string' ? Buffer.from(payload) : payload;

const getClientAddress = ({ conn }: Client): string =>
  'remoteAddress' in conn && typeof conn.remoteAddress === 'string' ? conn.remoteAddress : '';
