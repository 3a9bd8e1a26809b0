/** `npm run lab [-- up|down|client 1|2]`: a real gateway to claim and configure, until it is stopped. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SystemClock, sleep } from '@northlight/runtime';
import { registerDevices } from '@northlight/simulator';
import { LAB_PREFIX, labClient, missingForLab, removeNetwork, startLab } from '../index.ts';

const USAGE = `npm run lab                  build the lab and stay in the foreground until Ctrl-C
npm run lab -- down          remove a lab that is still there
npm run lab -- client 1      ask for a lease on client 1 (or 2) and show it
  --server URL --token TOKEN   register the gateway there, not in the data directory's database
  --mqtt-port PORT             the server's device endpoint (default NORTHLIGHT_MQTT_PORT, 1883)`;

const RUN_DIRECTORY = '/run/northlight-lab';
const PID_FILE = join(RUN_DIRECTORY, 'lab.pid');
const STOP_POLL_MS = 100;
const STOP_POLLS = 100;
const KEEP_ALIVE_MS = 60_000;

async function main(): Promise<void> {
  using _alive = keepAlive();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      server: { type: 'string' },
      token: { type: 'string' },
      'mqtt-port': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const [command = 'up', argument] = positionals;
  if (values.help) return console.log(USAGE);
  const problems = await missingForLab();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  // Awaited, so that the process is kept alive until it is done.
  switch (command) {
    case 'up':
      return await up(
        Number(values['mqtt-port'] ?? process.env['NORTHLIGHT_MQTT_PORT'] ?? 1883),
        targetOf(values),
      );
    case 'down':
      return await down();
    case 'client':
      return await client(argument);
    default:
      throw new Error(USAGE);
  }
}

function targetOf({ server, token }: { server?: string | undefined; token?: string | undefined }) {
  return server === undefined ? undefined : { server, token: token ?? '' };
}

async function up(mqttPort: number, target: ReturnType<typeof targetOf>): Promise<void> {
  if ((await runningLab()) !== undefined) throw new Error('A lab runs already: npm run lab -- down');
  const stopped = stopSignal();
  await mkdir(RUN_DIRECTORY, { recursive: true });
  await writeFile(PID_FILE, String(process.pid));
  try {
    await using lab = await startLab({
      mqttPort,
      stateDir: RUN_DIRECTORY,
      register: (rows) => registerDevices(rows, target),
      onLine: (line) => console.error(line),
    });
    console.log(`SN          ${lab.sn}`);
    console.log(`Claim code  ${lab.claimCode}`);
    console.log('Clients     npm run lab -- client 1, npm run lab -- client 2');
    console.log('Stop        Ctrl-C, or npm run lab -- down');
    await stopped;
  } finally {
    await rm(RUN_DIRECTORY, { recursive: true, force: true });
  }
}

async function down(): Promise<void> {
  const clock = new SystemClock();
  const pid = await runningLab();
  if (pid !== undefined) {
    process.kill(pid, 'SIGTERM');
    for (let polls = 0; polls < STOP_POLLS && (await runningLab()) === pid; polls++)
      await sleep(clock, STOP_POLL_MS);
  }
  await removeNetwork(clock, LAB_PREFIX);
  await rm(RUN_DIRECTORY, { recursive: true, force: true });
}

async function client(argument: string | undefined): Promise<void> {
  if (argument !== '1' && argument !== '2') throw new Error(USAGE);
  const lease = await labClient(argument === '1' ? 1 : 2).lease();
  console.log(
    `${lease.ip}/${lease.prefix} router ${lease.router ?? 'none'} dns ${lease.dns.join(' ') || 'none'}`,
  );
}

/** The process of a lab that runs, from its pid file; a pid that is somebody else's by now does not count. */
async function runningLab(): Promise<number | undefined> {
  try {
    const pid = Number(await readFile(PID_FILE, 'utf8'));
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    return commandLine.includes('lab.ts') ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Timers of the clock keep no process alive, and waiting for one must not end this. */
function keepAlive(): Disposable {
  const timer = setInterval(() => undefined, KEEP_ALIVE_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
