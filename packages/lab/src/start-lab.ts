import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentConfig, type GatewayConfig, GatewaySystem, run } from '@northlight/agent';
import { SystemClock, SystemEntropy } from '@northlight/runtime';
import {
  type BaseDeviceRow,
  claimCodeFrom,
  macFrom,
  secretFrom,
  serialNumberFrom,
} from '@northlight/simulator';
import type { LabClient } from './lab-client.ts';
import { buildNetwork, INTERNET_ADDRESS, LAB_PREFIX, LAN, type LabNetwork, WAN } from './lab-network.ts';
import { startRelay } from './relay.ts';
import { missingForLab } from './requirements.ts';
import { Supervised } from './supervised.ts';

const MODEL = 'NL-LGW';
const AGENT = fileURLToPath(import.meta.resolve('@northlight/agent/main'));
const RELAY = fileURLToPath(new URL('./relay.ts', import.meta.url));

export interface LabOptions {
  /** Port of the server's device endpoint on the host's loopback. */
  readonly mqttPort: number;
  /** Port of the server's downloads for devices, likewise; the gateway reaches it under the same number. */
  readonly httpsPort?: number;
  /** Puts the gateway into the base device list; called before the agent starts. */
  readonly register: (rows: readonly BaseDeviceRow[]) => Promise<void>;
  /** An identity to use again; a new one otherwise. */
  readonly device?: BaseDeviceRow;
  /** Present: the device endpoint speaks TLS under this authority. */
  readonly tls?: NonNullable<AgentConfig['tls']>;
  /** Where the lab keeps its files, the gateway's state among them; without it a directory that is removed at the end. */
  readonly stateDir?: string;
  /** Names of the namespaces begin so. */
  readonly prefix?: string;
  readonly switchKind?: GatewayConfig['switchKind'];
  readonly onLine?: (line: string) => void;
}

/** A real gateway that runs the agent, between an internet and two clients. */
export interface Lab extends AsyncDisposable {
  readonly device: BaseDeviceRow;
  readonly sn: string;
  readonly claimCode: string;
  readonly network: LabNetwork;
  /** The agent's process; it comes back when it dies or is restarted. */
  readonly agent: Supervised;
  readonly stateDir: string;
  client(number: 1 | 2): LabClient;
}

/** Builds the lab and starts its gateway; disposing of it leaves no namespace, no process and no file. */
export async function startLab(options: LabOptions): Promise<Lab> {
  const problems = await missingForLab();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const clock = new SystemClock();
  const { device = newDevice(), mqttPort, onLine = () => undefined, prefix = LAB_PREFIX, register } = options;
  await using undo = new AsyncDisposableStack();
  const directory = options.stateDir ?? (await mkdtemp(join(tmpdir(), 'nl-lab-')));
  if (options.stateDir === undefined) undo.defer(() => rm(directory, { recursive: true, force: true }));
  const stateDir = join(directory, 'gateway');
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  await register([device]);
  const network = undo.use(await buildNetwork(clock, prefix));
  const system = new GatewaySystem({ stateDir, wan: WAN, lan: LAN, run, clock });
  undo.defer(() => system.stopDaemons());
  /** The server's port of the host, reached from the internet's address. */
  const relay = async (name: string, port: number, outside: number): Promise<void> => {
    const socket = join(directory, `${name}.sock`);
    await rm(socket, { force: true });
    undo.use(await startRelay({ path: socket }, () => createConnection({ host: '127.0.0.1', port })));
    const place = `tcp:${INTERNET_ADDRESS}:${outside}`;
    const argv = network.internet.argv(process.execPath, RELAY, place, `unix:${socket}`);
    undo.use(new Supervised({ argv, clock, onLine }));
  };
  const cloudPort = options.tls ? 8883 : 1883;
  await relay('cloud', mqttPort, cloudPort);
  if (options.httpsPort !== undefined) await relay('files', options.httpsPort, options.httpsPort);
  const config: AgentConfig = {
    sn: device.sn,
    secret: device.secret,
    mac: device.mac,
    model: device.model,
    cloudHost: INTERNET_ADDRESS,
    cloudPort,
    ...(options.tls && { tls: options.tls }),
    stateDir,
    wan: WAN,
    lan: [...LAN],
    ...(options.switchKind && { switchKind: options.switchKind }),
  };
  const configFile = join(directory, 'agent.json');
  await writeFile(configFile, JSON.stringify(config), { mode: 0o600 });
  const agent = undo.use(
    new Supervised({ argv: network.gateway.argv(process.execPath, AGENT, configFile), clock, onLine }),
  );
  const held = undo.move();
  return {
    device,
    sn: device.sn,
    claimCode: device.claimCode,
    network,
    agent,
    stateDir,
    client: (number) => network.client(number),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

function newDevice(): BaseDeviceRow {
  const entropy = new SystemEntropy();
  return {
    sn: serialNumberFrom(entropy, 0),
    mac: macFrom(entropy),
    model: MODEL,
    claimCode: claimCodeFrom(entropy),
    secret: secretFrom(entropy),
  };
}
