/** Runs devices that report figures over plain MQTT in a separate process, which `stat-load.ts` controls. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { findCapabilities } from '@northlight/contract';
import { KEEPALIVE_SECONDS, topics } from '@northlight/contract/device-protocol';
import { SeededEntropy } from '@northlight/runtime';
import { buildBirth } from '@northlight/server/testing';
import { type Packet, parser } from 'mqtt-packet';
import { DeviceCounters } from '../packages/simulator/src/device-counters.ts';
import { encodeConnect, PING, encodePublish } from './mqtt-wire.ts';
import type { LoadAnswer, LoadDevice, LoadOrder } from './stat-load.ts';

const CONNECTING_AT_ONCE = 50;
/** Number of prepared reports per device, so that the load itself needs little processor time. */
const VARIETIES = 4;
const TICK_MS = 10;
const PING_MS = 20_000;

class ReportingDevice {
  countAcknowledged = 0;
  onAcknowledged: () => void = () => undefined;
  readonly #socket: Socket;
  readonly #topic: string;
  readonly #reports: readonly string[];
  readonly #session: string;
  #sequence = 0;

  constructor(socket: Socket, { id, model, session }: LoadDevice, index: number) {
    this.#socket = socket;
    this.#session = session;
    this.#topic = topics.up(id, 'stat');
    this.#reports = buildReports(model, index);
  }

  static async connect(port: number, device: LoadDevice, index: number): Promise<ReportingDevice> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await once(socket, 'connect');
    const made = new ReportingDevice(socket, device, index);
    const packets = parser();
    const waiting = Promise.withResolvers<void>();
    let isBorn = false;
    socket.on('error', waiting.reject);
    socket.once('close', () => {
      waiting.reject(new Error('The connection was refused.'));
      if (isBorn) process.send?.({ kind: 'lost' } satisfies LoadAnswer);
    });
    packets.on('error', waiting.reject);
    packets.on('packet', ({ cmd }: Packet) => {
      if (cmd === 'connack')
        socket.write(encodePublish(topics.up(device.id, 'birth'), 1, JSON.stringify(createBirth(device))));
      else if (cmd === 'puback' && isBorn) {
        made.countAcknowledged++;
        made.onAcknowledged();
      } else if (cmd === 'puback') {
        isBorn = true;
        waiting.resolve();
      }
    });
    socket.on('data', (chunk: Buffer) => packets.parse(chunk));
    socket.write(
      encodeConnect({
        id: device.id,
        password: device.token,
        clean: true,
        keepaliveSeconds: KEEPALIVE_SECONDS,
      }),
    );
    await waiting.promise;
    setInterval(() => socket.write(PING), PING_MS).unref();
    return made;
  }

  send(): void {
    const sequence = ++this.#sequence;
    const head = `{"session":"${this.#session}","seq":${sequence},"ts":${Date.now()},`;
    const report = this.#reports[sequence % VARIETIES] ?? '';
    this.#socket.write(encodePublish(this.#topic, (sequence % 65_535) + 1, head + report));
  }
}

const createBirth = ({ mac, model, session, sn }: LoadDevice): object =>
  buildBirth({ sn, mac, model, claimCode: '', secret: '' }, { session });

/**
 * Returns reports of a simulated device, 1 min apart, without the opening brace and the fields that the link
 * adds.
 */
function buildReports(model: string, index: number): string[] {
  const entropy = new SeededEntropy(index);
  const ports = findCapabilities(model)?.ports ?? [];
  const up = new Set(ports.filter((_, port) => port % 2 === 0).map(({ id }) => id));
  const vitals = new DeviceCounters(ports, () => ({ up, blocked: new Set() }), entropy, 0);
  const nets = {
    ip: `10.20.${index >> 8}.${index & 255}`,
    vlan: 1,
    uplinkMac: '02:00:00:00:00:01',
    uplinkPort: 'lan1',
  };
  return Array.from({ length: VARIETIES }, (_, minute) =>
    JSON.stringify({ ...vitals.step(60_000 * (minute + 1), 12, { vlans: [], dhcpPools: [] }), nets }).slice(
      1,
    ),
  );
}

const devices: ReportingDevice[] = [];
const answer = (message: LoadAnswer): void => void process.send?.(message);
const acknowledged = (): number => devices.reduce((sum, device) => sum + device.countAcknowledged, 0);

async function enter(port: number, rows: readonly LoadDevice[]): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < rows.length; index = next++) {
      const row = rows[index];
      if (row) devices.push(await ReportingDevice.connect(port, row, index));
    }
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, worker));
}

/** Sends reports at a steady rate, one device after another. */
async function sendAtRate(perSecond: number, ms: number): Promise<void> {
  const start = performance.now();
  for (let sent = 0; performance.now() - start < ms; await wait(TICK_MS)) {
    const due = Math.floor(((performance.now() - start) / 1000) * perSecond);
    for (; sent < due; sent++) devices[sent % devices.length]?.send();
  }
}

/** Keeps `each` reports of each device in flight for `ms`. */
async function keepInFlight(each: number, ms: number): Promise<void> {
  for (const device of devices) {
    device.onAcknowledged = () => device.send();
    for (let count = 0; count < each; count++) device.send();
  }
  await wait(ms);
  for (const device of devices) device.onAcknowledged = () => undefined;
}

process.on('message', (order: LoadOrder) => {
  void runOrder(order).catch((error: unknown) => answer({ kind: 'failed', message: String(error) }));
});

async function runOrder(order: LoadOrder): Promise<void> {
  if (order.kind === 'enter') {
    await enter(order.port, order.devices);
    return answer({ kind: 'entered' });
  }
  const before = acknowledged();
  const start = performance.now();
  if (order.kind === 'rate') await sendAtRate(order.perSecond, order.ms);
  else await keepInFlight(order.each, order.ms);
  answer({ kind: 'ran', acknowledged: acknowledged() - before, ms: performance.now() - start });
}
