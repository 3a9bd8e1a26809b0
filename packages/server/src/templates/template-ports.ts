import type { Vlan } from '@northlight/contract';

interface LanPort {
  readonly id: string;
  readonly label: string;
}

/**
 * The ports of a VLAN that is new in a project: those of the template that its gateway has, and that no other VLAN has
 * untagged. What is left out is said.
 */
export function fittedPorts(
  { ports, taggedPorts }: Pick<Vlan, 'ports' | 'taggedPorts'>,
  others: readonly Vlan[],
  lanPorts: readonly LanPort[] | undefined,
): Pick<Vlan, 'ports' | 'taggedPorts'> & { readonly notes: string[] } {
  const labels = lanPorts && new Map(lanPorts.map(({ id, label }) => [id, label] as const));
  const owners = new Map(others.flatMap((vlan) => vlan.ports.map((port) => [port, vlan.id] as const)));
  const notes = new Set<string>();
  const isThere = (port: string): boolean => {
    if (!labels || labels.has(port)) return true;
    notes.add(`The gateway has no LAN port ${port}: it is left out.`);
    return false;
  };
  const isFree = (port: string): boolean => {
    const owner = owners.get(port);
    if (owner === undefined) return true;
    notes.add(`Port ${labels?.get(port) ?? port} is untagged in VLAN ${owner}: it stays there.`);
    return false;
  };
  const untagged = ports.filter((port) => isThere(port) && isFree(port));
  const tagged = taggedPorts?.filter(isThere);
  return { ports: untagged, ...(tagged && { taggedPorts: tagged }), notes: [...notes] };
}
