/** `npm run lab [-- up|down|client 1|2]`: runs a real gateway to claim and configure. */
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { parseArgs } from 'node:util';
import { SystemClock, sleep } from '@northlight/runtime';
import { registerDevices } from '@northlight/simulator';
import {
  INTERNET_ADDRESS,
  LAB_PREFIX,
  createLabClient,
  listMissingForLab,
  removeNetwork,
  startLab,
} from '../index.ts';

const USAGE = `npm run lab                  build the lab and stay in the foreground until Ctrl-C
npm run lab -- down          remove a lab that is still there
npm run lab -- client 1      ask for a lease on client 1 (or 2) and show it
  --server URL --token TOKEN   register the gateway there, not in the data directory's database
  --ca FILE                    the authority of the server's certificate (default tls/authority.pem in the data directory)
The server's ports on this machine are NORTHLIGHT_MQTTS_PORT (8883) and NORTHLIGHT_DEVICE_HTTPS_PORT (8443).`;

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
      ca: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const [command = 'up', argument] = positionals;
  if (values.help) return console.log(USAGE);
  const problems = await listMissingForLab();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  // Awaits the command, so that the process keeps running until the command is done.
  switch (command) {
    case 'up':
      return await startUp(values.ca, buildTarget(values));
    case 'down':
      return await stopLab();
    case 'client':
      return await runClient(argument);
    default:
      throw new Error(USAGE);
  }
}

function buildTarget({ server, token }: { server?: string | undefined; token?: string | undefined }) {
  return server === undefined ? undefined : { server, token: token ?? '' };
}

async function startUp(ca: string | undefined, target: ReturnType<typeof buildTarget>): Promise<void> {
  if ((await findRunningLab()) !== undefined)
    throw new Error('A lab is already running. Stop it with npm run lab -- down.');
  const {
    NORTHLIGHT_DATA = 'data',
    NORTHLIGHT_MQTTS_PORT = 8883,
    NORTHLIGHT_DEVICE_HTTPS_PORT = 8443,
  } = process.env;
  const caFile = resolve(ca ?? join(NORTHLIGHT_DATA, 'tls', 'authority.pem'));
  const mqttPort = Number(NORTHLIGHT_MQTTS_PORT);
  const serverName = await nameOfServer(mqttPort, caFile);
  if (serverName !== undefined)
    console.log(
      `Downloads reach the gateway only with NORTHLIGHT_DEVICE_NAMES=${INTERNET_ADDRESS} npm start`,
    );
  const stopped = stopSignal();
  await mkdir(RUN_DIRECTORY, { recursive: true });
  await writeFile(PID_FILE, String(process.pid));
  try {
    await using lab = await startLab({
      mqttPort,
      httpsPort: Number(NORTHLIGHT_DEVICE_HTTPS_PORT),
      tls: { caFile, ...(serverName !== undefined && { serverName }) },
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

/** Returns the name in the server's certificate, if it differs from the lab's address. */
async function nameOfServer(port: number, caFile: string): Promise<string | undefined> {
  const ca = await readFile(caFile, 'utf8').catch((cause: unknown) => {
    throw new Error(`${caFile} cannot be read. Start the server first, or set its authority with --ca.`, {
      cause,
    });
  });
  const socket = connect({ host: '127.0.0.1', port, ca, servername: 'localhost' });
  try {
    await once(socket, 'secureConnect');
    const certificate = socket.getPeerX509Certificate();
    return certificate?.checkIP(INTERNET_ADDRESS) === undefined ? 'localhost' : undefined;
  } catch (cause) {
    throw new Error(`The server's device endpoint cannot be reached over TLS on port ${port}.`, { cause });
  } finally {
    socket.destroy();
  }
}

async function stopLab(): Promise<void> {
  const clock = new SystemClock();
  const pid = await findRunningLab();
  if (pid !== undefined) {
    process.kill(pid, 'SIGTERM');
    for (let polls = 0; polls < STOP_POLLS && (await findRunningLab()) === pid; polls++)
      await sleep(clock, STOP_POLL_MS);
  }
  await removeNetwork(clock, LAB_PREFIX);
  await rm(RUN_DIRECTORY, { recursive: true, force: true });
}

async function runClient(argument: string | undefined): Promise<void> {
  if (argument !== '1' && argument !== '2') throw new Error(USAGE);
  const lease = await createLabClient(argument === '1' ? 1 : 2).lease();
  console.log(
    `${lease.ip}/${lease.prefix} router ${lease.router ?? 'none'} dns ${lease.dns.join(' ') || 'none'}`,
  );
}

/** Returns the process of a running lab from its pid file; ignores a pid that another program has reused. */
async function findRunningLab(): Promise<number | undefined> {
  try {
    const pid = Number(await readFile(PID_FILE, 'utf8'));
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    return commandLine.includes('lab.ts') ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the process running, because the clock's timers do not. */
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
