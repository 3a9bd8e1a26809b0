import type { ApplyOutcome } from './link/index.ts';
import type { Capabilities, ConfigIssue, DeviceConfig } from '@northlight/contract/device-protocol';

/** What a device of these capabilities makes of a configuration: takes it, takes it in part, or refuses it whole. */
export function judge(config: DeviceConfig, { features, limits, ports }: Capabilities): ApplyOutcome {
  const refusals: ConfigIssue[] = [];
  const substitutions: ConfigIssue[] = [];
  const refuse = (path: string, reason: string) => refusals.push({ path, reason });
  const leaveOut = (path: string, reason: string, substitution: string) =>
    substitutions.push({ path, reason, substitution });
  if (config.vlans.length > 0 && !features.includes('vlan'))
    leaveOut('vlans', 'This model has no VLANs.', 'VLANs are left out.');
  if (config.dhcpPools.length > 0 && !features.includes('dhcp'))
    leaveOut('dhcpPools', 'This model has no DHCP server.', 'DHCP pools are left out.');
  if (config.vlans.length > limits.vlans) refuse('vlans', `This model has room for ${limits.vlans} VLANs.`);
  if (config.dhcpPools.length > limits.dhcpPools)
    refuse('dhcpPools', `This model has room for ${limits.dhcpPools} DHCP pools.`);
  for (const [index, vlan] of config.vlans.entries()) {
    if (vlan.id < limits.vlanMin || vlan.id > limits.vlanMax)
      refuse(
        `vlans.${index}.id`,
        `The VLAN ID must be between ${limits.vlanMin} and ${limits.vlanMax} on this model.`,
      );
    for (const [place, port] of vlan.ports.entries())
      if (!ports.some(({ id, role }) => id === port && role !== 'wan'))
        leaveOut(
          `vlans.${index}.ports.${place}`,
          `This device has no LAN port ${port}.`,
          'The port is left out.',
        );
  }
  if (refusals.length > 0) return { status: 'rejected', issues: refusals };
  return { status: substitutions.length > 0 ? 'partial' : 'applied', issues: substitutions };
}
