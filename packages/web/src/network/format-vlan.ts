import type { NetworkConfig } from '@northlight/contract';

/** Formats a VLAN as its ID and its name: `20 Guests`; empty without a VLAN. */
export function formatVlan(id: number | undefined, { vlans }: Pick<NetworkConfig, 'vlans'>): string {
  const name = vlans.find((vlan) => vlan.id === id)?.name;
  return [id, name].filter((part) => part !== undefined && part !== '').join(' ');
}
