/**
 * Kills the server during the ingest of figures, and checks that every acknowledged report is in the log and
 * in the charts.
 */
import { drawRandomInt, SystemEntropy } from '@northlight/runtime';
import { setTimeout as wait } from 'node:timers/promises';
import { statMessage, topics } from '@northlight/contract/device-protocol';
import { RawDevice } from '@northlight/server/testing';
import { listProcesses } from '../tests/process/running-product.ts';
import { type BenchDevice, type BenchWorld, startBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';

const KILLS = 50;
const DEVICES = 12;
const LONGEST_MS = 1_500;
const PATIENCE_MS = 2_000;
const MINUTE_MS = 60_000;

/** Acknowledged reports of a device by session and number, with their times. */
export interface AcknowledgedReport {
  readonly deviceId: string;
  readonly session: string;
  readonly seq: number;
  readonly at: number;
}

/** Sends reports as fast as they are acknowledged, until the connection ends or `continues` returns false. */
export async function sendReports(
  { base, credential, id }: BenchDevice,
  port: number,
  session: string,
  acknowledged: AcknowledgedReport[],
  continues: () => boolean = () => true,
): Promise<void> {
  // Ends with the connection, because a birth that the kill interrupts gets no answer.
  const device = await Promise.race([
    RawDevice.online(port, base, credential, { session, ts: Date.now() }).catch(() => undefined),
    wait(LONGEST_MS + PATIENCE_MS),
  ]);
  if (!device) return;
  const closed = new Promise<false>((resolve) => device.client.once('close', () => resolve(false)));
  for (let seq = 1; continues(); seq++) {
    const at = Date.now();
    const message = { session, seq, ts: at, cpu: seq % 100, mem: 40, clients: 3 };
    const taken = device.publish(topics.up(id, 'stat'), message).then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([taken, closed]))) break;
    acknowledged.push({ deviceId: id, session, seq, at });
  }
  await device[Symbol.asyncDispose]();
}

/** Returns the sessions and numbers that are in the log or were packed from it. */
async function readLoggedReports({ db }: BenchWorld): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('telemetry_hot')
    .select(['device_id', 'body'])
    .where('kind', '=', 0)
    .execute();
  return new Set(
    rows.map(({ body, device_id }) => {
      const { seq, session } = statMessage.parse(JSON.parse(body.toString('utf8')));
      return `${device_id} ${session} ${seq}`;
    }),
  );
}

/** Returns the acknowledged reports that are missing. */
export async function findLostReports(
  world: BenchWorld,
  acknowledged: readonly AcknowledgedReport[],
): Promise<readonly AcknowledgedReport[]> {
  const known = await readLoggedReports(world);
  return acknowledged.filter(({ deviceId, seq, session }) => !known.has(`${deviceId} ${session} ${seq}`));
}

async function isServing({ browser }: BenchWorld, projectId: number): Promise<void> {
  while (!(await browser.call('projectGet', { params: { projectId } }).catch(() => undefined)))
    await wait(20);
}

/** Counts minutes with an acknowledged report that have no value in the chart. */
async function countMissingMinutes(
  { browser }: BenchWorld,
  devices: readonly BenchDevice[],
  acknowledged: readonly AcknowledgedReport[],
): Promise<number> {
  let missing = 0;
  for (const { id, projectId } of devices) {
    const answer = await browser.call('deviceSeries', {
      params: { projectId },
      query: { devices: id, metrics: 'cpu', range: '12h' },
    });
    const start = Date.parse(answer.from);
    const shown = answer.series[0]?.values ?? [];
    const minutes = new Set(
      acknowledged
        .filter(({ deviceId }) => deviceId === id)
        .map(({ at }) => Math.floor((at - start) / MINUTE_MS)),
    );
    for (const minute of minutes) if ((shown[minute] ?? null) === null) missing++;
  }
  return missing;
}

/** Kills the server, sometimes PostgreSQL too, with SIGKILL at random times during the ingest. */
export async function measureIntakeKill(): Promise<Figure[]> {
  const entropy = new SystemEntropy();
  await using world = await startBenchWorld();
  const devices: BenchDevice[] = [];
  for (let count = 0; count < DEVICES; count++) {
    const device = await world.addDevice('NL-AP6C');
    await device.device[Symbol.asyncDispose]();
    devices.push(device);
  }
  const projectId = devices[0]?.projectId ?? 0;
  const acknowledged: AcknowledgedReport[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const port = Number(world.product.env['NORTHLIGHT_MQTT_PORT']);
    const working = devices.map((device) => sendReports(device, port, `k${kill}`, acknowledged));
    await wait(drawRandomInt(entropy, 300, LONGEST_MS));
    const victims = [
      world.product.serverPid(),
      ...(kill % 5 === 4
        ? [
            listProcesses(world.product.dataDirectory).find(({ command }) =>
              command.includes('/bin/postgres -D'),
            )?.pid,
          ]
        : []),
    ];
    for (const pid of victims) if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await Promise.all(working);
    await isServing(world, projectId);
  }
  const lost = await findLostReports(world, acknowledged);
  const dark = await countMissingMinutes(world, devices, acknowledged);
  return [
    {
      id: 'intake',
      text: `kill -9 at ${KILLS} random points of intake (every fifth time PostgreSQL too): ${lost.length} of ${acknowledged.length} acknowledged reports lost, ${dark} minutes missing in charts`,
      goal: '0 lost, 0 missing',
      reached: lost.length === 0 && dark === 0,
    },
  ];
}
