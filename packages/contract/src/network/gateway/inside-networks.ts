import { LAN_VLAN_ID } from './routing-schema.ts';
import type { GatewayConfig, Vlan } from './schema.ts';

/** A network behind the gateway, with the title that sentences use for it. */
export interface InsideNetwork extends Pick<Vlan, 'id' | 'ip' | 'name' | 'prefix'> {
  readonly title: string;
}

/** Lists the gateway's addresses in inside networks, which no other device may use. */
export const listGatewayAddresses = (config: Pick<GatewayConfig, 'lan' | 'vlans'>): string[] =>
  listInsideNetworks(config).map(({ ip }) => ip);

/** Lists the LAN, if it is configured, and the VLANs. */
export function listInsideNetworks({ lan, vlans }: Pick<GatewayConfig, 'lan' | 'vlans'>): InsideNetwork[] {
  return [
    ...(lan ? [{ ...lan, id: LAN_VLAN_ID, name: 'LAN', title: 'the LAN' }] : []),
    ...vlans.map(({ id, ip, name, prefix }) => ({ id, ip, name, prefix, title: `VLAN ${id}` })),
  ];
}
