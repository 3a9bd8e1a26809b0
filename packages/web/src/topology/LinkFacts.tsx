import type { Topology, TopologyLink } from '@northlight/contract';
import { useProject } from '../app/shell-context.tsx';
import { Age, formatBitRate } from '../kit/format/index.ts';
import { Facts } from '../ui/Facts.tsx';
import { listLinkFacts } from './link-facts.ts';
import { useLinkLoad } from './use-link-load.ts';

/** Ends, speed, load, evidence and age of a link. */
export function LinkFacts({ link, topology }: { readonly link: TopologyLink; readonly topology: Topology }) {
  const { timeZone } = useProject();
  const load = useLinkLoad(link);
  const speed = link.figures?.up === true ? link.figures.speedMbps : undefined;
  return (
    <Facts
      items={[
        ...listLinkFacts(link, topology),
        ...(load && (load.down !== undefined || load.up !== undefined)
          ? [{ label: 'Last hour', value: formatLoad(load, speed) }]
          : []),
        { label: 'Since', value: <Age at={link.since} timeZone={timeZone} /> },
        ...(link.seenAt === undefined
          ? []
          : [{ label: 'Last report', value: <Age at={link.seenAt} timeZone={timeZone} /> }]),
      ]}
    />
  );
}

/** Writes the mean rates of both directions, with the larger one as a share of the speed. */
function formatLoad(
  { down = 0, up = 0 }: { readonly down: number | undefined; readonly up: number | undefined },
  speedMbps: number | undefined,
): string {
  const rates = `↓ ${formatBitRate(down)}, ↑ ${formatBitRate(up)}`;
  if (!speedMbps) return rates;
  const percent = (Math.max(down, up) / (speedMbps * 1_000_000)) * 100;
  return `${rates} (${percent < 1 ? '<1' : Math.round(percent)}% of the speed)`;
}
