import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentConfig, type GatewayConfig, GatewaySystem, runProgram } from '@northlight/agent';
import { SystemClock } from '@northlight/runtime';
import type { BaseDeviceRow } from '@northlight/simulator';
import type { LabClient } from './lab-client.ts';
import {
  buildNetwork,
  INTERNET_ADDRESS,
  LAB_PREFIX,
  LAN_PORTS,
  type LabNetwork,
  WAN,
} from './lab-network.ts';
import { createLabDevice, relayPort, runAgent, stopNeighbours } from './lab-parts.ts';
import { listMissingForLab } from './requirements.ts';
import type { SupervisedProcess } from './supervised-process.ts';

const MODEL = 'NL-LGW';

export interface LabOptions {
  /** Port of the server's device endpoint on the host's loopback. */
  readonly mqttPort: number;
  /**
   * Port of the server's downloads for devices on the host's loopback; the gateway reaches it at the same
   * number.
   */
  readonly httpsPort?: number;
  /** Adds the gateway to the base device list; called before the agent starts. */
  readonly register: (rows: readonly BaseDeviceRow[]) => Promise<void>;
  /** Identity of the gateway; absent for a new one. */
  readonly device?: BaseDeviceRow;
  /** TLS settings with the authority of the device endpoint; absent if the endpoint does not use TLS. */
  readonly tls?: NonNullable<AgentConfig['tls']>;
  /** Directory for the lab's files and the gateway's state; absent for a temporary one. */
  readonly stateDir?: string;
  /** Prefix of the namespaces' names. */
  readonly prefix?: string;
  /** Bundled agent to run; absent for the agent's sources. */
  readonly agentFile?: string;
  readonly switchKind?: GatewayConfig['switchKind'];
  /** Files with public keys of trusted software. */
  readonly firmwareKeys?: readonly string[];
  readonly onLine?: (line: string) => void;
}

/** A gateway that runs the real agent, between an internet and two clients. */
export interface Lab extends AsyncDisposable {
  readonly device: BaseDeviceRow;
  readonly sn: string;
  readonly claimCode: string;
  readonly network: LabNetwork;
  /** Supervised process that runs the agent. */
  readonly agent: SupervisedProcess;
  readonly stateDir: string;
  client(number: 1 | 2): LabClient;
}

/** Builds the lab and starts its gateway. Disposing of it removes all namespaces, processes and files. */
export async function startLab(options: LabOptions): Promise<Lab> {
  const problems = await listMissingForLab();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const clock = new SystemClock();
  const {
    device = createLabDevice(MODEL),
    mqttPort,
    onLine = () => undefined,
    prefix = LAB_PREFIX,
    register,
  } = options;
  await using undo = new AsyncDisposableStack();
  const directory = options.stateDir ?? (await mkdtemp(join(tmpdir(), 'nl-lab-')));
  if (options.stateDir === undefined) undo.defer(() => rm(directory, { recursive: true, force: true }));
  const stateDir = join(directory, 'gateway');
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  await register([device]);
  const network = undo.use(await buildNetwork(clock, prefix));
  const system = new GatewaySystem({ stateDir, wan: WAN, lan: LAN_PORTS, run: runProgram, clock });
  undo.defer(() => system.stopDaemons());
  undo.defer(() => stopNeighbours(device, clock));
  const services = { undo, directory, clock, onLine };
  const cloudPort = options.tls ? 8883 : 1883;
  const { httpsPort } = options;
  await relayPort(network.internet, { name: 'cloud', port: mqttPort, outside: cloudPort }, services);
  if (httpsPort !== undefined)
    await relayPort(network.internet, { name: 'files', port: httpsPort, outside: httpsPort }, services);
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
    lan: [...LAN_PORTS],
    ...(options.firmwareKeys && { firmwareKeys: [...options.firmwareKeys] }),
    ...(options.switchKind && { switchKind: options.switchKind }),
  };
  const agent = await runAgent(network.gateway, 'agent', config, services, options.agentFile);
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
