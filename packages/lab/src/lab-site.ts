import { OvsInstance, runProgram } from '@northlight/agent';
import type { Clock } from '@northlight/runtime';
import { LabClient } from './lab-client.ts';
import {
  FAR_ADDRESS,
  GATEWAY_WAN_ADDRESS,
  INTERNET_ADDRESS,
  LAN_PORTS,
  removeNetwork,
  WAN,
} from './lab-network.ts';
import { plugCable, Namespace } from './namespaces.ts';

/**
 * Ports of the switch, with their neighbours: two clients, two cables to a third-party switch, a router, and
 * the gateway.
 */
export const SWITCH_PORTS = ['p1', 'p2', 'p3', 'p4', 'p5', 'u1'] as const;
/** Network behind the router, which the project's devices reach only by a route. */
export const BEHIND_ROUTER = { address: '10.50.0.1', destination: '10.50.0.0', prefix: 16 } as const;

const HOSTS = ['inet', 'gw', 'sw', 'ring', 'c1', 'a1', 'a2', 'a3', 'router'] as const;

/**
 * The lab's site: internet — gateway — switch = third-party switch. The clients `a1`, `a2` and a router are
 * connected to the switch, `a3` to the third-party switch, and `c1` to the gateway. Only the third-party
 * switch is running.
 */
export interface LabSite extends AsyncDisposable {
  readonly internet: Namespace;
  readonly gateway: Namespace;
  readonly switch: Namespace;
  readonly router: Namespace;
  /** The third-party switch with its own rapid spanning tree. */
  readonly ring: Namespace;
  client(name: 'c1' | 'a1' | 'a2' | 'a3'): LabClient;
  /** Plugs or unplugs a cable of the ring: 1 is at p3, 2 at p4. */
  ringCable(number: 1 | 2, state: 'in' | 'out'): Promise<void>;
}

/**
 * Builds the namespaces `{prefix}inet` and so on, after removing existing ones of these names. `a3` is in
 * `ringVlan`.
 */
export async function buildSite(
  clock: Clock,
  prefix: string,
  stateDir: string,
  ringVlan: number,
): Promise<LabSite> {
  await removeNetwork(clock, prefix);
  const hosts = Object.fromEntries(HOSTS.map((name) => [name, new Namespace(`${prefix}${name}`)])) as Record<
    (typeof HOSTS)[number],
    Namespace
  >;
  const { gw, inet, ring, router, sw } = hosts;
  await using undo = new AsyncDisposableStack();
  undo.defer(() => removeNetwork(clock, prefix));
  for (const host of Object.values(hosts)) await host.create();
  await plugCable(inet, 'eth0', gw, WAN);
  await plugCable(gw, LAN_PORTS[0], hosts.c1, 'eth0');
  await plugCable(gw, LAN_PORTS[1], sw, 'u1');
  await plugCable(sw, 'p1', hosts.a1, 'eth0');
  await plugCable(sw, 'p2', hosts.a2, 'eth0');
  await plugCable(sw, 'p3', ring, 'r1');
  await plugCable(sw, 'p4', ring, 'r2');
  await plugCable(sw, 'p5', router, 'eth0');
  await plugCable(ring, 'r3', hosts.a3, 'eth0');
  // Keeps one cable of the ring unplugged, because a loop without spanning tree would overload the machine.
  await ring.exec('ip', 'link', 'set', 'dev', 'r2', 'down');
  await inet.exec('ip', 'address', 'add', `${INTERNET_ADDRESS}/24`, 'dev', 'eth0');
  await inet.exec('ip', 'address', 'add', `${FAR_ADDRESS}/32`, 'dev', 'lo');
  await gw.exec('ip', 'address', 'add', `${GATEWAY_WAN_ADDRESS}/24`, 'dev', WAN);
  await gw.exec('ip', 'route', 'add', 'default', 'via', INTERNET_ADDRESS);
  await router.exec('ip', 'address', 'add', `${BEHIND_ROUTER.address}/32`, 'dev', 'lo');
  const clients = {
    c1: new LabClient(hosts.c1),
    a1: new LabClient(hosts.a1),
    a2: new LabClient(hosts.a2),
    a3: new LabClient(hosts.a3),
  };
  for (const client of Object.values(clients)) await client.prepare();
  await new LabClient(router).prepare();
  const other = new OvsInstance(
    `${stateDir}/ring`,
    (argv, input) => runProgram(ring.argv(...argv), input),
    clock,
  );
  undo.defer(() => other.stop());
  await startRing(other, ring, ringVlan);
  const held = undo.move();
  return {
    internet: inet,
    gateway: gw,
    switch: sw,
    router,
    ring,
    client: (name) => clients[name],
    ringCable: async (number, state) => {
      await ring.exec('ip', 'link', 'set', 'dev', `r${number}`, state === 'in' ? 'up' : 'down');
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Starts the third-party switch, with one VLAN untagged at its client and all VLANs between the switches. */
async function startRing(ovs: OvsInstance, ring: Namespace, vlan: number): Promise<void> {
  await ovs.start();
  for (const port of ['r1', 'r2', 'r3']) await ring.exec('ethtool', '-K', port, 'tx', 'off');
  const options = [
    '-- add-br br0 -- set bridge br0 datapath_type=netdev rstp_enable=true other_config:rstp-priority=32768',
    `-- add-port br0 r1 -- add-port br0 r2 -- add-port br0 r3 tag=${vlan}`,
    '-- set port r3 other_config:rstp-port-admin-edge=true',
  ];
  await ring.exec('ovs-vsctl', `--db=${ovs.db}`, ...options.join(' ').split(' '));
}
