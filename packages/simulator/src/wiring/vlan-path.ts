import { listPathLinks, type NetworkTree, type TreeLink } from './network-tree.ts';
import { type DeviceVlans, enterPort, FACTORY_VLAN, type FrameTag, leavePort } from './port-vlans.ts';

/**
 * Returns how a node forwards frames by its configuration; undefined for a node that forwards all frames as they are, such
 * as an unmanaged switch.
 */
export type FindVlans = (node: string) => DeviceVlans | undefined;

/**
 * Follows a frame to the top of its tree, and the answer back to its sender.
 *
 * @param tag the tag with which the node sends the frame, or the VLAN inside of a node with VLANs
 * @returns the VLAN at the top, or the tag there if the top forwards all frames; undefined if the frame or the answer is
 * dropped
 */
export function followFrame(
  tree: NetworkTree,
  findVlans: FindVlans,
  node: string,
  tag: FrameTag,
): FrameTag | undefined {
  const links = listPathLinks(tree, node);
  const start = enterNode(findVlans(node), undefined, tag);
  const top = links.reduce<FrameTag | undefined>(
    (inside, { lower, link }) => cross(findVlans, inside, toUpper(lower, link)),
    start,
  );
  const back = links.reduceRight<FrameTag | undefined>(
    (inside, { lower, link }) => cross(findVlans, inside, toLower(lower, link)),
    top,
  );
  return back === start ? top : undefined;
}

/** One direction of a link. A link without a cable has no ports. */
interface Crossing {
  readonly from: string;
  readonly out: string | undefined;
  readonly to: string;
  readonly into: string | undefined;
}

const toUpper = (lower: string, { ownPort, parent, parentPort }: TreeLink): Crossing => ({
  from: lower,
  out: ownPort,
  to: parent,
  into: parentPort,
});

const toLower = (lower: string, { ownPort, parent, parentPort }: TreeLink): Crossing => ({
  from: parent,
  out: parentPort,
  to: lower,
  into: ownPort,
});

function cross(
  findVlans: FindVlans,
  inside: FrameTag | undefined,
  { from, into, out, to }: Crossing,
): FrameTag | undefined {
  if (inside === undefined) return undefined;
  const tag = leaveNode(findVlans(from), out, inside);
  return tag === undefined ? undefined : enterNode(findVlans(to), into, tag);
}

function leaveNode(
  vlans: DeviceVlans | undefined,
  port: string | undefined,
  inside: FrameTag,
): FrameTag | undefined {
  if (!vlans || inside === 'untagged') return inside;
  if (port === undefined) return inside === FACTORY_VLAN ? 'untagged' : inside;
  return leavePort(vlans, port, inside);
}

function enterNode(
  vlans: DeviceVlans | undefined,
  port: string | undefined,
  tag: FrameTag,
): FrameTag | undefined {
  if (!vlans) return tag;
  if (port === undefined) return tag === 'untagged' ? FACTORY_VLAN : tag;
  return enterPort(vlans, port, tag);
}
