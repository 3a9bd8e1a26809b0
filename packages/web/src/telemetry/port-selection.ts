import type { DeviceDetail } from '@northlight/contract';

/** Maximum number of ports in one chart; more lines are hard to read. */
export const MAX_PORTS = 8;
const DEFAULT_PORTS = 4;

type Port = DeviceDetail['ports'][number];

const sumTraffic = ({ rxBytes = 0, txBytes = 0 }: Port): number => rxBytes + txBytes;

/**
 * Returns the ports that the URL names; if there are none, the ports with the most traffic, uplinks first.
 */
export function selectPorts(ports: readonly Port[], named: string | undefined): Port[] {
  const ids = new Set(named?.split(','));
  const found = ports.filter(({ id }) => ids.has(id)).slice(0, MAX_PORTS);
  if (found.length > 0) return found;
  const rank = ({ role, up }: Port): number => (up ? 2 : 0) + (role === 'wan' || role === 'uplink' ? 1 : 0);
  const busiest = ports.toSorted((a, b) => rank(b) - rank(a) || sumTraffic(b) - sumTraffic(a));
  const first = new Set(busiest.slice(0, DEFAULT_PORTS));
  return ports.filter((port) => first.has(port));
}
