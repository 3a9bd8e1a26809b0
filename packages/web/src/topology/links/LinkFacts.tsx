import type { Topology } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { Age, formatBitRate } from '../../kit/format/index.ts';
import { Facts } from '../../ui/Facts.tsx';
import type { DrawnLink } from '../graph/aggregated-links.ts';
import { listLinkFacts } from './link-facts.ts';
import { listVlanFacts } from './link-vlans.ts';
import { useLinkLoad } from './use-link-load.ts';

interface LinkFactsProps {
  readonly link: DrawnLink;
  readonly topology: Topology;
  /** The shown time of the past; undefined for the present. */
  readonly at: string | undefined;
}

/** Ends, speed, VLANs, load, evidence and age of a link. */
export function LinkFacts({ at, link, topology }: LinkFactsProps) {
  const { id: projectId, timeZone } = useProject();
  const load = useLinkLoad(link, at);
  // The VLANs of a past time are unknown: they are those of the applied configuration.
  const vlans = useQuery({
    ...createQuery('networkPortVlanList', { params: { projectId } }),
    enabled: at === undefined,
  });
  const speed = link.figures?.up === true ? link.figures.speedMbps : undefined;
  return (
    <Facts
      items={[
        ...listLinkFacts(link, topology),
        ...(at === undefined ? listVlanFacts(link, vlans.data?.items ?? []) : []),
        ...(load && (load.down !== undefined || load.up !== undefined)
          ? [{ label: at === undefined ? 'Last hour' : 'Hour before', value: formatLoad(load, speed) }]
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
