import { canonicalJson, sha256Hex } from '@northlight/runtime';
import {
  type ConfigPush,
  type DeviceAnswer,
  type DeviceConfig,
  type DeviceRequest,
  deviceRequest,
  parseRequestTopic,
  parseUpTopic,
  topics,
  upMessages,
} from '@northlight/contract/device-protocol';
import { type Connect, type Connection, ConnectionRefused, type ConnectRequest } from '../link/index.ts';

/** One message as a device sent it, parsed by the protocol's own schema. */
export interface Heard {
  readonly client: string;
  readonly topic: string;
  readonly channel: string;
  readonly message: Record<string, unknown>;
}

interface Seat {
  readonly request: ConnectRequest;
  readonly topics: Set<string>;
  open: boolean;
}

/** A cloud without sockets, for tests of devices: says who may connect, keeps what it hears, answers by hand. */
export class FakeCloud {
  /** False: every attempt to connect fails, and nothing is acknowledged. */
  reachable = true;
  /** So many events are heard and not acknowledged, from now on. */
  unacknowledged = 0;
  /** Whether an identity is accepted. */
  accepts: (request: ConnectRequest) => boolean = () => true;
  /** What a request is answered; nothing is silence. The time, unless a test says otherwise. */
  answers: (request: DeviceRequest) => DeviceAnswer | undefined;
  readonly heard: Heard[] = [];
  /** Every client id that asked for a connection, refused or not. */
  readonly attempts: string[] = [];
  /** Serial number → the credential to offer. */
  readonly claims = new Map<string, { id: string; token: string; epoch: number }>();
  readonly #seats = new Map<string, Seat>();

  /** With a clock it tells the time to those who ask. */
  constructor(now?: () => number) {
    this.answers = ({ kind }) => (now && kind === 'time' ? { kind, now: now() } : undefined);
  }

  readonly connect: Connect = async (request) => {
    this.attempts.push(request.clientId);
    if (!this.reachable) throw new Error('unreachable');
    if (!this.accepts(request)) throw new ConnectionRefused('not authorised');
    this.#close(request.clientId, false);
    const seat: Seat = { request, topics: new Set(), open: true };
    this.#seats.set(request.clientId, seat);
    return this.#connection(seat);
  };

  get connected(): string[] {
    return [...this.#seats.keys()];
  }

  /** Messages of one channel (`birth`, `stat`, `cfg`, `death`, …), oldest first. */
  said(channel: string, client?: string): Record<string, unknown>[] {
    return this.heard
      .filter((heard) => heard.channel === channel && (client === undefined || heard.client === client))
      .map(({ message }) => message);
  }

  send(client: string, topic: string, message: object): void {
    const seat = this.#seats.get(client);
    if (
      seat &&
      [...seat.topics].some(
        (filter) => filter === topic || (filter.endsWith('#') && topic.startsWith(filter.slice(0, -1))),
      )
    )
      seat.request.onMessage(topic, JSON.stringify(message));
  }

  push(
    id: string,
    rev: number,
    config: DeviceConfig,
    confirmSecs = 60,
    more: Partial<ConfigPush> = {},
  ): void {
    const hash = sha256Hex(canonicalJson(config));
    this.send(id, topics.downConfig(id), { rev, hash, confirmSecs, config, ...more });
  }

  command(id: string, cid: string, deadline: number): void {
    this.send(id, topics.downCommand(id, cid), { cid, kind: 'restart', args: {}, deadline });
  }

  /** Breaks one connection from the cloud's side. */
  kick(client: string): void {
    this.#close(client, true);
  }

  #connection(seat: Seat): Connection {
    const { request } = seat;
    return {
      publish: async (topic, payload) => {
        if (!seat.open || !this.reachable) throw new Error('not connected');
        this.#hear(request.clientId, topic, payload);
        if (this.unacknowledged === 0 || !topic.endsWith('/evt')) return;
        this.unacknowledged--;
        throw new Error('not acknowledged');
      },
      subscribe: async (topic) => {
        seat.topics.add(topic);
      },
      end: () => this.#close(request.clientId, false),
      drop: () => this.#close(request.clientId, true),
    };
  }

  #hear(client: string, topic: string, payload: string): void {
    const raw: unknown = JSON.parse(payload);
    const asked = parseRequestTopic(topic);
    if (asked) {
      const request = deviceRequest.parse(raw);
      this.heard.push({ client, topic, channel: 'req', message: request });
      const answer = this.answers(request);
      if (answer) this.send(client, topics.downResponse(client, asked.requestId), answer);
      return;
    }
    const up = parseUpTopic(topic);
    const message = up ? upMessages[up.channel].parse(raw) : raw;
    const channel = up?.channel ?? topic.split('/').at(-1) ?? topic;
    this.heard.push({ client, topic, channel, message: message as Record<string, unknown> });
    if (channel === 'hello') this.#offer(client.slice('p-'.length));
  }

  #offer(sn: string): void {
    const claim = this.claims.get(sn);
    this.send(
      `p-${sn}`,
      topics.offer(sn),
      claim ? { status: 'claimed', ...claim } : { status: 'waiting', retrySecs: 15 },
    );
  }

  #close(client: string, withWill: boolean): void {
    const seat = this.#seats.get(client);
    if (!seat?.open) return;
    seat.open = false;
    this.#seats.delete(client);
    const { will } = seat.request;
    if (withWill && will) this.#hear(client, will.topic, will.payload);
    seat.request.onClose();
  }
}
