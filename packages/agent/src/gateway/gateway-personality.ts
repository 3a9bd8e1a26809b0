import { capabilitiesOf } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { GatewayConfig } from '../agent-config.ts';
import { routeTableHandler } from '../commands/index.ts';
import type { Personality, PersonalityServices } from '../personality.ts';
import { GatewayClients } from './gateway-clients.ts';
import { GatewaySystem } from './gateway-system.ts';
import type { Artefacts } from './render.ts';
import { STATIC_ROUTE_PROTOCOL } from './static-routes.ts';

/** A machine with a WAN and LAN ports as a gateway. */
export function gatewayPersonality(
  config: GatewayConfig,
  { clock, neighbours, run }: PersonalityServices,
): Personality<Artefacts> & { readonly system: GatewaySystem } {
  const { lan, localPage, mac, stateDir, switchKind, wan } = config;
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
    caps: capabilitiesFor(config),
    handlers: {
      'route-table': routeTableHandler(run, { wan: [wan], staticProtocol: STATIC_ROUTE_PROTOCOL }),
    },
    lldpKind: 'router',
    uplink: wan,
    localAddresses: ({ vlans }) => Promise.resolve(vlans.flatMap(({ ip }) => ip ?? [])),
    clients: new GatewayClients({ system, lan, run, isInfrastructure }),
    topology: () => Promise.resolve({}),
  };
}

/** The model's document, with the ports that this machine really has. */
function capabilitiesFor({ lan, model, wan }: GatewayConfig): Capabilities {
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
  return { ...document, ports: [port(wan, 'wan'), ...lan.map((id) => port(id, 'lan'))] };
}
