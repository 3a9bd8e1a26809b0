/**
 * The native devices' door: MQTT 3.1.1 on aedes. A client id is its authenticated identity, everything is denied by
 * default, a publish is acknowledged after its commit, and one device's messages are taken in order.
 */
import type { Socket } from 'node:net';
import {
  MAX_PAYLOAD_BYTES,
  parseRequestTopic,
  parseUpTopic,
  topics,
} from '@northlight/contract/device-protocol';
import { KeyedBan, packPayload } from '@northlight/runtime';
import type { Client } from 'aedes';
import type { TlsIdentity } from '../certificates.ts';
import type { DeviceConnection, DevicePlane, PlaneServices } from '../plane.ts';
import { MalformedMessage } from '../plane.ts';
import { Provisioning } from '../provisioning.ts';
import { authenticate, type Identity } from './authenticate.ts';
import type { CertificateIdentity } from './client-certificate.ts';
import { DeviceBroker } from './device-broker.ts';
import { DeviceLimits } from './device-limits.ts';
import { openListener, openTlsListener, type ListenAddress } from './listeners.ts';
import { guardFrames } from './frame-guard.ts';
import { LinkQueue } from './link-queue.ts';
import { readMessage, readRequest } from './read-payload.ts';

const MAX_FRAME_BYTES = MAX_PAYLOAD_BYTES + 1024;
const MAX_QUEUED = 500;
/** Refusals, and hellos, of one device within a minute; beyond, it is kept out for a minute. */
const MAX_REFUSALS_PER_MINUTE = 10;
const MAX_HELLOS_PER_MINUTE = 30;

/** A connection as this endpoint keeps it, one per client object. */
interface Link {
  readonly kind: 'device' | 'provisioning';
  /** Device id or serial number. */
  readonly identity: string;
  readonly connection: DeviceConnection | undefined;
  readonly limits: DeviceLimits;
  readonly release: () => void;
  readonly queue: LinkQueue;
}

/** Who takes what is published to a topic. */
interface Target {
  /** Resolves after the commit. */
  handle(payload: Buffer): Promise<void>;
  readonly isFigures?: boolean;
}

/** Counts of what was refused, for tests and metrics. */
export interface Refusals {
  authentication: number;
  publish: number;
  subscribe: number;
  malformed: number;
  /** Connections turned away without a look at who they are. */
  banned: number;
  /** Connections ended with their handshake: a certificate of a foreign authority, or not valid now. */
  certificate: number;
}

export interface MqttEndpoint extends AsyncDisposable {
  /** Of the listener without TLS. */
  readonly port: number;
  /** Undefined when there is no TLS. */
  readonly tlsPort: number | undefined;
  readonly refusals: Readonly<Refusals>;
  readonly provisioning: Provisioning;
}

export interface MqttEndpointOptions {
  /** Without encryption: on loopback. */
  readonly plain: ListenAddress;
  readonly tls?: ListenAddress & { readonly identity: TlsIdentity };
  /** A device has come into the list of those that wait for an account. */
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
  const open = new Set<Link>();
  /** What sockets proved in their handshake. */
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

  // What is only claimed counts together with where it comes from; what is proved counts by itself.
  const strangers = new KeyedBan(MAX_REFUSALS_PER_MINUTE);
  const known = new KeyedBan(MAX_REFUSALS_PER_MINUTE);
  const hellos = new KeyedBan(MAX_HELLOS_PER_MINUTE);
  const claimedBy = (client: Client): string => `${client.id}|${addressOf(client)}`;

  broker.authenticate = (client, username, password, done) => {
    const now = clock.now();
    if (
      strangers.isBanned(claimedBy(client), now) ||
      known.isBanned(client.id, now) ||
      hellos.isBanned(client.id, now)
    ) {
      refusals.banned++;
      // "Unavailable", not "not authorised": an honest device comes back later and keeps its credential.
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
          strangers.record(claimedBy(client), clock.now());
          return done(Object.assign(new Error('not authorised'), { returnCode: 4 }), false);
        }
        const link = newLink(client, identity);
        links.set(client, link);
        open.add(link);
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
    const base = { kind, identity, limits: new DeviceLimits(now), queue: new LinkQueue() };
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
          failed(client, error);
          client.close();
        });
  });
  broker.on('clientDisconnect', (client) => {
    const link = links.get(client);
    if (!link) return;
    link.release();
    const { connection } = link;
    const last = connection ? link.queue.add(() => plane.disconnected(connection)) : link.queue.whenIdle();
    void last.catch((error: unknown) => failed(client, error)).finally(() => open.delete(link));
  });
  broker.on('ping', (_packet, client) => {
    const connection = client && links.get(client)?.connection;
    if (connection) connection.lastActiveAt = clock.now();
  });

  const failed = (client: Client, error: unknown): void =>
    services.log.warn({ err: error, client: client.id }, 'device message failed');

  broker.authorizePublish = (client, packet, done) => {
    const link = client ? links.get(client) : undefined;
    if (!client || !link) return done(new Error('not allowed'));
    const payload = bytesOf(packet.payload);
    const target = targetOf(client, link, packet.topic);
    const now = clock.now();
    const within = link.limits.take(payload.length, now) && link.queue.length < MAX_QUEUED;
    if (!target || packet.retain || packet.qos === 2 || payload.length > MAX_PAYLOAD_BYTES || !within) {
      refusals.publish++;
      known.record(client.id, now);
      return done(new Error('not allowed'));
    }
    if (link.connection) link.connection.lastActiveAt = now;
    else hellos.record(client.id, now);
    const work = (): Promise<void> => target.handle(payload);
    const taken = target.isFigures ? link.queue.addFigures(work) : link.queue.add(work);
    taken.then(
      () => done(null),
      (error: unknown) => {
        if (error instanceof MalformedMessage) {
          refusals.malformed++;
          known.record(client.id, clock.now());
        } else failed(client, error);
        done(error instanceof Error ? error : new Error('failed'));
      },
    );
  };

  /** What a link may publish to: its own up tree, or its hello. */
  function targetOf(client: Client, link: Link, topic: string): Target | undefined {
    const { connection, identity } = link;
    if (!connection)
      return topic === topics.hello(identity)
        ? { handle: async (payload) => provisioning.hello(identity, readMessage(payload), addressOf(client)) }
        : undefined;
    const request = parseRequestTopic(topic);
    if (request?.deviceId === identity)
      return { handle: (payload) => plane.request(connection, request.requestId, readRequest(payload)) };
    const up = parseUpTopic(topic);
    if (up?.deviceId !== identity) return undefined;
    const handle = async (payload: Buffer): Promise<void> =>
      plane.receive(connection, up.channel, readMessage(payload), payload);
    return { handle, isFigures: up.channel === 'stat' };
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
    // A connection that breaks is an end like any other.
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const enter = (socket: Socket, certificate?: CertificateIdentity): void => {
    if (certificate) certificates.set(socket, certificate);
    guardFrames(socket, MAX_FRAME_BYTES);
    broker.handle(socket);
  };
  await using opening = new AsyncDisposableStack();
  opening.defer(() => new Promise<void>((resolve) => broker.close(() => resolve())));
  const plain = await openListener(options.plain, (socket) => {
    track(socket);
    enter(socket);
  });
  opening.defer(() => plain.close());
  const { tls } = options;
  const tlsDoor =
    tls &&
    (await openTlsListener({
      ...tls,
      clock,
      onConnection: track,
      onSecureConnection: (socket, certificate) => {
        track(socket);
        enter(socket, certificate);
      },
      onInvalidCertificate: () => refusals.certificate++,
    }));
  if (tlsDoor) opening.defer(() => tlsDoor.close());
  const closing = opening.move();
  return {
    port: plain.port,
    tlsPort: tlsDoor?.port,
    refusals,
    provisioning,
    [Symbol.asyncDispose]: async () => {
      plane.beginShutdown();
      await closing.disposeAsync();
      for (const socket of sockets) socket.destroy();
      await Promise.all([...open].map((link) => link.queue.whenIdle()));
    },
  };
}

const bytesOf = (payload: Buffer | string): Buffer =>
  typeof payload === 'string' ? Buffer.from(payload) : payload;

const addressOf = ({ conn }: Client): string =>
  'remoteAddress' in conn && typeof conn.remoteAddress === 'string' ? conn.remoteAddress : '';
