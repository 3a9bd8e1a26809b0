import { encodePath } from '../system/encode.ts';
import type { NatNetwork } from './render.ts';

const LEASE_MINUTES = 120;

/** Renders the configuration of dnsmasq for the NAT networks; undefined if there are no NAT networks. */
export function renderNatDhcp(
  networks: readonly NatNetwork[],
  { hostsDir, leaseFile, resolvFile }: { hostsDir: string; leaseFile: string; resolvFile: string },
): string | undefined {
  if (networks.length === 0) return undefined;
  return `${[
    'user=root',
    'no-hosts',
    'bind-interfaces',
    'except-interface=lo',
    `resolv-file=${encodePath(resolvFile, 'stateDir')}`,
    'dhcp-authoritative',
    'no-ping',
    `dhcp-leasefile=${encodePath(leaseFile, 'stateDir')}`,
    `dhcp-hostsdir=${encodePath(hostsDir, 'stateDir')}`,
    ...networks.flatMap(({ base, bridge }) => [
      `interface=${bridge}`,
      `dhcp-range=${base}.10,${base}.250,255.255.255.0,${LEASE_MINUTES}m`,
    ]),
  ].join('\n')}\n`;
}
