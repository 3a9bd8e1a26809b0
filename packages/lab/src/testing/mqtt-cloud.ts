import { createServer, type Socket } from 'node:net';
import {
  type CommandKind,
  type DeviceConfig,
  parseRequestTopic,
  parseUpTopic,
  topics,
  type UpChannel,
  upMessages,
} from '@northlight/contract/device-protocol';
import { cleanMessage } from '@northlight/device-plane';
import { formatCanonicalJson, hashSha256Hex } from '@northlight/runtime';
import { Aedes, type Client } from 'aedes';
import type { z } from 'zod';

export const DEVICE_ID = 'LabLabLabLabLabLabLab1';

type Messages = { [K in UpChannel]: z.infer<(typeof upMessages)[K]> };

/**
 * A cloud for one device, for lab tests without a server. It offers an id after the hello and records
 * messages.
 */
export class MqttCloud implements AsyncDisposable {
  readonly #broker: Aedes;
  readonly #server = createServer((socket) => this.#open(socket));
  readonly #sockets = new Set<Socket>();
  readonly #received: { [K in UpChannel]: Messages[K][] } = {
    birth: [],
    death: [],
    stat: [],
    clients: [],
    topo: [],
    evt: [],
    cfg: [],
    cmd: [],
  };
  #device: Client | undefined;
  #port = 0;
  #stopStatus: Messages['cfg']['status'] | undefined;

  private constructor(broker: Aedes) {
    this.#broker = broker;
    broker.on('clientReady', (client) => {
      if (client.id === DEVICE_ID) this.#device = client;
    });
    broker.authorizePublish = (client, { payload, topic }, done) => {
      const message: unknown = JSON.parse(payload.toString());
      const up = parseUpTopic(topic);
      const asked = parseRequestTopic(topic);
      if (up) this.#keep(up.channel, message);
      else if (asked && client)
        send(client, topics.downResponse(DEVICE_ID, asked.requestId), { kind: 'time', now: Date.now() });
      else if (client)
        send(client, topics.offer(client.id.slice('p-'.length)), {
          status: 'claimed',
          id: DEVICE_ID,
          token: 'token',
          epoch: 1,
        });
      done(null);
    };
  }

  static async start(): Promise<MqttCloud> {
    const cloud = new MqttCloud(await Aedes.createBroker());
    await cloud.restart();
    return cloud;
  }

  get port(): number {
    return this.#port;
  }

  /** Returns the messages of a channel, oldest first, cleaned by the protocol's schema as the server does it. */
  received<K extends UpChannel>(channel: K): readonly Messages[K][] {
    return this.#received[channel];
  }

  push(rev: number, config: DeviceConfig, confirmSecs = 60): void {
    this.#send(topics.downConfig(DEVICE_ID), {
      rev,
      hash: hashSha256Hex(formatCanonicalJson(config)),
      confirmSecs,
      config,
    });
  }

  requestRestart(cid: string, deadline: number): void {
    this.command(cid, 'restart', {}, deadline);
  }

  command(cid: string, kind: CommandKind, args: object, deadline: number): void {
    this.#send(topics.downCommand(DEVICE_ID, cid), { cid, kind, args, deadline });
  }

  /**
   * Stops the cloud when a configuration report of this status arrives. A test that waits for the report and
   * then stops the cloud is too slow: on a busy machine, the device may have applied the configuration in the
   * meantime.
   */
  stopAtReport(status: Messages['cfg']['status']): void {
    this.#stopStatus = status;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Starts the cloud again on the same port. */
  async restart(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.stop();
    await new Promise<void>((resolve) => this.#broker.close(() => resolve()));
  }

  #open(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    this.#broker.handle(socket);
  }

  #keep(channel: UpChannel, message: unknown): void {
    const messages: object[] = this.#received[channel];
    messages.push(cleanMessage<object>(upMessages[channel], message).message);
    if (this.#stopStatus === undefined || this.#received.cfg.at(-1)?.status !== this.#stopStatus) return;
    this.#stopStatus = undefined;
    void this.stop();
  }

  #send(topic: string, message: object): void {
    if (this.#device) send(this.#device, topic, message);
  }
}

function send(client: Client, topic: string, message: object): void {
  client.publish(
    { cmd: 'publish', topic, payload: JSON.stringify(message), qos: 1, retain: false, dup: false },
    () => undefined,
  );
}
