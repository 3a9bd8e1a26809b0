import { type Connection, ConnectionRefused, type ConnectRequest } from '@northlight/agent';
import { KEEPALIVE_SECONDS, parseRequestTopic, parseUpTopic } from '@northlight/contract/device-protocol';
import { type DeviceConnection, MalformedMessage } from '@northlight/device-plane';
import { type Clock, sha256Hex, sleep } from '@northlight/runtime';
import type { CloudProcess } from './cloud-process.ts';
import { CALM, type Dice, type FaultRates } from './faults.ts';

const PING_MS = (KEEPALIVE_SECONDS * 1000) / 2;
/** When a device gives up a connection on which nothing comes back. */
const SILENCE_MS = KEEPALIVE_SECONDS * 1500;
const CONNECT_TIMEOUT_MS = 10_000;

type Way = 'up' | 'down';

/** One connection: in order within, until one direction goes dead. */
interface Seat {
  readonly request: ConnectRequest;
  readonly server: CloudProcess;
  readonly connection: DeviceConnection;
  readonly dead: Set<Way>;
  readonly lastArrival: Record<Way, number>;
  readonly waiting: Set<() => void>;
  subscribed: boolean;
  deviceOpen: boolean;
  serverOpen: boolean;
  /** What the endpoint does for this connection, one after another. */
  queue: Promise<void>;
}

export interface NetworkServices {
  readonly clock: Clock;
  readonly dice: Dice;
  /** The process that answers new connections; undefined while none runs. */
  readonly server: () => CloudProcess | undefined;
  readonly trace: (text: string) => void;
  readonly violated: (text: string) => void;
}

/** What lies between devices and the cloud, with the duties of the MQTT endpoint at its end: identity, order, last will. */
export class VirtualNetwork {
  rates: FaultRates = CALM;
  readonly #services: NetworkServices;
  readonly #seats = new Set<Seat>();

  constructor(services: NetworkServices) {
    this.#services = services;
  }

  async connect(request: ConnectRequest, reachable: () => boolean): Promise<Connection> {
    const { clock, server, dice } = this.#services;
    await sleep(clock, dice.between(1, this.rates.slowestMs));
    const process = server();
    if (!process || !reachable()) throw new Error('unreachable');
    const asked = process.plane.store.credential(request.clientId);
    const credential = await Promise.race([asked, sleep(clock, CONNECT_TIMEOUT_MS)]);
    if (!process.alive || !reachable()) throw new Error('unreachable');
    if (credential?.tokenHash !== sha256Hex(request.password)) throw new ConnectionRefused('not authorised');
    const seat = this.#newSeat(request, process);
    this.#seats.add(seat);
    this.#enqueue(seat, () => process.plane.connected(seat.connection));
    this.#ping(seat);
    return {
      publish: (topic, payload) => this.#up(seat, topic, payload),
      subscribe: async () => {
        await sleep(clock, dice.between(1, this.rates.slowestMs));
        if (!seat.deviceOpen) throw new Error('closed');
        seat.subscribed = true;
      },
      end: () => this.#leave(seat, false),
      drop: () => this.#leave(seat, true),
    };
  }

  /** The server's process is gone: its sockets break at once, or the packets that would say so are lost. */
  breakAllOf(process: CloudProcess): void {
    for (const seat of this.#seats) {
      if (seat.server !== process) continue;
      seat.serverOpen = false;
      if (this.#services.dice.happens(0.3)) this.#die(seat, 'down');
      else this.#later(seat, 'down', () => this.#closeDevice(seat));
    }
  }

  /** The way to the cloud is cut for one device; neither side is told. */
  cutOff(deviceId: string): void {
    for (const seat of this.#seats) {
      if (seat.request.clientId !== deviceId) continue;
      this.#die(seat, 'up');
      this.#die(seat, 'down');
    }
  }

  #newSeat(request: ConnectRequest, server: CloudProcess): Seat {
    const { clock } = this.#services;
    const seat: Seat = {
      request,
      server,
      connection: {
        deviceId: request.clientId,
        token: request.password,
        session: undefined,
        lastHeard: clock.now(),
        publish: ({ topic, payload }) => this.#down(seat, topic, JSON.stringify(payload)),
        close: (reason) => this.#closeServer(seat, reason),
      },
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

  #up(seat: Seat, topic: string, payload: string): Promise<void> {
    const { clock, dice, trace } = this.#services;
    return new Promise((resolve, reject) => {
      if (!seat.deviceOpen) return reject(new Error('closed'));
      const fail = (): void => reject(new Error('closed'));
      seat.waiting.add(fail);
      const times = dice.happens(this.rates.repeat) ? 2 : 1;
      for (let time = 0; time < times; time++)
        this.#later(seat, 'up', () => {
          if (!seat.serverOpen) return;
          seat.connection.lastHeard = clock.now();
          trace(`up ${topic} ${payload}`);
          this.#enqueue(seat, async () => {
            await this.#receive(seat, topic, payload);
            this.#later(seat, 'down', () => {
              if (seat.waiting.delete(fail)) resolve();
            });
          });
        });
      this.#mayDie(seat, 'up');
    });
  }

  async #receive({ connection, server }: Seat, topic: string, payload: string): Promise<void> {
    const { plane } = server;
    const asked = parseRequestTopic(topic);
    if (asked) return plane.request(connection, asked.requestId, JSON.parse(payload));
    const up = parseUpTopic(topic);
    if (up?.deviceId !== connection.deviceId) return this.#services.violated(`I4: published to ${topic}`);
    return plane.receive(connection, up.channel, JSON.parse(payload));
  }

  #down(seat: Seat, topic: string, payload: string): void {
    const { dice, trace, violated } = this.#services;
    if (!seat.server.alive || !seat.serverOpen) return;
    if (!topic.startsWith(`d/${seat.request.clientId}/down/`))
      violated(`I6: ${topic} was sent to ${seat.request.clientId}`);
    const times = dice.happens(this.rates.repeat) ? 2 : 1;
    for (let time = 0; time < times; time++)
      this.#later(seat, 'down', () => {
        if (!seat.deviceOpen || !seat.subscribed) return;
        trace(`down ${topic} ${payload}`);
        seat.request.onMessage(topic, payload);
      });
    this.#mayDie(seat, 'down');
  }

  /** After what was sent before it in the same direction; never, when that direction is dead. */
  #later(seat: Seat, way: Way, run: () => void): void {
    const { clock, dice } = this.#services;
    if (seat.dead.has(way)) return;
    const at = Math.max(seat.lastArrival[way], clock.now() + dice.between(1, this.rates.slowestMs));
    seat.lastArrival[way] = at;
    clock.after(at - clock.now(), () => {
      if (!seat.dead.has(way)) run();
    });
  }

  #mayDie(seat: Seat, way: Way): void {
    if (this.#services.dice.happens(this.rates.lose)) this.#die(seat, way);
  }

  #die(seat: Seat, way: Way): void {
    seat.dead.add(way);
    this.#services.clock.after(SILENCE_MS, () => this.#closeDevice(seat));
  }

  #ping(seat: Seat): void {
    const { clock } = this.#services;
    if (!seat.deviceOpen || !seat.serverOpen) return;
    if (!seat.dead.has('up')) seat.connection.lastHeard = clock.now();
    clock.after(PING_MS, () => this.#ping(seat));
  }

  #leave(seat: Seat, withWill: boolean): void {
    if (!seat.deviceOpen) return;
    seat.deviceOpen = false;
    this.#failWaiting(seat);
    this.#later(seat, 'up', () => this.#gone(seat, withWill));
  }

  #gone(seat: Seat, withWill: boolean): void {
    if (!seat.serverOpen) return;
    seat.serverOpen = false;
    this.#seats.delete(seat);
    const { will } = seat.request;
    this.#enqueue(seat, async () => {
      if (withWill && will) await this.#receive(seat, will.topic, will.payload);
      await seat.server.plane.disconnected(seat.connection);
    });
  }

  #closeServer(seat: Seat, reason: string): void {
    this.#services.trace(`closed ${seat.request.clientId}: ${reason}`);
    this.#later(seat, 'down', () => this.#closeDevice(seat));
    this.#gone(seat, true);
  }

  #closeDevice(seat: Seat): void {
    if (!seat.deviceOpen) return;
    seat.deviceOpen = false;
    this.#failWaiting(seat);
    seat.request.onClose();
    this.#later(seat, 'up', () => this.#gone(seat, true));
  }

  #failWaiting(seat: Seat): void {
    for (const fail of seat.waiting) fail();
    seat.waiting.clear();
  }

  #enqueue(seat: Seat, work: () => Promise<void>): void {
    seat.queue = seat.queue.then(work).catch((error: unknown) => {
      if (error instanceof MalformedMessage) this.#services.violated(`malformed: ${error.message}`);
      else this.#services.trace(`failed ${String(error)}`);
    });
  }
}
