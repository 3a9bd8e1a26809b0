import { formatCanonicalJson, hashSha256Hex } from '@northlight/runtime';
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

/** A message of a device, parsed by the protocol's schema. */
export interface ReceivedMessage {
  readonly client: string;
  readonly topic: string;
  readonly channel: string;
  readonly message: Record<string, unknown>;
}

interface ClientSession {
  readonly request: ConnectRequest;
  readonly topics: Set<string>;
  open: boolean;
  /** False after the device has lost the address of the connection. */
  hasAddress: boolean;
}

/** A cloud in memory for tests of devices: accepts connections, records messages and answers requests. */
export class FakeCloud {
  /** False makes every connection attempt fail and every message stay without acknowledgement. */
  reachable = true;
  /** Number of further events that the cloud receives but does not acknowledge. */
  skippedEventAcks = 0;
  accepts: (request: ConnectRequest) => boolean = () => true;
  /**
   * Returns the answer to a request; undefined for no answer. By default it answers only requests for the
   * time.
   */
  answers: (request: DeviceRequest) => DeviceAnswer | undefined;
  readonly messages: ReceivedMessage[] = [];
  /** Client id of every connection attempt, refused or not. */
  readonly attempts: string[] = [];
  /** Credential to offer, by serial number. */
  readonly claims = new Map<string, { id: string; token: string; epoch: number }>();
  readonly #sessions = new Map<string, ClientSession>();

  /** Answers requests for the time if `now` is given. */
  constructor(now?: () => number) {
    this.answers = ({ kind }) => (now && kind === 'time' ? { kind, now: now() } : undefined);
  }

  readonly connect: Connect = async (request) => {
    this.attempts.push(request.clientId);
    if (!this.reachable) throw new Error('unreachable');
    if (!this.accepts(request)) throw new ConnectionRefused('not authorised');
    this.#close(request.clientId, false);
    const session: ClientSession = { request, topics: new Set(), open: true, hasAddress: true };
    this.#sessions.set(request.clientId, session);
    return this.#connection(session);
  };

  get connected(): string[] {
    return [...this.#sessions.keys()];
  }

  /** Returns the messages of one channel (`birth`, `stat`, `cfg`, `death`, …), oldest first. */
  received(channel: string, client?: string): Record<string, unknown>[] {
    return this.messages
      .filter((sent) => sent.channel === channel && (client === undefined || sent.client === client))
      .map(({ message }) => message);
  }

  send(client: string, topic: string, message: object): void {
    const session = this.#sessions.get(client);
    if (
      session &&
      [...session.topics].some(
        (filter) => filter === topic || (filter.endsWith('#') && topic.startsWith(filter.slice(0, -1))),
      )
    )
      session.request.onMessage(topic, JSON.stringify(message));
  }

  push(
    id: string,
    rev: number,
    config: DeviceConfig,
    confirmSecs = 60,
    more: Partial<ConfigPush> = {},
  ): void {
    const hash = hashSha256Hex(formatCanonicalJson(config));
    this.send(id, topics.downConfig(id), { rev, hash, confirmSecs, config, ...more });
  }

  command(id: string, cid: string, deadline: number): void {
    this.send(id, topics.downCommand(id, cid), { cid, kind: 'restart', args: {}, deadline });
  }

  /** Breaks one connection from the cloud's side. */
  kick(client: string): void {
    this.#close(client, true);
  }

  /** Lets a device lose the address of its connection, which stays open without any message. */
  loseAddress(client: string): void {
    const session = this.#sessions.get(client);
    if (session) session.hasAddress = false;
  }

  #connection(session: ClientSession): Connection {
    const { request } = session;
    return {
      publish: async (topic, payload) => {
        if (!session.open || !this.reachable) throw new Error('not connected');
        if (!session.hasAddress) return new Promise(() => undefined);
        this.#receive(request.clientId, topic, payload);
        if (this.skippedEventAcks === 0 || !topic.endsWith('/evt')) return;
        this.skippedEventAcks--;
        throw new Error('not acknowledged');
      },
      subscribe: async (topic) => {
        session.topics.add(topic);
      },
      end: () => this.#close(request.clientId, false),
      drop: () => this.#close(request.clientId, true),
      hasAddress: () => session.hasAddress,
    };
  }

  #receive(client: string, topic: string, payload: string): void {
    const raw: unknown = JSON.parse(payload);
    const requestTopic = parseRequestTopic(topic);
    if (requestTopic) {
      const request = deviceRequest.parse(raw);
      this.messages.push({ client, topic, channel: 'req', message: request });
      const answer = this.answers(request);
      if (answer) this.send(client, topics.downResponse(client, requestTopic.requestId), answer);
      return;
    }
    const up = parseUpTopic(topic);
    const message = up ? upMessages[up.channel].parse(raw) : raw;
    const channel = up?.channel ?? topic.split('/').at(-1) ?? topic;
    this.messages.push({ client, topic, channel, message: message as Record<string, unknown> });
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
    const session = this.#sessions.get(client);
    if (!session?.open) return;
    session.open = false;
    this.#sessions.delete(client);
    const { will } = session.request;
    if (withWill && will) this.#receive(client, will.topic, will.payload);
    session.request.onClose();
  }
}
