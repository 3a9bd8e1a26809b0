import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Namespace } from '../namespaces.ts';

/** Duration over which {@link measureKbps} averages a rate. */
export const MEASURED_SECONDS = 4;
/** Start of a measurement that is left out, because full buckets allow an initial burst. */
const OMITTED_SECONDS = 1;

const report = z.object({ end: z.object({ sum_received: z.object({ bits_per_second: z.number() }) }) });

/**
 * Returns the received rate (kbit/s) of a UDP stream of `kbps` between two hosts, measured with iperf3;
 * `reverse` swaps the direction.
 */
export async function measureKbps(
  from: Namespace,
  to: Namespace,
  address: string,
  kbps: number,
  { port = 5201, reverse = false } = {},
): Promise<number> {
  const [program, ...args] = to.argv('iperf3', '--server', '--one-off', '--port', String(port));
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(server, 'exit');
  try {
    await waitUntilListening(to, String(port));
    const stream = [
      '--client',
      address,
      '--port',
      String(port),
      '--udp',
      '--bitrate',
      `${kbps}k`,
      '--length',
      '1400',
    ];
    const time = ['--time', String(MEASURED_SECONDS), '--omit', String(OMITTED_SECONDS), '--json'];
    const way = reverse ? ['--reverse'] : [];
    const text = await from.exec('iperf3', ...stream, ...time, ...way);
    return Math.round(report.parse(JSON.parse(text)).end.sum_received.bits_per_second / 1000);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function waitUntilListening(host: Namespace, port: string): Promise<void> {
  while (!(await host.exec('ss', '-ltnH', `sport = :${port}`)).includes(`:${port}`)) continue;
}

const PING_MS = 10;
const PINGS = 400;

/** Pings a host every 10 ms during an action and returns the longest gap between two replies (ms). */
export async function measureLongestGap(
  from: Namespace,
  address: string,
  act: () => Promise<void>,
): Promise<number> {
  const echoes = ['-n', '-D', '-i', String(PING_MS / 1000), '-c', String(PINGS), '-W', '1', address];
  const [program, ...args] = from.argv('ping', ...echoes);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const answers: number[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const at = /^\[(\d+\.\d+)\].*time=/.exec(line)?.[1];
    if (at !== undefined) answers.push(Number(at) * 1000);
    if (answers.length === 50) void act();
  });
  await once(child, 'exit');
  if (answers.length < PINGS / 4) throw new Error(`Only ${answers.length} of ${PINGS} echoes were answered.`);
  return Math.round(Math.max(...answers.slice(1).map((at, index) => at - (answers[index] ?? at))));
}

/** Counts the TCP segments that a host has retransmitted since its start. */
export async function countRetransmittedSegments(host: Namespace): Promise<number> {
  const text = await host.exec('nstat', '-a', '-s', '-z', 'TcpRetransSegs');
  return Number(/^TcpRetransSegs\s+(\d+)/m.exec(text)?.[1]);
}

const ATTEMPTS = 3;

/**
 * Repeats a measurement under a rate limit up to three times and returns the highest rate (kbit/s). A busy
 * machine delivers fewer packets than were sent, but never more. A single low value therefore does not prove
 * that the limit is too low.
 */
export async function findHighestKbps(limitKbps: number, measure: () => Promise<number>): Promise<number> {
  let highest = 0;
  for (let attempt = 0; attempt < ATTEMPTS && highest < 0.9 * limitKbps; attempt++)
    highest = Math.max(highest, await measure());
  return highest;
}
