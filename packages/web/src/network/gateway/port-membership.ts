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
 * Returns the membership after the next press, in the order off, untagged, tagged, off. For several new
 * VLANs, `untagged` is skipped.
 */
export function nextMembership(now: PortMembership, canUntag: boolean): PortMembership {
  if (now === 'off') return canUntag ? 'untagged' : 'tagged';
  return now === 'untagged' ? 'tagged' : 'off';
}

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
