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

/** Properties of a port that determine the order of its memberships. */
export interface MembershipOrder {
  /** False for several new VLANs, because a port can be untagged in only one VLAN. */
  readonly canUntag: boolean;
  /** True if the port leads to a switch or an access point, which expects tagged frames. */
  readonly isToDevice: boolean;
}

/**
 * Returns the membership after the next press, in the order off, untagged, tagged, off. On a port to a device, tagged
 * comes before untagged.
 */
export function getNextMembership(
  now: PortMembership,
  { canUntag, isToDevice }: MembershipOrder,
): PortMembership {
  const order: PortMembership[] = isToDevice ? ['off', 'tagged', 'untagged'] : ['off', 'untagged', 'tagged'];
  const possible = order.filter((each) => canUntag || each !== 'untagged');
  return possible[(possible.indexOf(now) + 1) % possible.length] ?? 'off';
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
