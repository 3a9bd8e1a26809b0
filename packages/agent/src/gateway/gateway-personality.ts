import { capabilitiesOf } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { GatewayConfig } from '../agent-config.ts';
import { readApplications } from '../collect/application-traffic.ts';
import { routeTableHandler } from '../commands/index.ts';
import { addressesOf } from '../system/json-commands.ts';
import { CommandFailed, type Run } from '../system/run.ts';
import type { Personality, PersonalityServices } from '../personality.ts';
import { GatewayClients } from './gateway-clients.ts';
import { GatewaySystem } from './gateway-system.ts';
import type { Artefacts } from './render.ts';
import { STATIC_ROUTE_PROTOCOL } from './static-routes.ts';
import { MOST_LINES } from './wans.ts';

/** A machine with a WAN and LAN ports as a gateway. */
export async function gatewayPersonality(
  config: GatewayConfig,
  { clock, neighbours, run }: PersonalityServices,
): Promise<Personality<Artefacts> & { readonly system: GatewaySystem }> {
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
  const isInfrastructure = (client: string): boolean =>
    client === mac || neighbours().some(({ peerMac }) => peerMac === client);
  return {
    system,
    caps: capabilitiesFor(config, wan, { dials: await canDial(run), counts: await system.countFlows() }),
    handlers: {
      'route-table': routeTableHandler(run, { wan, staticProtocol: STATIC_ROUTE_PROTOCOL }),
    },
    lldpKind: 'router',
    uplink: wan[0] ?? '',
    address: () => outerAddress(wan, run),
    localAddresses: ({ vlans }) => Promise.resolve(vlans.flatMap(({ ip }) => ip ?? [])),
    clients: new GatewayClients({ system, lan, run, isInfrastructure }),
    applications: () => readApplications(run),
    topology: () => Promise.resolve({}),
  };
}

/** Whether the kernel has PPP, and the program for it is there. */
async function canDial(run: Run): Promise<boolean> {
  try {
    await run(['test', '-c', '/dev/ppp']);
    await run(['pppd', '--version']);
    return true;
  } catch (error) {
    if (error instanceof CommandFailed) return false;
    throw error;
  }
}

/** The address by which it reaches the internet now: of the first port, or line, that has one. */
async function outerAddress(wan: readonly string[], run: Run): Promise<string | undefined> {
  const addresses = await addressesOf(run);
  const lines = [...addresses.keys()].filter((device) => device.startsWith('ppp-wan')).sort();
  return [...lines, ...wan].map((device) => addresses.get(device)).find((ip) => ip !== undefined);
}

/** The model's document, with the ports that this machine really has. */
function capabilitiesFor(
  { lan, model }: GatewayConfig,
  wan: readonly string[],
  { counts, dials }: { readonly dials: boolean; readonly counts: boolean },
): Capabilities {
  const document = capabilitiesOf(model);
  if (document?.kind !== 'gateway') throw new Error(`${model} is no model of a gateway.`);
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
      ...document.features.filter((feature) => counts || feature !== 'application-flow'),
      ...(dials ? (['pppoe'] as const) : []),
    ],
    limits: { ...document.limits, ...(dials && { pppoeLines: MOST_LINES }) },
  };
}
