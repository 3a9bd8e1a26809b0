import { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as connectMqtt, type IClientOptions, type MqttClient } from 'mqtt';
import { type Connect, type Connection, ConnectionRefused, type ConnectRequest } from './connection.ts';

export interface CloudEndpoint {
  readonly host: string;
  readonly port: number;
  /**
   * Settings of TLS, which is used if they are present. Only the authority `ca` (PEM) is trusted.
   * `serverName` defaults to the host.
   */
  readonly tls?: { readonly ca: string; readonly serverName?: string };
}

const CONNECT_TIMEOUT_MS = 10_000;
/** CONNACK return codes that refuse the identity (MQTT 3.1.1, 3.2.2.3). */
const REFUSALS: ReadonlySet<unknown> = new Set([2, 4, 5]);

/** Connects to one endpoint over MQTT 3.1.1 with a clean session. Does not use the library's reconnection. */
export function createMqttConnector(endpoint: CloudEndpoint): Connect {
  return (request) =>
    new Promise((resolve, reject) => {
      const client = connectMqtt(createOptions(endpoint, request));
      let opened = false;
      let failure: unknown = new Error('the connection was closed');
      client.on('connect', () => {
        opened = true;
        resolve(toConnection(client));
      });
      client.on('error', (error) => {
        failure = 'code' in error && REFUSALS.has(error.code) ? new ConnectionRefused(error.message) : error;
        if (!opened) client.end(true);
      });
      client.on('message', (topic, payload) => request.onMessage(topic, payload.toString('utf8')));
      client.once('close', () => {
        client.end(true);
        if (opened) request.onClose();
        else reject(failure instanceof Error ? failure : new Error(String(failure)));
      });
    });
}

function createOptions({ host, port, tls }: CloudEndpoint, request: ConnectRequest): IClientOptions {
  return {
    protocol: tls ? 'mqtts' : 'mqtt',
    host,
    port,
    ...(tls && {
      ca: tls.ca,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2' as const,
      ...(tls.serverName !== undefined && { servername: tls.serverName }),
      ...request.certificate,
    }),
    protocolVersion: 4,
    clean: true,
    clientId: request.clientId,
    username: request.username,
    password: request.password,
    keepalive: request.keepaliveSeconds,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    ...(request.will && {
      will: { topic: request.will.topic, payload: Buffer.from(request.will.payload), qos: 1, retain: false },
    }),
  };
}

function toConnection(client: MqttClient): Connection {
  return {
    publish: async (topic, payload) => {
      await client.publishAsync(topic, payload, { qos: 1 });
    },
    subscribe: async (topic) => {
      const [grant] = await client.subscribeAsync(topic, { qos: 1 });
      if (!grant || grant.qos === 128) throw new Error(`the subscription of ${topic} was refused`);
    },
    end: () => void client.end(false),
    drop: () => {
      client.stream.destroy();
    },
    hasAddress: () => hasLocalAddress(client.stream),
  };
}

/** Returns false when no interface has the local address of a connected socket. Each address 127.x.y.z is local. */
function hasLocalAddress(stream: object): boolean {
  const [local] = stream instanceof Socket ? (stream.localAddress?.split('%') ?? []) : [];
  if (local === undefined || local.startsWith('127.')) return true;
  return Object.values(networkInterfaces()).some((all = []) => all.some(({ address }) => address === local));
}
