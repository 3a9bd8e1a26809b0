/**
 * Encodes the packets of MQTT 3.1.1 that the benches send on thousands of plain sockets; `parser` reads the
 * answers.
 */
import { generate } from 'mqtt-packet';

export function encodeConnect(client: {
  readonly id: string;
  readonly password: string;
  /** False if the server keeps unacknowledged messages for the next connection. */
  readonly clean: boolean;
  readonly keepaliveSeconds: number;
}): Buffer {
  return generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: client.clean,
    clientId: client.id,
    keepalive: client.keepaliveSeconds,
    username: client.id,
    password: Buffer.from(client.password),
  });
}

/** Encodes a report with QoS 1. */
export const encodePublish = (topic: string, messageId: number, payload: string): Buffer =>
  generate({ cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false });

/** Encodes a subscription to one topic with QoS 1. */
export const encodeSubscribe = (topic: string): Buffer =>
  generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 1 }] });

export const encodePuback = (messageId: number): Buffer => generate({ cmd: 'puback', messageId });

export const PING: Buffer = generate({ cmd: 'pingreq' });
