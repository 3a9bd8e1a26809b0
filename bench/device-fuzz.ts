import { createConnection, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { topics } from '@northlight/contract/device-protocol';
import { RawDevice } from '@northlight/server/testing';
import { type BenchDevice, startBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';

const HONEST = 100;
const PACKETS = 200_000;
/** Number of packets per connection, which the server may close earlier. */
const PACKETS_EACH = 40;
const CONNECTIONS = 24;
const HEARTBEAT_MS = 1_000;
const END_MS = 500;

/** Returns a random generator (xorshift), so that a run can be repeated. */
function createRandomGenerator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const encodeText = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
};

function encodePacket(head: number, body: Buffer): Buffer {
  const lengths: number[] = [];
  for (let left = body.length; ; left = left >> 7) {
    lengths.push(left > 127 ? (left & 127) | 128 : left);
    if (left <= 127) break;
  }
  return Buffer.concat([Buffer.from([head, ...lengths]), body]);
}

/** Returns packets of MQTT 3.1.1 that are encoded by hand, because the library cannot create invalid ones. */
function createPackets(device: BenchDevice): readonly Buffer[] {
  const { id, token } = device.credential;
  const connect = (client: string, user: string, password: string): Buffer =>
    encodePacket(
      0x10,
      Buffer.concat([
        encodeText('MQTT'),
        Buffer.from([4, 0xc2, 0, 30]),
        encodeText(client),
        encodeText(user),
        encodeText(password),
      ]),
    );
  const publish = (topic: string, payload: string): Buffer =>
    encodePacket(0x32, Buffer.concat([encodeText(topic), Buffer.from([0, 7]), Buffer.from(payload)]));
  const stat = JSON.stringify({ session: 'x', seq: 1, ts: 0, cpu: 12, ports: [{ id: 'p1', up: true }] });
  return [
    connect(id, id, token),
    connect(`p-${device.base.sn}`, device.base.sn, device.base.secret),
    publish(topics.up(id, 'stat'), stat),
    publish(topics.up(id, 'birth'), '{"v":1}'),
    publish(
      topics.up(id, 'clients'),
      JSON.stringify({ session: 'x', seq: 1, ts: 0, full: true, join: [{ mac: '02:00:00:00:00:01' }] }),
    ),
    publish(topics.upRequest(id, 'r1'), '{"kind":"time"}'),
    encodePacket(
      0x82,
      Buffer.concat([Buffer.from([0, 9]), encodeText(topics.downAll(id)), Buffer.from([1])]),
    ),
    encodePacket(0xc0, Buffer.alloc(0)),
    encodePacket(0x40, Buffer.from([0, 7])),
    encodePacket(0xe0, Buffer.alloc(0)),
  ];
}

/** Changes, truncates or doubles a part of one packet, or fills it with noise. */
function mutatePacket(original: Buffer, below: (limit: number) => number): Buffer {
  const bytes = Buffer.from(original);
  switch (below(6)) {
    case 0:
      for (let change = below(8); change >= 0; change--) bytes[below(bytes.length)] = below(256);
      return bytes;
    case 1:
      return bytes.subarray(0, below(bytes.length + 1));
    case 2:
      return Buffer.concat([bytes, bytes.subarray(below(bytes.length))]);
    case 3: {
      const noise = Buffer.alloc(1 + below(300));
      for (let at = 0; at < noise.length; at++) noise[at] = below(256);
      return Buffer.concat([bytes.subarray(0, 2), noise]);
    }
    case 4:
      bytes[1] = 0xff;
      return bytes;
    default:
      return bytes;
  }
}

interface Attack {
  sent: number;
  connections: number;
}

/** Connects one attacker after another from the same address until all packets are sent. */
async function sendMutatedPackets(
  port: number,
  wanted: number,
  originals: readonly Buffer[],
  seed: number,
  counts: Attack,
): Promise<void> {
  const below = createRandomGenerator(seed);
  let mine = 0;
  while (mine < wanted) {
    counts.connections++;
    // Uses another address for each connection: otherwise the first refusals would ban all later ones before
    // a parser reads them.
    const socket = await openConnection(port, `127.${1 + below(250)}.${below(250)}.${1 + below(250)}`);
    // Half of the connections begin with a valid connect, so that the rest reaches the parser behind
    // authentication.
    const [connect] = originals;
    if (connect && below(2) === 0) socket.write(connect);
    for (let count = 0; count < PACKETS_EACH && mine < wanted && !socket.destroyed; count++) {
      const original = originals[below(originals.length)];
      if (!original) break;
      const bytes = mutatePacket(original, below);
      const flushed = new Promise<boolean>((resolve) => socket.write(bytes, (error) => resolve(!error)));
      // Counts only packets sent before the server closed the connection.
      if (!(await flushed)) break;
      await turn();
      if (socket.readableEnded || socket.destroyed) break;
      mine++;
      counts.sent++;
    }
    await waitForEnd(socket);
  }
}

function openConnection(port: number, localAddress: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port, localAddress }, () => resolve(socket));
    socket.on('error', () => resolve(socket));
    socket.resume();
  });
}

/** Closes the connection after the server has read all data or closed it. */
async function waitForEnd(socket: Socket): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.end();
  if (!socket.destroyed) await Promise.race([closed, wait(END_MS)]);
  socket.destroy();
}

/** Waits for pending events. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * S4: sends mutated packets over many connections, while legitimate devices continue without a missed report.
 */
export async function fuzzDeviceInput(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const port = Number(world.product.env['NORTHLIGHT_MQTT_PORT']);
  const honest: BenchDevice[] = [];
  for (let count = 0; count < HONEST; count++) honest.push(await world.addDevice('NL-AP6C'));
  const victim = await world.addDevice('NL-GW5');
  const others: BenchDevice[] = [];
  for (let count = 1; count < CONNECTIONS; count++) others.push(await world.addDevice('NL-AP6C'));
  let beats = 0;
  let missed = 0;
  let closed = 0;
  let slowestMs = 0;
  for (const { device } of honest) device.client.on('close', () => closed++);
  const ending = new AbortController();
  const beating = Promise.all(
    honest.map(async ({ device, id, session }, index) => {
      await wait((index * HEARTBEAT_MS) / HONEST);
      for (let seq = 1; !ending.signal.aborted; seq++) {
        const start = performance.now();
        beats++;
        const arrived = await device.publish(topics.up(id, 'stat'), { session, seq, ts: 0, cpu: 5 }).then(
          () => true,
          () => false,
        );
        if (!arrived) missed++;
        slowestMs = Math.max(slowestMs, performance.now() - start);
        await wait(HEARTBEAT_MS);
      }
    }),
  );
  const counts: Attack = { sent: 0, connections: 0 };
  const originals = [victim, ...others].map(createPackets);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) =>
      sendMutatedPackets(
        port,
        PACKETS / CONNECTIONS,
        originals[index % originals.length] ?? [],
        index + 1,
        counts,
      ),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  ending.abort();
  await beating;
  const health = await fetch(new URL('/api/health', world.product.address));
  // Reconnects the device whose identity the attackers used.
  const { base, credential } = victim;
  const back = await RawDevice.online(port, base, credential, { session: 'after' }).then(
    async (device) => {
      await device[Symbol.asyncDispose]();
      return true;
    },
    () => false,
  );
  return [
    {
      id: 'S4',
      text: `${counts.sent} mutated packets over ${counts.connections} connections in ${seconds.toFixed(0)} s: ${HONEST} honest devices missed ${missed} of ${beats} heartbeats and lost ${closed} connections (slowest ${slowestMs.toFixed(0)} ms); server ${health.ok ? 'up' : 'down'}, the imitated device ${back ? 'is back' : 'is kept out for its ban'}`,
      goal: '0 missed, server up',
      reached: missed === 0 && closed === 0 && health.ok && counts.sent >= PACKETS - CONNECTIONS,
    },
  ];
}
