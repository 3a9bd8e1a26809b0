import { type Connection, ConnectionRefused, type ConnectRequest } from '@northlight/agent';
import {
  KEEPALIVE_SECONDS,
  parseRequestTopic,
  parseUpTopic,
  topics,
} from '@northlight/contract/device-protocol';
import { type DeviceConnection, MalformedMessage } from '@northlight/device-plane';
import { authenticate } from '@northlight/device-plane/testing';
import { type Clock, sleep } from '@northlight/runtime';
import type { CloudProcess } from './cloud-process.ts';
import { NO_FAULTS, type RandomChoices, type FaultRates } from './faults.ts';
import type { WireWatch } from './wire-watch.ts';

const PING_MS = (KEEPALIVE_SECONDS * 1000) / 2;
/** Time (ms) after which a device closes a connection without messages. */
const SILENCE_MS = KEEPALIVE_SECONDS * 1500;
const CONNECT_TIMEOUT_MS = 10_000;

type Way = 'up' | 'down';
type Identity = NonNullable<Awaited<ReturnType<typeof authenticate>>>;

const ignore = (): void => undefined;

/** One connection. Its messages stay in order until one direction dies. */
interface Link {
  readonly request: ConnectRequest;
  readonly server: CloudProcess;
  /** Device id or, at first contact, serial number. */
  readonly identity: string;
  /** Connection of the plane; undefined at first contact. */
  readonly connection: DeviceConnection | undefined;
  /** Maximum delay of the connection's messages (ms); some connections are slower than others. */
  readonly slowestMs: number;
  readonly dead: Set<Way>;
  /** Releases the resources of the endpoint for this connection. */
  readonly release: () => void;
  readonly lastArrival: Record<Way, number>;
  readonly waiting: Set<() => void>;
  subscribed: boolean;
  deviceOpen: boolean;
  serverOpen: boolean;
  /** Work of the endpoint for this connection, in order. */
  queue: Promise<void>;
}

export interface NetworkServices {
  readonly clock: Clock;
  readonly choices: RandomChoices;
  /** Returns the process that accepts a new connection; undefined while none runs. */
  readonly server: () => CloudProcess | undefined;
  readonly watch: WireWatch;
  readonly trace: (text: string) => void;
  readonly violated: (text: string) => void;
}

/**
 * The network between devices and cloud. It also does the work of the MQTT endpoint: identity, order, last
 * will.
 */
export class VirtualNetwork {
  rates: FaultRates = NO_FAULTS;
  readonly #services: NetworkServices;
  readonly #links = new Set<Link>();

  constructor(services: NetworkServices) {
    this.#services = services;
  }

  async connect(request: ConnectRequest, reachable: () => boolean): Promise<Connection> {
    const { clock, server, choices } = this.#services;
    await sleep(clock, choices.between(1, this.rates.slowestMs));
    const process = server();
    if (!process || !reachable()) throw new Error('unreachable');
    const asked = this.#admit(request, process);
    const link = await Promise.race([asked, sleep(clock, CONNECT_TIMEOUT_MS)]);
    if (!process.alive || !reachable()) {
      void asked.then((late) => this.#abandon(late), ignore);
      throw new Error('unreachable');
    }
    if (link === undefined) {
      void asked.then((late) => late !== 'refused' && this.#leave(late, true), ignore);
      throw new Error('no answer');
    }
    if (link === 'refused') throw new ConnectionRefused('not authorised');
    return {
      publish: (topic, payload) => this.#up(link, topic, payload),
      subscribe: async () => {
        await sleep(clock, choices.between(1, this.rates.slowestMs));
        if (!link.deviceOpen) throw new Error('closed');
        link.subscribed = true;
      },
      end: () => this.#leave(link, false),
      drop: () => this.#leave(link, true),
    };
  }

  /** Authenticates a connection like the endpoint. */
  async #admit(request: ConnectRequest, process: CloudProcess): Promise<Link | 'refused'> {
    const { clientId, password, username } = request;
    const claim = { clientId, username, password, certificate: undefined };
    const identity = await authenticate(process.plane.store, claim);
    if (!identity) return 'refused';
    if (identity.kind !== 'provisioning') this.#services.watch.admit(password);
    const link = this.#createLink(request, process, identity);
    if (!link.connection) this.#replaceFirstContact(link);
    this.#links.add(link);
    const { connection } = link;
    if (connection)
      this.#enqueue(link, () => process.plane.connected(connection)).catch(() =>
        this.#closeServer(link, 'failed'),
      );
    this.#ping(link);
    return link;
  }

  /** Replaces an earlier connection at first contact; for known devices the plane replaces it. */
  #replaceFirstContact({ identity, server }: Link): void {
    for (const earlier of this.#links)
      if (earlier.identity === identity && earlier.server === server)
        this.#closeServer(earlier, 'replaced by a newer connection');
  }

  /** Abandons a connection without notifying the server. */
  #abandon(link: Link | 'refused'): void {
    if (link === 'refused') return;
    this.#die(link, 'up');
    this.#die(link, 'down');
  }

  /** Ends all connections of a dead server process. They end at once, or their closing packets are lost. */
  breakAllOf(process: CloudProcess): void {
    for (const link of this.#links) {
      if (link.server !== process) continue;
      link.serverOpen = false;
      this.#links.delete(link);
      if (this.#services.choices.happens(0.3)) this.#die(link, 'down');
      else this.#later(link, 'down', () => this.#closeDevice(link));
    }
  }

  /** Cuts the path of one device to the cloud without notifying either side. */
  cutOff({ id, sn }: { readonly id: string | undefined; readonly sn: string }): void {
    for (const link of this.#links) {
      if (link.identity !== id && link.identity !== sn) continue;
      this.#die(link, 'up');
      this.#die(link, 'down');
    }
  }

  #createLink(request: ConnectRequest, server: CloudProcess, { identity, kind, token }: Identity): Link {
    const link: Link = {
      request,
      server,
      identity,
      connection:
        kind === 'provisioning'
          ? undefined
          : {
              deviceId: identity,
              token,
              session: undefined,
              lastActiveAt: server.clock.now(),
              publish: ({ topic, payload }) => this.#down(link, topic, JSON.stringify(payload)),
              close: (reason) => this.#closeServer(link, reason),
            },
      release:
        kind === 'provisioning'
          ? server.provisioning.listen(identity, (offer) =>
              this.#down(link, topics.offer(identity), JSON.stringify(offer)),
            )
          : () => undefined,
      slowestMs: this.#services.choices.pick([NO_FAULTS.slowestMs, this.rates.slowestMs]),
      dead: new Set(),
      lastArrival: { up: 0, down: 0 },
      waiting: new Set(),
      subscribed: false,
      deviceOpen: true,
      serverOpen: true,
      queue: Promise.resolve(),
    };
    return link;
  }

  #up(link: Link, topic: string, payload: string): Promise<void> {
    const { choices, trace, watch } = this.#services;
    return new Promise((resolve, reject) => {
      if (!link.deviceOpen) return reject(new Error('closed'));
      const fail = (): void => reject(new Error('closed'));
      link.waiting.add(fail);
      const times = choices.happens(this.rates.repeat) ? 2 : 1;
      for (let time = 0; time < times; time++)
        this.#later(link, 'up', () => {
          if (!link.serverOpen) return;
          this.#recordActivity(link);
          watch.up(topic, payload);
          trace(`up ${topic} ${payload}`);
          this.#enqueue(link, () => this.#receive(link, topic, payload)).then(
            () =>
              this.#later(link, 'down', () => {
                if (link.waiting.delete(fail)) resolve();
              }),
            // Ends the connection without an acknowledgement if a message could not be stored; the device
            // sends it again.
            () => this.#closeServer(link, 'failed'),
          );
        });
      this.#mayDie(link, 'up');
    });
  }

  async #receive({ connection, identity, server }: Link, topic: string, payload: string): Promise<void> {
    const { plane, provisioning } = server;
    const message: unknown = JSON.parse(payload);
    if (!connection) return provisioning.hello(identity, message);
    const asked = parseRequestTopic(topic);
    if (asked) return plane.request(connection, asked.requestId, message);
    const up = parseUpTopic(topic);
    if (up?.deviceId !== connection.deviceId) return this.#services.violated(`I4: published to ${topic}`);
    return plane.receive(connection, up.channel, message);
  }

  #down(link: Link, topic: string, payload: string): void {
    const { choices, trace, watch } = this.#services;
    if (!link.server.alive || !link.serverOpen) return;
    watch.down(link.identity, topic, payload);
    const times = choices.happens(this.rates.repeat) ? 2 : 1;
    for (let time = 0; time < times; time++)
      this.#later(link, 'down', () => {
        if (!link.deviceOpen || !link.subscribed) return;
        trace(`down ${topic} ${payload}`);
        link.request.onMessage(topic, payload);
      });
    this.#mayDie(link, 'down');
  }

  /** Runs `deliver` after earlier messages in the same direction, or never if that direction is dead. */
  #later(link: Link, way: Way, run: () => void): void {
    const { clock, choices } = this.#services;
    if (link.dead.has(way)) return;
    const slowest = Math.min(link.slowestMs, this.rates.slowestMs);
    const at = Math.max(link.lastArrival[way], clock.now() + choices.between(1, slowest));
    link.lastArrival[way] = at;
    clock.after(at - clock.now(), () => {
      if (!link.dead.has(way)) run();
    });
  }

  #mayDie(link: Link, way: Way): void {
    if (this.#services.choices.happens(this.rates.lose)) this.#die(link, way);
  }

  #die(link: Link, way: Way): void {
    link.dead.add(way);
    const { clock } = this.#services;
    clock.after(SILENCE_MS, () => this.#closeDevice(link));
    // The endpoint must detect a dead first contact; the plane detects a dead connection of a known device.
    if (way === 'up' && !link.connection) clock.after(SILENCE_MS, () => this.#closeServer(link, 'silent'));
  }

  #ping(link: Link): void {
    const { clock } = this.#services;
    if (!link.deviceOpen || !link.serverOpen) return;
    if (!link.dead.has('up')) this.#recordActivity(link);
    clock.after(PING_MS, () => this.#ping(link));
  }

  #recordActivity({ connection, server }: Link): void {
    if (connection) connection.lastActiveAt = server.clock.now();
  }

  #leave(link: Link, withWill: boolean): void {
    if (!link.deviceOpen) return;
    link.deviceOpen = false;
    this.#failWaiting(link);
    this.#later(link, 'up', () => this.#onEnd(link, withWill));
  }

  #onEnd(link: Link, withWill: boolean): void {
    if (!link.serverOpen) return;
    link.serverOpen = false;
    this.#links.delete(link);
    link.release();
    const { connection, request, server } = link;
    const { will } = request;
    const last = async (): Promise<void> => {
      if (withWill && will) await this.#receive(link, will.topic, will.payload);
      if (connection) await server.plane.disconnected(connection);
    };
    this.#enqueue(link, last).catch(() => undefined);
  }

  #closeServer(link: Link, reason: string): void {
    if (!link.serverOpen) return;
    this.#services.trace(`closed ${link.request.clientId}: ${reason}`);
    this.#later(link, 'down', () => this.#closeDevice(link));
    this.#onEnd(link, true);
  }

  #closeDevice(link: Link): void {
    if (!link.deviceOpen) return;
    link.deviceOpen = false;
    this.#failWaiting(link);
    link.request.onClose();
    this.#later(link, 'up', () => this.#onEnd(link, true));
  }

  #failWaiting(link: Link): void {
    for (const fail of link.waiting) fail();
    link.waiting.clear();
  }

  /** Runs work in order. A failure rejects only the promise of its own work. */
  #enqueue(link: Link, work: () => Promise<void>): Promise<void> {
    const { trace, violated } = this.#services;
    const run = link.queue.then(work);
    link.queue = run.catch((error: unknown) => {
      if (error instanceof MalformedMessage) violated(`malformed: ${error.message}`);
      else trace(`failed ${String(error)}`);
    });
    return run;
  }
}
