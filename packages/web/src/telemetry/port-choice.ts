import type { DeviceDetail } from '@northlight/contract';

/** More lines than these in one chart cannot be followed. */
export const MOST_PORTS_SHOWN = 8;
const SHOWN_AT_FIRST = 4;

type Port = DeviceDetail['ports'][number];

const trafficOf = ({ rxBytes = 0, txBytes = 0 }: Port): number => rxBytes + txBytes;

/** The ports that an address names; else those that carry most, the uplink before all. */
export function portsShown(ports: readonly Port[], named: string | undefined): Port[] {
  const ids = new Set(named?.split(','));
  const found = ports.filter(({ id }) => ids.has(id)).slice(0, MOST_PORTS_SHOWN);
  if (found.length > 0) return found;
  const rank = ({ role, up }: Port): number => (up ? 2 : 0) + (role === 'wan' || role === 'uplink' ? 1 : 0);
  const busiest = ports.toSorted((a, b) => rank(b) - rank(a) || trafficOf(b) - trafficOf(a));
  const first = new Set(busiest.slice(0, SHOWN_AT_FIRST));
  return ports.filter((port) => first.has(port));
}
