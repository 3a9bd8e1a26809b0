/** Membership of a LAN port in one VLAN. */
export type PortMembership = 'off' | 'untagged' | 'tagged';

export interface MemberPorts {
  readonly ports: string[];
  readonly taggedPorts: string[];
}

export function getMembership({ ports, taggedPorts }: MemberPorts, port: string): PortMembership {
  if (ports.includes(port)) return 'untagged';
  return taggedPorts.includes(port) ? 'tagged' : 'off';
}

/**
 * Returns the memberships that a port can have. A port can be untagged in only one VLAN, so that several new VLANs can
 * only be tagged.
 */
export const listMemberships = (canUntag: boolean): readonly PortMembership[] =>
  canUntag ? ['off', 'untagged', 'tagged'] : ['off', 'tagged'];

export function setMembership(
  { ports, taggedPorts }: MemberPorts,
  port: string,
  membership: PortMembership,
): MemberPorts {
  const others = (list: readonly string[]) => list.filter((each) => each !== port);
  return {
    ports: membership === 'untagged' ? [...others(ports), port] : others(ports),
    taggedPorts: membership === 'tagged' ? [...others(taggedPorts), port] : others(taggedPorts),
  };
}
