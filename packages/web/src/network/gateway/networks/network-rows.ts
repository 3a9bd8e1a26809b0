import {
  type Device,
  type DhcpPool,
  type Lan,
  LAN_VLAN_ID,
  type NetworkConfig,
  type OnlineClient,
  type Vlan,
} from '@northlight/contract';

/** Id of the LAN's row among the VLANs, which the URL also uses. */
export const LAN_ROW_ID = 'lan';

/** A row of the VLAN page, which is a VLAN or the LAN, the network of ports without a VLAN. */
export type NetworkRow =
  | { readonly kind: 'lan'; readonly id: string; readonly vlanId: number; readonly lan: Lan | undefined }
  | { readonly kind: 'vlan'; readonly id: string; readonly vlanId: number; readonly vlan: Vlan };

export const getRowId = ({ id }: NetworkRow): string => id;

/** Lists the LAN and the VLANs. The LAN is included if there is a gateway or a setting for the LAN. */
export function listNetworkRows({ lan, vlans }: NetworkConfig, hasGateway: boolean): readonly NetworkRow[] {
  const rows = vlans.map((vlan): NetworkRow => ({
    kind: 'vlan',
    id: String(vlan.id),
    vlanId: vlan.id,
    vlan,
  }));
  return hasGateway || lan ? [{ kind: 'lan', id: LAN_ROW_ID, vlanId: LAN_VLAN_ID, lan }, ...rows] : rows;
}

/** Returns the gateway's address in the network; undefined for a LAN that was never configured. */
export const getNetwork = (row: NetworkRow): Pick<Vlan, 'ip' | 'prefix'> | undefined =>
  row.kind === 'lan' ? row.lan : row.vlan;

export const getRowName = (row: NetworkRow): string => (row.kind === 'lan' ? 'LAN' : row.vlan.name);

export const findPool = ({ dhcpPools }: NetworkConfig, networkId: number): DhcpPool | undefined =>
  dhcpPools.find(({ vlanId }) => vlanId === networkId);

/** Number of online clients and devices by VLAN ID, from their last reports. */
export interface NetworkUsage {
  readonly clients: ReadonlyMap<number, number>;
  readonly devices: ReadonlyMap<number, number>;
}

export const countByVlan = (
  items: readonly Pick<OnlineClient | Device, 'vlan'>[],
): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const { vlan } of items) if (vlan !== undefined) counts.set(vlan, (counts.get(vlan) ?? 0) + 1);
  return counts;
};

/**
 * Lists the SSIDs of the enabled policies whose clients are in the VLAN. Policies without a VLAN use the LAN.
 */
export function listSsids({ wireless }: NetworkConfig, { kind, vlanId }: NetworkRow): readonly string[] {
  const policies = wireless?.policies ?? [];
  return policies
    .filter((policy) => policy.enabled)
    .filter((policy) => (policy.vlanId === undefined ? kind === 'lan' : policy.vlanId === vlanId))
    .map(({ ssid }) => ssid);
}
