import { getSpeedClass } from '@northlight/contract';
import { DEFAULT_LAYOUT } from '@northlight/topology';
import type { CardLine } from '../graph/display-graph.ts';

/** Sizes of the cards and their distances in the drawing and in exports (px). */
export const SPACING = { ...DEFAULT_LAYOUT, cardWidth: 164, cardHeight: 42, gap: 22 };

type LineStyleName =
  | 'unknown'
  | 'MB'
  | 'GB'
  | 'TB'
  | 'wireless'
  | 'manual'
  | 'further'
  | 'uncertain'
  | 'down';
interface LineStyle {
  readonly label: string;
  readonly width: number;
  readonly dashes?: string;
}

/** Widths and dashes of lines, with their meaning, in the order of the legend. */
export const LINE_STYLES: Readonly<Record<LineStyleName, LineStyle>> = {
  unknown: { label: 'Speed not reported', width: 1 },
  MB: { label: 'Below 1 Gbit/s', width: 1.5 },
  GB: { label: 'From 1 Gbit/s', width: 2 },
  TB: { label: 'From 10 Gbit/s', width: 4 },
  wireless: { label: 'Wireless', width: 2.5, dashes: '2 5' },
  manual: { label: 'Added by hand', width: 1.5, dashes: '10 3 2 3' },
  further: { label: 'Loop or spare link', width: 1.5, dashes: '8 4' },
  uncertain: { label: 'Uncertain', width: 1.5, dashes: '4 4' },
  down: { label: 'WAN port without a link', width: 1.5, dashes: '3 3' },
};

export function chooseLineStyle({ isInTree, link, wan }: CardLine): LineStyleName {
  if (wan?.up === false) return 'down';
  if (!isInTree) return 'further';
  if (link?.isUncertain) return 'uncertain';
  if (link?.evidence === 'wireless' || link?.evidence === 'manual') return link.evidence;
  const speed = link?.figures?.up === true ? link.figures.speedMbps : undefined;
  return speed === undefined ? 'unknown' : getSpeedClass(speed);
}

/** Lists the styles of these lines in the order of the legend. Omits lines that are not links, such as to clients. */
export function listUsedStyles(lines: readonly CardLine[]): readonly LineStyle[] {
  const used = new Set(
    lines.flatMap((line) => (line.link || line.wan?.up === false ? [chooseLineStyle(line)] : [])),
  );
  return Object.entries(LINE_STYLES).flatMap(([name, style]) =>
    used.has(name as LineStyleName) ? [style] : [],
  );
}
