import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  disableChecksumOffload,
  type GatewayConfig,
  type SwitchConfig,
  GatewaySystem,
  LldpDaemon,
  OvsInstance,
  runProgram,
} from '@northlight/agent';
import type { NetworkConfig } from '@northlight/contract';
import { startDevEnv } from '@northlight/dev-env';
import { registerBaseDevices } from '@northlight/server';
import { createProject, pollUntil, type TestBrowser } from '@northlight/server/testing';
import { SystemClock } from '@northlight/runtime';
import type { BaseDeviceRow } from '@northlight/simulator';
import {
  FAR_ADDRESS,
  GATEWAY_WAN_ADDRESS,
  INTERNET_ADDRESS,
  LAN_PORTS,
  removeNetwork,
  WAN,
} from '../lab-network.ts';
import { createLabDevice, relayPort, runAgent, stopNeighbours } from '../lab-parts.ts';
import { Namespace, plugCable } from '../namespaces.ts';
import { SupervisedProcess } from '../supervised-process.ts';
import { signUp } from './console.ts';

const CLOUD_PORT = 8883;
/** Ports of both switches. A test can later move a cable to a port that has none at the start. */
const SWITCH_PORTS = ['p1', 'p2', 'p3', 'p4', 'p5', 'u1'] as const;
/** Forwards LLDP (01:80:C2:00:00:0E), as most unmanaged switches do. */
const FORWARD_LLDP = '0x4000';
/** Address without a host, whose ARP requests keep the hosts in all tables. */
const UNUSED_ADDRESS = '192.168.77.250';

const VLAN_ID = 10;
const LAN: NetworkConfig = {
  vlans: [{ id: VLAN_ID, name: 'Office', ip: '192.168.10.1', prefix: 24, ports: ['lan2'] }],
  dhcpPools: [
    {
      name: 'pool_10',
      vlanId: VLAN_ID,
      start: '192.168.10.100',
      end: '192.168.10.199',
      dns: [],
      leaseMinutes: 60,
    },
  ],
};

/** Hosts with the switch or unmanaged bridge and the port to which each is connected; `lldp` is true for those with lldpd. */
const HOSTS = {
  h1: { at: 'sw1', port: 'p2', lldp: true },
  h2: { at: 'sw1', port: 'p3', lldp: false },
  h3: { at: 'sw2', port: 'p1', lldp: true },
  h4: { at: 'sw2', port: 'p2', lldp: false },
  h5: { at: 'plain', port: 'e3', lldp: false },
} as const;
type Ports = Pick<GatewayConfig, 'lan' | 'wan'> | Pick<SwitchConfig, 'ports'>;
type HostName = keyof typeof HOSTS;
const HOST_NAMES = Object.keys(HOSTS) as HostName[];
/** Number of the host in its address and name. */
const getNumber = (name: HostName): number => HOST_NAMES.indexOf(name) + 1;

export type SwitchedSite = Awaited<ReturnType<typeof startSwitchedSite>>;

/**
 * Starts gateway — switch — unmanaged bridge — switch, with hosts at both switches and the bridge. Gateway and switches run
 * the agent; the hosts are cameras of the project without an agent.
 */
export async function startSwitchedSite(databaseUrl: string, prefix: string) {
  const clock = new SystemClock();
  await using undo = new AsyncDisposableStack();
  const env = undo.use(
    await startDevEnv({ databaseUrl, env: { NORTHLIGHT_DEVICE_NAMES: INTERNET_ADDRESS } }),
  );
  const { services } = env.server.context;
  const directory = await mkdtemp(join(tmpdir(), 'nl-topology-'));
  undo.defer(() => rm(directory, { recursive: true, force: true }));
  await removeNetwork(clock, prefix);
  undo.defer(() => removeNetwork(clock, prefix));
  const create = async (name: string): Promise<Namespace> => {
    const namespace = new Namespace(`${prefix}${name}`);
    await namespace.create();
    return namespace;
  };
  const [inet, gw, plain] = [await create('inet'), await create('gw'), await create('plain')];
  const switches = { sw1: await create('sw1'), sw2: await create('sw2') };
  await plugCable(inet, 'eth0', gw, WAN);
  await plugCable(gw, LAN_PORTS[0], await create('spare'), 'eth0');
  await plugCable(gw, LAN_PORTS[1], switches.sw1, 'u1');
  await plugCable(switches.sw1, 'p1', plain, 'e1');
  await plugCable(plain, 'e2', switches.sw2, 'u1');
  const hosts = new Map<HostName, Namespace>();
  const locate = (at: 'plain' | 'sw1' | 'sw2'): Namespace => (at === 'plain' ? plain : switches[at]);
  for (const [name, { at, port }] of Object.entries(HOSTS) as [HostName, (typeof HOSTS)[HostName]][]) {
    const host = await create(name);
    hosts.set(name, host);
    await plugCable(locate(at), port, host, 'eth0');
  }
  // The agent knows its ports from the start, so cables that are plugged in later have an end without a host.
  for (const port of ['p4', 'p5']) await plugCable(switches.sw1, port, plain, `idle-${port}`);
  for (const port of ['p3', 'p4', 'p5']) await plugCable(switches.sw2, port, plain, `free-${port}`);
  await inet.exec('ip', 'address', 'add', `${INTERNET_ADDRESS}/24`, 'dev', 'eth0');
  await inet.exec('ip', 'address', 'add', `${FAR_ADDRESS}/32`, 'dev', 'lo');
  await gw.exec('ip', 'address', 'add', `${GATEWAY_WAN_ADDRESS}/24`, 'dev', WAN);
  await gw.exec('ip', 'route', 'add', 'default', 'via', INTERNET_ADDRESS);
  await startUnmanagedBridge(plain, ['e1', 'e2', 'e3']);
  const devices = {
    gw: createLabDevice('NL-LGW', 1),
    sw1: createLabDevice('NL-LSW', 2),
    sw2: createLabDevice('NL-LSW', 3),
  };
  const hostDevices = new Map<HostName, BaseDeviceRow>();
  for (const [name, host] of hosts) {
    const device = createLabDevice('NL-IPC4D', 10 + getNumber(name));
    hostDevices.set(name, device);
    await startHost(host, name, device);
    undo.use(
      new SupervisedProcess({
        argv: host.argv('ping', '-n', '-i', '2', '-W', '1', UNUSED_ADDRESS),
        clock,
        onLine: () => undefined,
      }),
    );
    if (!HOSTS[name].lldp) continue;
    const lldp = new LldpDaemon({
      run: (argv, input) => runProgram(host.argv(...argv), input),
      clock,
      mac: device.mac,
      name: device.sn,
      kind: 'bridge',
      ports: ['eth0'],
    });
    undo.defer(() => lldp.stop());
    await lldp.start();
  }
  await registerBaseDevices(
    services.db,
    [...Object.values(devices), ...hostDevices.values()],
    services.clock.now(),
  );
  const browser = await signUp(
    env.address,
    (account) =>
      /\d{6}/.exec(services.mailer.outbox?.list().find((mail) => mail.to === account)?.subject ?? '')?.[0] ??
      '',
  );
  const { id: projectId } = await createProject(browser);
  const params = { projectId };
  const ids = new Map<string, string>();
  for (const [name, { claimCode, sn }] of [...Object.entries(devices), ...hostDevices]) {
    const { id } = await browser.call('deviceAdd', { params, body: { sn, claimCode, name } });
    ids.set(name, id);
  }
  const parts = { undo, directory, clock, onLine: () => undefined };
  await relayPort(inet, { name: 'cloud', port: env.mqttsPort, outside: CLOUD_PORT }, parts);
  const runDevice = async (name: keyof typeof devices, host: Namespace, own: Ports): Promise<void> => {
    const { mac, model, secret, sn } = devices[name];
    const stateDir = join(directory, name);
    await mkdir(stateDir, { recursive: true, mode: 0o700 });
    const cloud = { cloudHost: INTERNET_ADDRESS, cloudPort: CLOUD_PORT, tls: { caFile: env.authorityFile } };
    undo.defer(() => stopNeighbours(devices[name], clock));
    await runAgent(host, `${name}-agent`, { sn, secret, mac, model, stateDir, ...cloud, ...own }, parts);
  };
  const system = new GatewaySystem({
    stateDir: join(directory, 'gw'),
    wan: WAN,
    lan: LAN_PORTS,
    run: runProgram,
    clock,
  });
  undo.defer(() => system.stopDaemons());
  await runDevice('gw', gw, { wan: WAN, lan: [...LAN_PORTS] });
  await configureGateway(browser, projectId, ids.get('gw') ?? '');
  for (const [name, host] of Object.entries(switches) as ['sw1' | 'sw2', Namespace][]) {
    undo.defer(() => new OvsInstance(join(directory, name, 'ovs'), runProgram, clock).stop());
    await runDevice(name, host, { ports: [...SWITCH_PORTS] });
  }
  const names = new Map([...ids].map(([name, id]) => [id, name] as const));
  const held = undo.move();
  return {
    /** Writes the links of the tree as `lower port > upper port`, with the names of the devices. */
    readLinks: async (): Promise<string[]> => {
      const { links } = await browser.call('topologyGet', { params, query: {} });
      const format = ({ nodeId, port = '' }: (typeof links)[number]['lower']): string =>
        `${nodeId.replaceAll(/[0-9A-Za-z]{22}/g, (id) => names.get(id) ?? id)} ${port}`.trim();
      return links
        .filter(({ isInTree }) => isInTree)
        .map(({ lower, upper }) => `${format(lower)} > ${format(upper)}`)
        .toSorted();
    },
    /** Moves the cable of a host to a free port of a switch. */
    moveCable: async (name: HostName, to: 'sw1' | 'sw2', port: string): Promise<void> => {
      const host = hosts.get(name);
      const device = hostDevices.get(name);
      if (!host || !device) throw new Error(`There is no ${name}.`);
      // The interface of the host keeps its name and address, as a network card does.
      await switches[to].exec('ip', 'link', 'set', 'dev', port, 'down');
      await runProgram(['ip', '-n', host.name, 'link', 'set', 'dev', 'eth0', 'down']);
      await replug(host, plain, to === 'sw1' ? `idle-${port}` : `free-${port}`);
      await startHost(host, name, device);
      await switches[to].exec('ip', 'link', 'set', 'dev', port, 'up');
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Gives the switches an address: applies a VLAN with a DHCP pool on the gateway. */
async function configureGateway(browser: TestBrowser, projectId: number, gatewayId: string): Promise<void> {
  const params = { projectId };
  await pollUntil(
    async () => (await browser.call('deviceGet', { params: { ...params, deviceId: gatewayId } })).state === 1,
    60_000,
  );
  // The job ends only when the switches are online too.
  await browser.call('networkConfigApply', { params, body: { baseVersion: 0, config: LAN } });
}

/** Gives a host the free end of a cable instead of its present one, whose end stays without a link. */
async function replug(host: Namespace, from: Namespace, end: string): Promise<void> {
  await host.exec('ip', 'link', 'set', 'dev', 'eth0', 'netns', from.name, 'name', `old-${end}`);
  await from.exec('ip', 'link', 'set', 'dev', end, 'netns', host.name, 'name', 'eth0');
}

/** Gives a host its address and MAC. */
async function startHost(host: Namespace, name: HostName, { mac }: BaseDeviceRow): Promise<void> {
  await disableChecksumOffload('eth0', (argv) => host.exec(...argv));
  await host.exec('ip', 'link', 'set', 'dev', 'eth0', 'down');
  await host.exec('ip', 'link', 'set', 'dev', 'eth0', 'address', mac);
  await host.exec('ip', 'link', 'set', 'dev', 'eth0', 'up');
  await host.exec('ip', 'address', 'add', `192.168.77.${getNumber(name)}/24`, 'dev', 'eth0');
}

/** Starts an unmanaged switch: it runs no agent and no LLDP, but forwards the LLDP frames of other devices. */
async function startUnmanagedBridge(plain: Namespace, ports: readonly string[]): Promise<void> {
  await plain.exec(
    'ip',
    'link',
    'add',
    'br0',
    'type',
    'bridge',
    'stp_state',
    '0',
    'group_fwd_mask',
    FORWARD_LLDP,
  );
  for (const port of ports) {
    await disableChecksumOffload(port, (argv) => plain.exec(...argv));
    await plain.exec('ip', 'link', 'set', 'dev', port, 'master', 'br0');
    await plain.exec('ip', 'link', 'set', 'dev', port, 'up');
  }
  await plain.exec('ip', 'link', 'set', 'dev', 'br0', 'up');
}
