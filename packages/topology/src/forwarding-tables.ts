import type { EvidenceDevice, ForwardingEvidence } from './evidence.ts';

export interface LearnedMac {
  readonly port: string;
  readonly at: number;
}

/** Forwarding table of a device: its port for each learned MAC address of the site. */
export type ForwardingTable = ReadonlyMap<string, LearnedMac>;

/**
 * Returns the forwarding table of each device that has learned MAC addresses of the site. The newest port of a MAC
 * address wins. Ignores a device's own address and MAC addresses outside the site.
 */
export function buildTables(
  devices: readonly EvidenceDevice[],
  forwarding: readonly ForwardingEvidence[],
): ReadonlyMap<string, ForwardingTable> {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const known = new Set(devices.map(({ mac }) => mac));
  const tables = new Map<string, Map<string, LearnedMac>>();
  for (const { at, deviceId, mac, port } of forwarding) {
    const device = byId.get(deviceId);
    if (!device || device.mac === mac || !known.has(mac)) continue;
    const table = tables.get(deviceId) ?? new Map<string, LearnedMac>();
    tables.set(deviceId, table);
    const earlier = table.get(mac);
    if (!earlier || at > earlier.at) table.set(mac, { port, at });
  }
  return tables;
}

/** Returns the key with the highest count; undefined without any. The first one of equal counts wins. */
export function findMostFrequent<K>(
  keys: Iterable<K>,
): { readonly key: K; readonly count: number } | undefined {
  const counts = new Map<K, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  let best: { key: K; count: number } | undefined;
  for (const [key, count] of counts) if (!best || count > best.count) best = { key, count };
  return best;
}
