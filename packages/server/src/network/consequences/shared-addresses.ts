import { LAN_VLAN_ID, type NetworkConfig } from '@northlight/contract';
import { parseIpv4 } from '@northlight/contract/net';

/** A device that gets a fixed address. */
interface MovedDevice {
  readonly name: string;
  readonly mac: string;
  readonly ip: string;
}

/**
 * Describes fixed addresses that something else can have as well: other devices, and clients of a DHCP pool unless the
 * address is reserved for the device.
 *
 * @param holders other devices with their fixed or reported addresses
 */
export function describeSharedAddresses(
  moved: readonly MovedDevice[],
  holders: readonly Pick<MovedDevice, 'name' | 'ip'>[],
  { dhcpPools }: Pick<NetworkConfig, 'dhcpPools'>,
): string[] {
  return moved.flatMap(({ ip, mac, name }, index) => {
    const others = [...holders, ...moved.slice(0, index)].filter((other) => other.ip === ip);
    const pool = dhcpPools.find(({ end, start }) => isBetween(ip, start, end));
    const isReserved = pool?.reservations?.some((each) => each.ip === ip && each.mac === mac);
    return [
      ...[...new Set(others.map((other) => other.name))].map(
        (other) => `${name}: ${other} has the address ${ip} as well. One of the two becomes unreachable.`,
      ),
      ...(pool && !isReserved
        ? [
            `${name}: the DHCP pool of ${formatNetwork(pool.vlanId)} can assign ${ip} to a client. Reserve the address for this device, or enter one outside the pool.`,
          ]
        : []),
    ];
  });
}

function isBetween(ip: string, start: string, end: string): boolean {
  const [address = 0, first = 0, last = 0] = [parseIpv4(ip), parseIpv4(start), parseIpv4(end)];
  return first <= address && address <= last;
}

const formatNetwork = (vlanId: number): string => (vlanId === LAN_VLAN_ID ? 'the LAN' : `VLAN ${vlanId}`);
