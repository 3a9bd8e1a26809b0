import { Socket } from 'node:net';
import type { SecureVersion } from 'node:tls';
import { connect, type MqttClient } from 'mqtt';
import {
  type BirthMessage,
  type OfferMessage,
  offerMessage,
  PROTOCOL_VERSION,
  formatProvisioningClientId,
  topics,
} from '@northlight/contract/device-protocol';
import { findCapabilities } from '@northlight/contract';
import { unpackPayload } from '@northlight/runtime';
import type { BaseDevice } from '../devices/index.ts';

export interface RawMessage {
  readonly topic: string;
  readonly payload: unknown;
}

/** Certificates in PEM and the allowed TLS versions. */
export interface DeviceTls {
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
  readonly minVersion?: SecureVersion;
  readonly maxVersion?: SecureVersion;
}

/** A plain MQTT client that publishes exactly the messages of a test. */
export class RawDevice implements AsyncDisposable {
  readonly client: MqttClient;
  readonly #received: RawMessage[] = [];
  readonly #waiting: ((message: RawMessage) => void)[] = [];

  private constructor(client: MqttClient) {
    this.client = client;
    client.on('error', () => undefined);
    // Disables Nagle's algorithm: a packet is written in two parts, and the second would wait for a TCP
    // acknowledgement.
    if (client.stream instanceof Socket) client.stream.setNoDelay(true);
    client.on('message', (topic, payload) => {
      const message = { topic, payload: unpackPayload(payload.toString('utf8')) };
      const next = this.#waiting.shift();
      if (next) next(message);
      else this.#received.push(message);
    });
  }

  static async connect(
    port: number,
    clientId: string,
    username: string,
    password: string,
    will?: { topic: string; payload: string },
    tls?: DeviceTls,
  ): Promise<RawDevice> {
    const client = connect({
      ...(tls && { protocol: 'mqtts', ...tls }),
      host: '127.0.0.1',
      port,
      clientId,
      username,
      password,
      clean: true,
      keepalive: 30,
      protocolVersion: 4,
      reconnectPeriod: 0,
      ...(will && { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: false } }),
    });
    await waitForConnection(client);
    return new RawDevice(client);
  }

  /** Provisions a claimed device, from the first contact to the offer of its credential. */
  static async provision(port: number, base: BaseDevice): Promise<{ id: string; token: string }> {
    await using device = await RawDevice.connect(
      port,
      formatProvisioningClientId(base.sn),
      base.sn,
      base.secret,
    );
    await device.client.subscribeAsync(topics.offer(base.sn), { qos: 1 });
    await device.publish(topics.hello(base.sn), {
      v: PROTOCOL_VERSION,
      model: base.model,
      mac: base.mac,
      sw: '1.0.0',
    });
    const offer: OfferMessage = offerMessage.parse((await device.next()).payload);
    if (offer.status !== 'claimed') throw new Error('The device is not claimed.');
    return { id: offer.id, token: offer.token };
  }

  /** Connects with a credential, subscribes and publishes the birth message. */
  static async online(
    port: number,
    base: BaseDevice,
    credential: { id: string; token: string },
    birth: Partial<BirthMessage> = {},
  ): Promise<RawDevice> {
    const message = buildBirth(base, birth);
    const will = {
      topic: topics.up(credential.id, 'death'),
      payload: JSON.stringify({ session: message.session, bd: 0 }),
    };
    const device = await RawDevice.connect(port, credential.id, credential.id, credential.token, will);
    await device.client.subscribeAsync(topics.downAll(credential.id), { qos: 1 });
    await device.publish(topics.up(credential.id, 'birth'), message);
    return device;
  }

  /** Publishes a message; resolves when the cloud acknowledges it after its commit. Throws on a closed connection. */
  async publish(topic: string, payload: object | string): Promise<void> {
    if (!this.client.connected) throw new Error('The cloud has closed the connection of this device.');
    await this.client.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), {
      qos: 1,
    });
  }

  /** Resolves to the next message from the cloud. */
  next(): Promise<RawMessage> {
    const first = this.#received.shift();
    return first ? Promise.resolve(first) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  get unread(): readonly RawMessage[] {
    return this.#received;
  }

  /** Cuts the connection without a DISCONNECT. */
  unplug(): Promise<void> {
    return new Promise((resolve) => {
      this.client.once('close', () => resolve());
      this.client.stream.destroy();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.endAsync(true);
  }
}

/** Rejects with the refusal code, or when the connection closes. */
function waitForConnection(client: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('The connection ended.')));
  });
}

export function buildBirth(base: BaseDevice, values: Partial<BirthMessage> = {}): BirthMessage {
  const caps = findCapabilities(base.model);
  if (!caps) throw new Error(`There is no model ${base.model}.`);
  return {
    v: PROTOCOL_VERSION,
    session: `s-${Math.floor(performance.now() * 1000)}`,
    bd: 0,
    seq: 0,
    ts: 0,
    model: base.model,
    sn: base.sn,
    mac: base.mac,
    sw: '1.0.0',
    hw: 'A1',
    caps,
    cfgRev: 0,
    cfgHash: '',
    bootReason: 'power',
    uptimeSeconds: 5,
    managed: 'cloud',
    nets: { ip: '192.168.1.2', vlan: 1 },
    ...values,
  };
}
