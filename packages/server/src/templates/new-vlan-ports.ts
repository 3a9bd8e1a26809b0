import type { Vlan } from '@northlight/contract';

interface LanPort {
  readonly id: string;
  readonly label: string;
}

/**
 * Returns the ports of a VLAN that a template adds to a project: those that the gateway has and that are not untagged in
 * another VLAN. `notes` explains each omitted port.
 */
export function chooseVlanPorts(
  { ports, taggedPorts }: Pick<Vlan, 'ports' | 'taggedPorts'>,
  others: readonly Vlan[],
  lanPorts: readonly LanPort[] | undefined,
): Pick<Vlan, 'ports' | 'taggedPorts'> & { readonly notes: string[] } {
  const labels = lanPorts && new Map(lanPorts.map(({ id, label }) => [id, label] as const));
  const owners = new Map(others.flatMap((vlan) => vlan.ports.map((port) => [port, vlan.id] as const)));
  const notes = new Set<string>();
  const exists = (port: string): boolean => {
    if (!labels || labels.has(port)) return true;
    notes.add(`The gateway has no LAN port ${port}: the port is left out.`);
    return false;
  };
  const isFree = (port: string): boolean => {
    const owner = owners.get(port);
    if (owner === undefined) return true;
    notes.add(`Port ${labels?.get(port) ?? port} is untagged in VLAN ${owner} and stays there.`);
    return false;
  };
  const untagged = ports.filter((port) => exists(port) && isFree(port));
  const tagged = taggedPorts?.filter(exists);
  return { ports: untagged, ...(tagged && { taggedPorts: tagged }), notes: [...notes] };
}
