import type { ReachDevice, ReachWorld } from './world.ts';

/** Clients of one VLAN at one device. */
export interface ClientGroup {
  readonly vlanId: number;
  /** The SSID of wireless clients, the VLAN of wired ones. */
  readonly clients: { readonly ssid: string } | { readonly vlanId: number };
  /** True if the device itself assigns the clients' addresses. */
  readonly addresses: boolean;
}

/** Lists the ports with a cable to another device, by the id of their device. */
export function listCabledPorts({
  links,
}: Pick<ReachWorld, 'links'>): ReadonlyMap<string, ReadonlySet<string>> {
  const cabled = new Map<string, Set<string>>();
  for (const { device, port } of links.flatMap(({ from, to }) => [from, to])) {
    const ports = cabled.get(device);
    if (ports) ports.add(port);
    else cabled.set(device, new Set([port]));
  }
  return cabled;
}

/**
 * Returns the groups of clients at a device: by SSID, or by VLAN of the ports that connect no other device.
 *
 * @param cabled the ports of the device with a cable to another device
 */
export function listClientGroups(
  { hasWiredClients, ports, ssids }: ReachDevice,
  cabled: ReadonlySet<string> | undefined,
): ClientGroup[] {
  const wireless = ssids.map(({ addresses, name, vlanId }): ClientGroup => ({
    addresses,
    vlanId,
    clients: { ssid: name },
  }));
  if (!hasWiredClients) return wireless;
  const open = [...ports.values()].filter((port) => cabled?.has(port.id) !== true && port.tagged.size === 0);
  const wired = new Set(open.map(({ native }) => native).filter((vlanId) => vlanId > 0));
  return [...wireless, ...[...wired].map((vlanId) => ({ vlanId, clients: { vlanId }, addresses: false }))];
}
