import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentConfig, GatewaySystem, OvsInstance, runProgram, SWITCH_BRIDGE } from '@northlight/agent';
import { SystemClock } from '@northlight/runtime';
import type { BaseDeviceRow } from '@northlight/simulator';
import { INTERNET_ADDRESS, LAN_PORTS, WAN } from './lab-network.ts';
import { createLabDevice, relayPort, runAgent, stopNeighbours } from './lab-parts.ts';
import { buildSite, type LabSite, SWITCH_PORTS } from './lab-site.ts';
import { listMissingForLab } from './requirements.ts';
import type { SupervisedProcess } from './supervised-process.ts';

export interface SiteOptions {
  /** Port of the server's device endpoint (TLS) on the host's loopback. */
  readonly mqttPort: number;
  readonly tls: NonNullable<AgentConfig['tls']>;
  /** Adds the devices to the base device list; called before any agent starts. */
  readonly register: (rows: readonly BaseDeviceRow[]) => Promise<void>;
  readonly prefix: string;
  /** VLAN of the client behind the third-party switch. */
  readonly ringVlan: number;
  readonly onLine?: (line: string) => void;
}

export interface SiteDevice {
  readonly device: BaseDeviceRow;
  /** Supervised process that runs the agent. */
  readonly agent: SupervisedProcess;
}

/** Port of the gateway's local page. */
export const PAGE_PORT = 8081;

/** A gateway and a switch that run the real agent, and a network around them. */
export interface RunningSite extends AsyncDisposable {
  readonly network: LabSite;
  readonly gateway: SiteDevice;
  readonly switch: SiteDevice;
  /** Management socket of the switch's bridge, for `ovs-ofctl`. */
  readonly switchSocket: string;
}

const CLOUD_PORT = 8883;
/** Simulated PoE loads of two switch ports (W). */
const LOADS = { p1: 6.5, p2: 4 };

/** Builds the site and starts both agents. Disposing of it removes all namespaces, processes and files. */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const problems = await listMissingForLab();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const clock = new SystemClock();
  const { mqttPort, onLine = () => undefined, prefix, register, ringVlan, tls } = options;
  await using undo = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'nl-site-'));
  undo.defer(() => rm(directory, { recursive: true, force: true }));
  const gateway = createLabDevice('NL-LGW', 1);
  const access = createLabDevice('NL-LSW', 2);
  await register([gateway, access]);
  const network = undo.use(await buildSite(clock, prefix, directory, ringVlan));
  const services = { undo, directory, clock, onLine };
  const states = { gateway: join(directory, 'gateway'), switch: join(directory, 'switch') };
  for (const state of Object.values(states)) await mkdir(state, { recursive: true, mode: 0o700 });
  const system = new GatewaySystem({
    stateDir: states.gateway,
    wan: WAN,
    lan: LAN_PORTS,
    run: runProgram,
    clock,
  });
  undo.defer(() => system.stopDaemons());
  for (const each of [gateway, access]) undo.defer(() => stopNeighbours(each, clock));
  const ovs = new OvsInstance(join(states.switch, 'ovs'), runProgram, clock);
  undo.defer(() => ovs.stop());
  await relayPort(network.internet, { name: 'cloud', port: mqttPort, outside: CLOUD_PORT }, services);
  const common = ({ mac, model, secret, sn }: BaseDeviceRow, stateDir: string) => ({
    sn,
    secret,
    mac,
    model,
    stateDir,
    tls,
    cloudHost: INTERNET_ADDRESS,
    cloudPort: CLOUD_PORT,
  });
  const gatewayAgent = await runAgent(
    network.gateway,
    'gateway-agent',
    { ...common(gateway, states.gateway), wan: WAN, lan: [...LAN_PORTS], localPage: { port: PAGE_PORT } },
    services,
  );
  const switchAgent = await runAgent(
    network.switch,
    'switch-agent',
    { ...common(access, states.switch), ports: [...SWITCH_PORTS], poe: { kind: 'link', loads: LOADS } },
    services,
  );
  const held = undo.move();
  return {
    network,
    gateway: { device: gateway, agent: gatewayAgent },
    switch: { device: access, agent: switchAgent },
    switchSocket: ovs.management(SWITCH_BRIDGE),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
