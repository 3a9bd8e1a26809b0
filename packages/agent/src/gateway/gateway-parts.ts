import { findCapabilities } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { GatewayConfig } from '../device/agent-config.ts';
import { readApplications } from '../collect/application-traffic.ts';
import { createRouteTableHandler } from '../commands/index.ts';
import { readFirstAddresses } from '../system/json-commands.ts';
import { listEquipment } from '../system/lldp-neighbours.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import type { KindParts, KindPartsServices } from '../device/kind-parts.ts';
import { countPoolAddresses } from './dhcp-pool-figures.ts';
import { GatewayClients } from './gateway-clients.ts';
import { GatewaySystem } from './gateway-system.ts';
import type { Artefacts } from './render.ts';
import { STATIC_ROUTE_PROTOCOL } from './static-routes.ts';
import { readWans } from './wan-figures.ts';
import { WanMonitor } from './wan-monitor.ts';
import { MAX_PPPOE_LINES } from './wans.ts';

/** Creates the drivers that make a machine with WAN and LAN ports a gateway. */
export async function createGatewayParts(
  config: GatewayConfig,
  { clock, log, neighbours, run }: KindPartsServices,
): Promise<KindParts<Artefacts> & { readonly system: GatewaySystem }> {
  const { lan, localPage, mac, stateDir, switchKind } = config;
  const wan = typeof config.wan === 'string' ? [config.wan] : config.wan;
  const system = new GatewaySystem({
    stateDir,
    wan,
    lan,
    run,
    clock,
    ...(switchKind && { kind: switchKind }),
    ...(localPage && { pagePort: localPage.port }),
  });
  const monitor = new WanMonitor({
    clock,
    log,
    run,
    read: () => readWans(wan, (port) => system.ports.resolvFile(port), run),
  });
  const isInfrastructure = (client: string): boolean =>
    client === mac || listEquipment(neighbours()).some(({ peerMac }) => peerMac === client);
  return {
    system,
    caps: readCapabilities(config, wan, {
      dialsPppoe: await canDial(run),
      countsFlows: await system.startFlowCounters(),
    }),
    handlers: {
      'route-table': createRouteTableHandler(run, { wan, staticProtocol: STATIC_ROUTE_PROTOCOL }),
    },
    lldpKind: 'router',
    uplink: wan[0] ?? '',
    address: () => readWanAddress(wan, run),
    localAddresses: ({ vlans }) => Promise.resolve(vlans.flatMap(({ ip }) => ip ?? [])),
    clients: new GatewayClients({ system, lan, run, isInfrastructure }),
    wanFigures: () => monitor.read(),
    dhcpPools: async ({ dhcpPools }) => countPoolAddresses(dhcpPools, await system.readLeases(), clock.now()),
    leases: {
      read: async () =>
        (await system.readLeases()).map(({ expires, ip, mac, name }) => ({
          ip,
          mac,
          expiresAt: expires,
          ...(name !== undefined && { name }),
        })),
      add: (leases) => system.addLeases(leases),
    },
    dispose: () => monitor[Symbol.asyncDispose](),
    applications: () => readApplications(run),
    topology: () => Promise.resolve({}),
  };
}

/** Returns true when the kernel supports PPP and pppd is installed. */
async function canDial(run: RunProgram): Promise<boolean> {
  try {
    await run(['test', '-c', '/dev/ppp']);
    await run(['pppd', '--version']);
    return true;
  } catch (error) {
    if (error instanceof CommandFailed) return false;
    throw error;
  }
}

/** Returns the current WAN address: that of the first PPPoE line or WAN port with an address. */
async function readWanAddress(wan: readonly string[], run: RunProgram): Promise<string | undefined> {
  const addresses = await readFirstAddresses(run);
  const lines = [...addresses.keys()].filter((device) => device.startsWith('ppp-wan')).sort();
  return [...lines, ...wan].map((device) => addresses.get(device)).find((ip) => ip !== undefined);
}

/** Returns the model's capabilities with the ports of this machine. */
function readCapabilities(
  { lan, model }: GatewayConfig,
  wan: readonly string[],
  { countsFlows, dialsPppoe }: { readonly dialsPppoe: boolean; readonly countsFlows: boolean },
): Capabilities {
  const document = findCapabilities(model);
  if (document?.kind !== 'gateway') throw new Error(`${model} is not a gateway model.`);
  const port = (id: string, role: 'wan' | 'lan') => ({
    id,
    label: id.toUpperCase(),
    role,
    type: 'electrical' as const,
    maxSpeedMbps: 1000,
    poe: false,
  });
  return {
    ...document,
    ports: [...wan.map((id) => port(id, 'wan')), ...lan.map((id) => port(id, 'lan'))],
    features: [
      ...document.features.filter((feature) => countsFlows || feature !== 'application-flow'),
      ...(dialsPppoe ? (['pppoe'] as const) : []),
    ],
    limits: { ...document.limits, ...(dialsPppoe && { pppoeLines: MAX_PPPOE_LINES }) },
  };
}
