import type { Evidence } from './evidence.ts';
import { findMostFrequent } from './forwarding-tables.ts';
import { listNeighbourLinks } from './neighbour-links.ts';
import { listUnmanagedReports } from './unmanaged-neighbours.ts';

/**
 * Chooses the root of a site that has no gateway: the device at which most devices arrive over the uplinks that they
 * name, otherwise the device with the most direct links, of those with an unmanaged neighbour at their uplink if there
 * are any. Undefined without any link.
 */
export function chooseRoot({ devices, neighbours, uplinks }: Evidence): string | undefined {
  const byMac = new Map(devices.map(({ id, mac }) => [mac, id]));
  const parents = new Map(
    uplinks.flatMap(({ deviceId, parentMac }) => {
      const parent = byMac.get(parentMac);
      return parent === undefined || parent === deviceId ? [] : [[deviceId, parent] as const];
    }),
  );
  const tops = [...parents.keys()].map((id) => {
    const path = new Set<string>();
    let at = id;
    for (let next = parents.get(at); next !== undefined && !path.has(next); next = parents.get(at)) {
      path.add(at);
      at = next;
    }
    return at;
  });
  const ends = listNeighbourLinks(devices, neighbours, uplinks).flatMap((link) =>
    link.ends.map(({ device }) => device.id),
  );
  const highest = listUnmanagedReports({ devices, neighbours }).flatMap(({ deviceId, unmanaged }) =>
    unmanaged === 'above' ? [deviceId] : [],
  );
  return (
    findMostFrequent(tops)?.key ??
    findMostFrequent(ends.filter((id) => highest.includes(id)))?.key ??
    highest.toSorted()[0] ??
    findMostFrequent(ends)?.key
  );
}
