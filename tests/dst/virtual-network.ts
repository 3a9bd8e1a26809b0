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
  readonly #seats = new Set<Link>();

  constructor(services: NetworkServices) {
    this.#services = services;
  }

  async connect(request: ConnectRequest, reachable: () => boolean): Promise<Connection> {
    const { clock, server, choices } = this.#services;
    await sleep(clock, choices.between(1, this.rates.slowestMs));
    const process = server();
    if (!process || !reachable()) throw new Error('unreachable');
    const asked = this.#admit(request, process);
    const seat = await Promise.race([asked, sleep(clock, CONNECT_TIMEOUT_MS)]);
    if (!process.alive || !reachable()) {
      void asked.then((late) => this.#abandon(late), ignore);
      throw new Error('unreachable');
    }
    if (seat === undefined) {
      void asked.then((late) => late !== 'refused' && this.#leave(late, true), ignore);
      throw new Error('no answer');
    }
    if (seat === 'refused') throw new ConnectionRefused('not authorised');
    return {
      publish: (topic, payload) => this.#up(seat, topic, payload),
      subscribe: async () => {
        await sleep(clock, choices.between(1, this.rates.slowestMs));
        if (!seat.deviceOpen) throw new Error('closed');
        seat.subscribed = true;
      },
      end: () => this.#leave(seat, false),
      drop: () => this.#leave(seat, true),
    };
  }

  /** Authenticates a connection like the endpoint. */
  async #admit(request: ConnectRequest, process: CloudProcess): Promise<Link | 'refused'> {
    const { clientId, password, username } = request;
    const claim = { clientId, username, password, certificate: undefined };
    const identity = await authenticate(process.plane.store, claim);
    if (!identity) return 'refused';
    if (identity.kind !== 'provisioning') this.#services.watch.admit(password);
    const seat = this.#newSeat(request, process, identity);
    if (!seat.connection) this.#replaceFirstContact(seat);
    this.#seats.add(seat);
    const { connection } = seat;
    if (connection)
      this.#enqueue(seat, () => process.plane.connected(connection)).catch(() =>
        this.#closeServer(seat, 'failed'),
      );
    this.#ping(seat);
    return seat;
  }

  /** Replaces an earlier connection at first contact; for known devices the plane replaces it. */
  #replaceFirstContact({ identity, server }: Link): void {
    for (const earlier of this.#seats)
      if (earlier.identity === identity && earlier.server === server)
        this.#closeServer(earlier, 'replaced by a newer connection');
  }

  /** Abandons a connection without notifying the server. */
  #abandon(seat: Link | 'refused'): void {
    if (seat === 'refused') return;
    this.#die(seat, 'up');
    this.#die(seat, 'down');
  }

  /** Ends all connections of a dead server process. They end at once, or their closing packets are lost. */
  breakAllOf(process: CloudProcess): void {
    for (const seat of this.#seats) {
      if (seat.server !== process) continue;
      seat.serverOpen = false;
      this.#seats.delete(seat);
      if (this.#services.choices.happens(0.3)) this.#die(seat, 'down');
      else this.#later(seat, 'down', () => this.#closeDevice(seat));
    }
  }

  /** Cuts the path of one device to the cloud without notifying either side. */
  cutOff({ id, sn }: { readonly id: string | undefined; readonly sn: string }): void {
    for (const seat of this.#seats) {
      if (seat.identity !== id && seat.identity !== sn) continue;
      this.#die(seat, 'up');
      this.#die(seat, 'down');
    }
  }

  #newSeat(request: ConnectRequest, server: CloudProcess, { identity, kind, token }: Identity): Link {
    const seat: Link = {
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
              publish: ({ topic, payload }) => this.#down(seat, topic, JSON.stringify(payload)),
              close: (reason) => this.#closeServer(seat, reason),
            },
      release:
        kind === 'provisioning'
          ? server.provisioning.listen(identity, (offer) =>
              this.#down(seat, topics.offer(identity), JSON.stringify(offer)),
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
    return seat;
  }

  #up(seat: Link, topic: string, payload: string): Promise<void> {
    const { choices, trace, watch } = this.#services;
    return new Promise((resolve, reject) => {
      if (!seat.deviceOpen) return reject(new Error('closed'));
      const fail = (): void => reject(new Error('closed'));
      seat.waiting.add(fail);
      const times = choices.happens(this.rates.repeat) ? 2 : 1;
      for (let time = 0; time < times; time++)
        this.#later(seat, 'up', () => {
          if (!seat.serverOpen) return;
          this.#recordActivity(seat);
          watch.up(topic, payload);
          trace(`up ${topic} ${payload}`);
          this.#enqueue(seat, () => this.#receive(seat, topic, payload)).then(
            () =>
              this.#later(seat, 'down', () => {
                if (seat.waiting.delete(fail)) resolve();
              }),
            // Ends the connection without an acknowledgement if a message could not be stored; the device
            // sends it again.
            () => this.#closeServer(seat, 'failed'),
          );
        });
      this.#mayDie(seat, 'up');
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

  #down(seat: Link, topic: string, payload: string): void {
    const { choices, trace, watch } = this.#services;
    if (!seat.server.alive || !seat.serverOpen) return;
    watch.down(seat.identity, topic, payload);
    const times = choices.happens(this.rates.repeat) ? 2 : 1;
    for (let time = 0; time < times; time++)
      this.#later(seat, 'down', () => {
        if (!seat.deviceOpen || !seat.subscribed) return;
        trace(`down ${topic} ${payload}`);
        seat.request.onMessage(topic, payload);
      });
    this.#mayDie(seat, 'down');
  }

  /** Runs `deliver` after earlier messages in the same direction, or never if that direction is dead. */
  #later(seat: Link, way: Way, run: () => void): void {
    const { clock, choices } = this.#services;
    if (seat.dead.has(way)) return;
    const slowest = Math.min(seat.slowestMs, this.rates.slowestMs);
    const at = Math.max(seat.lastArrival[way], clock.now() + choices.between(1, slowest));
    seat.lastArrival[way] = at;
    clock.after(at - clock.now(), () => {
      if (!seat.dead.has(way)) run();
    });
  }

  #mayDie(seat: Link, way: Way): void {
    if (this.#services.choices.happens(this.rates.lose)) this.#die(seat, way);
  }

  #die(seat: Link, way: Way): void {
    seat.dead.add(way);
    const { clock } = this.#services;
    clock.after(SILENCE_MS, () => this.#closeDevice(seat));
    // The endpoint must detect a dead first contact; the plane detects a dead connection of a known device.
    if (way === 'up' && !seat.connection) clock.after(SILENCE_MS, () => this.#closeServer(seat, 'silent'));
  }

  #ping(seat: Link): void {
    const { clock } = this.#services;
    if (!seat.deviceOpen || !seat.serverOpen) return;
    if (!seat.dead.has('up')) this.#recordActivity(seat);
    clock.after(PING_MS, () => this.#ping(seat));
  }

  #recordActivity({ connection, server }: Link): void {
    if (connection) connection.lastActiveAt = server.clock.now();
  }

  #leave(seat: Link, withWill: boolean): void {
    if (!seat.deviceOpen) return;
    seat.deviceOpen = false;
    this.#failWaiting(seat);
    this.#later(seat, 'up', () => this.#onEnd(seat, withWill));
  }

  #onEnd(seat: Link, withWill: boolean): void {
    if (!seat.serverOpen) return;
    seat.serverOpen = false;
    this.#seats.delete(seat);
    seat.release();
    const { connection, request, server } = seat;
    const { will } = request;
    const last = async (): Promise<void> => {
      if (withWill && will) await this.#receive(seat, will.topic, will.payload);
      if (connection) await server.plane.disconnected(connection);
    };
    this.#enqueue(seat, last).catch(() => undefined);
  }

  #closeServer(seat: Link, reason: string): void {
    if (!seat.serverOpen) return;
    this.#services.trace(`closed ${seat.request.clientId}: ${reason}`);
    this.#later(seat, 'down', () => this.#closeDevice(seat));
    this.#onEnd(seat, true);
  }

  #closeDevice(seat: Link): void {
    if (!seat.deviceOpen) return;
    seat.deviceOpen = false;
    this.#failWaiting(seat);
    seat.request.onClose();
    this.#later(seat, 'up', () => this.#onEnd(seat, true));
  }

  #failWaiting(seat: Link): void {
    for (const fail of seat.waiting) fail();
    seat.waiting.clear();
  }

  /** Runs work in order. A failure rejects only the promise of its own work. */
  #enqueue(seat: Link, work: () => Promise<void>): Promise<void> {
    const { trace, violated } = this.#services;
    const run = seat.queue.then(work);
    seat.queue = run.catch((error: unknown) => {
      if (error instanceof MalformedMessage) violated(`malformed: ${error.message}`);
      else trace(`failed ${String(error)}`);
    });
    return run;
  }
}
