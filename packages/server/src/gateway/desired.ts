import type { GatewayConfig } from '@northlight/contract';
import type { Capabilities, DeviceConfig } from '@northlight/contract/device-protocol';
import { formatMask } from '@northlight/contract/net';

/**
 * What one device of a project should run: a gateway everything, a switch the list of VLANs, others nothing.
 * Undefined when the project's gateway settings do not concern the device.
 */
export function desiredFor(caps: Capabilities, config: GatewayConfig): DeviceConfig | undefined {
  if (!caps.features.includes('vlan')) return undefined;
  if (!caps.features.includes('dhcp'))
    return { vlans: config.vlans.map(({ id, name }) => ({ id, name, ports: [] })), dhcpPools: [] };
  const vlans = new Map(config.vlans.map((vlan) => [vlan.id, vlan] as const));
  return {
    vlans: config.vlans.map(({ id, name, ip, prefix, ports }) => ({ id, name, ip, prefix, ports })),
    dhcpPools: config.dhcpPools.flatMap(({ vlanId, name, start, end, dns, leaseMinutes }) => {
      const vlan = vlans.get(vlanId);
      if (!vlan) return [];
      const mask = formatMask(vlan.prefix);
      return [{ name, vlanId, start, end, mask, gateway: vlan.ip, dns, leaseMinutes }];
    }),
  };
}
