/** Subscribes to every device's reports and writes them by COPY; each is acknowledged after its commit. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { type Packet, parser } from 'mqtt-packet';
import pg from 'pg';
import type { StatMessage } from '@northlight/contract/device-protocol';
import { encodeBinaryRow, copyRows } from './copy-rows.ts';
import { encodeConnect, encodePuback, encodeSubscribe } from './mqtt-wire.ts';

const COMMIT_MS = 500;
const MAX_ROWS = 5_000;
const EPOCH_2000_MS = Date.UTC(2000, 0, 1);
const TABLE = `create table reports (device_id text not null, received_at timestamptz not null, session text, seq bigint,
  ts bigint, cpu real, mem real, uptime_seconds bigint, clients integer, ip text, vlan integer, uplink_mac text,
  uplink_port text, ports jsonb)`;
const COPY = 'copy reports from stdin with (format binary)';

const encodeText = (value: string | undefined): Buffer | null =>
  value === undefined ? null : Buffer.from(value);
const number =
  (bytes: number, write: (buffer: Buffer, value: number) => void) =>
  (value: number | undefined): Buffer | null => {
    if (value === undefined) return null;
    const buffer = Buffer.allocUnsafe(bytes);
    write(buffer, value);
    return buffer;
  };
const bigint = number(8, (buffer, value) => buffer.writeBigInt64BE(BigInt(value)));
const integer = number(4, (buffer, value) => buffer.writeInt32BE(value));
const real = number(4, (buffer, value) => buffer.writeFloatBE(value));
const JSONB_VERSION = Buffer.from([1]);
const encodeJsonb = (value: unknown): Buffer | null =>
  value === undefined ? null : Buffer.concat([JSONB_VERSION, Buffer.from(JSON.stringify(value))]);

function encodeRow(topic: string, payload: Buffer, now: number): Buffer {
  const report = JSON.parse(payload.toString('utf8')) as StatMessage;
  return encodeBinaryRow([
    encodeText(topic.split('/')[1]),
    bigint((now - EPOCH_2000_MS) * 1000),
    encodeText(report.session),
    bigint(report.seq),
    bigint(report.ts),
    real(report.cpu),
    real(report.mem),
    bigint(report.uptimeSeconds),
    integer(report.clients),
    encodeText(report.nets?.ip),
    integer(report.nets?.vlan),
    encodeText(report.nets?.uplinkMac),
    encodeText(report.nets?.uplinkPort),
    encodeJsonb(report.ports),
  ]);
}

const [port, databaseUrl] = process.argv.slice(2);
const client = new pg.Client({ connectionString: databaseUrl ?? '' });
await client.connect();
await client.query(TABLE);
const socket = connect({ host: '127.0.0.1', port: Number(port), noDelay: true });
await once(socket, 'connect');
socket.write(encodeConnect({ id: 'subscriber', password: '', clean: false, keepaliveSeconds: 0 }));

let rows: Buffer[] = [];
let packetIds: number[] = [];
let writing = Promise.resolve();
let timer: NodeJS.Timeout | undefined;

function commit(): void {
  clearTimeout(timer);
  timer = undefined;
  const [batch, acknowledged] = [rows, packetIds];
  [rows, packetIds] = [[], []];
  writing = writing.then(async () => {
    await copyRows(client, COPY, batch);
    socket.write(Buffer.concat(acknowledged.map(encodePuback)));
  });
}

const packets = parser();
packets.on('packet', (packet: Packet) => {
  if (packet.cmd === 'connack') socket.write(encodeSubscribe('d/+/up/stat'));
  if (packet.cmd === 'suback') process.send?.('ready');
  if (packet.cmd !== 'publish' || packet.qos !== 1) return;
  rows.push(encodeRow(packet.topic, Buffer.from(packet.payload), Date.now()));
  packetIds.push(packet.messageId ?? 0);
  if (rows.length >= MAX_ROWS) commit();
  else timer ??= setTimeout(commit, COMMIT_MS);
});
socket.on('data', (chunk: Buffer) => packets.parse(chunk));
