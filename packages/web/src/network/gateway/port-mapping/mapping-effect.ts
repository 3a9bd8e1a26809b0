import {
  MAPPING_PROTOCOL_LABELS,
  type NetworkConfig,
  type OnlineClient,
  type PortMapping,
} from '@northlight/contract';
import { parseIpv4 } from '@northlight/contract/net';
import { findNextHopNetwork, formatNetworkName } from '../routing/route-effect.ts';

/** Describes what a port mapping does; undefined until its ports and its address are complete. */
export function describeMappingEffect(
  { externalPorts, internalIp, internalPorts, protocol }: Omit<PortMapping, 'name'>,
  config: Pick<NetworkConfig, 'lan' | 'vlans'>,
  clients: readonly Pick<OnlineClient, 'ip' | 'name'>[],
): string | undefined {
  const [ip, external] = [internalIp.trim(), externalPorts.trim()];
  if (external === '' || parseIpv4(ip) === undefined) return undefined;
  const internal = internalPorts.trim() || external;
  const ports = /^\d+$/.test(external) ? 'port' : 'ports';
  const name = clients.find((client) => client.ip === ip)?.name;
  const network = findNextHopNetwork(ip, config);
  const place = network ? ` in ${formatNetworkName(network)}` : '';
  const target = name ? `${name} (${ip})` : ip;
  const changed = internal === external ? '' : `, ${/^\d+$/.test(internal) ? 'port' : 'ports'} ${internal}`;
  return `Connections from the internet to ${MAPPING_PROTOCOL_LABELS[protocol]} ${ports} ${external} reach ${target}${place}${changed}.`;
}
