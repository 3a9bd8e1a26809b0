import type { Topology, TopologyLink } from '@northlight/contract';
import { formatLinkTitle } from '../links/link-facts.ts';
import { LinkFacts } from '../links/LinkFacts.tsx';
import classes from '../topology.module.css';

interface LinkHoverProps {
  readonly link: TopologyLink;
  readonly topology: Topology;
  readonly at: string | undefined;
  /** Position of the pointer in the drawing (px), and the size of the drawing. */
  readonly x: number;
  readonly y: number;
  readonly bounds: { readonly width: number; readonly height: number };
}

const WIDTH = 300;
const HEIGHT = 310;

/** Details of the link under the pointer. The panel shows the same, so that no pointer is needed. */
export function LinkHover({ at, bounds, link, topology, x, y }: LinkHoverProps) {
  const left = Math.min(x + 14, bounds.width - WIDTH - 12);
  const top = y + HEIGHT > bounds.height ? undefined : y + 14;
  return (
    <div
      className={`panel absolute ${classes['hover']}`}
      style={top === undefined ? { left, bottom: bounds.height - y + 14 } : { left, top }}
      aria-hidden
    >
      <h3>{formatLinkTitle(link, topology)}</h3>
      <LinkFacts link={link} topology={topology} at={at} />
    </div>
  );
}
