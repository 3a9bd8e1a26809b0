import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentConfig, GatewaySystem, OvsInstance, runProgram, SWITCH_BRIDGE } from '@northlight/agent';
import { SystemClock } from '@northlight/runtime';
import type { BaseDeviceRow } from '@northlight/simulator';
import { INTERNET_ADDRESS, LAN_PORTS, WAN } from './lab-network.ts';
import { createLabDevice, relayPort, runAgent, stopNeighbours } from './lab-parts.ts';
import { buildSite, type LabSite, SWITCH_PORTS } from './lab-site.ts';
import { listMissingForLab } from './requirements.ts';
import type { Namespace } from './namespaces.ts';
import type { SupervisedProcess } from './supervised-process.ts';

export interface SiteOptions {
  /** Port of the server's device endpoint (TLS) on the host's loopback. */
  readonly mqttPort: number;
  /** Port of the server's listener for files of devices (HTTPS). */
  readonly httpsPort: number;
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

type DeviceKind = 'gateway' | 'switch';

/** Port of the gateway's local page. */
export const PAGE_PORT = 8081;

/** A gateway and a switch that run the real agent, and a network around them. */
export interface RunningSite extends AsyncDisposable {
  readonly network: LabSite;
  readonly gateway: SiteDevice;
  readonly switch: SiteDevice;
  /**
   * Replaces the hardware of a device by a new one in the same place: nothing of the old one is left, and the new one has
   * another serial number, MAC address and secret. Resolves to the label of the new hardware.
   */
  exchange(kind: DeviceKind): Promise<BaseDeviceRow>;
  /** Reads a file of the gateway's DHCP server: its configuration, or the leases that it has stored; empty without the file. */
  readDhcpFile(name: 'leases' | 'dnsmasq.conf'): Promise<string>;
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
  const { httpsPort, mqttPort, onLine = () => undefined, prefix, register, ringVlan, tls } = options;
  const undo = new AsyncDisposableStack();
  await using starting = new AsyncDisposableStack();
  starting.use(undo);
  const directory = await mkdtemp(join(tmpdir(), 'nl-site-'));
  undo.defer(() => rm(directory, { recursive: true, force: true }));
  const network = undo.use(await buildSite(clock, prefix, directory, ringVlan));
  const services = { undo, directory, clock, onLine };
  const states = { gateway: join(directory, 'gateway'), switch: join(directory, 'switch') };
  await relayPort(network.internet, { name: 'cloud', port: mqttPort, outside: CLOUD_PORT }, services);
  await relayPort(network.internet, { name: 'files', port: httpsPort, outside: httpsPort }, services);
  const system = new GatewaySystem({
    stateDir: states.gateway,
    wan: WAN,
    lan: LAN_PORTS,
    run: runProgram,
    clock,
  });
  undo.defer(() => system.stopDaemons());
  const ovs = new OvsInstance(join(states.switch, 'ovs'), runProgram, clock);
  undo.defer(() => ovs.stop());
  let devices = 0;
  /** Starts an agent with an empty state and a serial number of its own. */
  const startDevice = async (kind: DeviceKind): Promise<SiteDevice> => {
    const device = createLabDevice(kind === 'gateway' ? 'NL-LGW' : 'NL-LSW', ++devices);
    const { mac, model, secret, sn } = device;
    await register([device]);
    await mkdir(states[kind], { recursive: true, mode: 0o700 });
    undo.defer(() => stopNeighbours(device, clock));
    const common = {
      sn,
      secret,
      mac,
      model,
      stateDir: states[kind],
      tls,
      cloudHost: INTERNET_ADDRESS,
      cloudPort: CLOUD_PORT,
    };
    const own =
      kind === 'gateway'
        ? { wan: WAN, lan: [...LAN_PORTS], localPage: { port: PAGE_PORT } }
        : { ports: [...SWITCH_PORTS], poe: { kind: 'link' as const, loads: LOADS } };
    const agent = await runAgent(network[kind], `${kind}-agent`, { ...common, ...own }, services);
    return { device, agent };
  };
  const running = { gateway: await startDevice('gateway'), switch: await startDevice('switch') };
  starting.move();
  return {
    network,
    get gateway() {
      return running.gateway;
    },
    get switch() {
      return running.switch;
    },
    exchange: async (kind) => {
      const { agent, device } = running[kind];
      await agent[Symbol.asyncDispose]();
      await stopNeighbours(device, clock);
      await (kind === 'gateway' ? system.stopDaemons() : ovs.stop());
      await wipe(network[kind]);
      await rm(states[kind], { recursive: true, force: true });
      running[kind] = await startDevice(kind);
      return running[kind].device;
    },
    readDhcpFile: (name) => readFile(join(states.gateway, 'dhcp', name), 'utf8').catch(() => ''),
    switchSocket: ovs.management(SWITCH_BRIDGE),
    [Symbol.asyncDispose]: () => undo.disposeAsync(),
  };
}

/** Links that a program has created in a host. */
const CREATED_LINKS = ['vlan', 'bridge', 'ifb', 'tun', 'dummy', 'ppp'];

/** Removes what the agent of a host has configured in the kernel; its cables and the address of its line stay. */
async function wipe(host: Namespace): Promise<void> {
  await host.exec('nft', 'flush', 'ruleset');
  for (const kind of CREATED_LINKS) {
    const listed = await host.exec('ip', '-o', 'link', 'show', 'type', kind);
    for (const [, name = ''] of listed.matchAll(/^\d+: ([^:@]+)/gm))
      await host.succeeds('ip', 'link', 'delete', 'dev', name);
  }
}
