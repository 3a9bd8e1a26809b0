import type { Topology, DeviceVlans, TopologyLink } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { Age, formatBitRate } from '../../kit/format/index.ts';
import { Facts } from '../../ui/Facts.tsx';
import { type DrawnLink, listPortsAt } from '../graph/aggregated-links.ts';
import { listLinkFacts } from './link-facts.ts';

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
          ? [{ label: at === undefined ? 'Last hour' : 'Preceding hour', value: formatLoad(load, speed) }]
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

export interface LinkLoad {
  /** Mean rates of an hour (bit/s), away from the gateway and towards it; undefined without reports. */
  readonly down: number | undefined;
  readonly up: number | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Returns the load of a link in the hour before a time, as the port at its upper end reports it, or that at the lower
 * end. The load of a link aggregation is the sum of its members.
 *
 * @param at end of the hour; undefined for the present
 */
export function useLinkLoad(link: DrawnLink, at: string | undefined): LinkLoad | undefined {
  const { lower, upper } = link;
  const { id: projectId } = useProject();
  const isUpper = upper.port !== undefined;
  const { nodeId } = isUpper ? upper : lower;
  const ports = listPortsAt(link, nodeId);
  const hour =
    at === undefined
      ? { range: '1h' as const }
      : { from: new Date(Date.parse(at) - HOUR_MS).toISOString(), to: at };
  const { data } = useQuery({
    ...createQuery('deviceSeries', {
      params: { projectId },
      query: {
        devices: nodeId,
        metrics: ports.map((port) => `port/${port}/rx,port/${port}/tx`).join(),
        ...hour,
      },
    }),
    enabled: ports.length > 0,
  });
  if (!data) return undefined;
  const sum = (name: 'rx' | 'tx'): number | undefined => {
    const means = ports.flatMap((port) => {
      const series = data.series.find(({ metric }) => metric === `port/${port}/${name}`);
      return computeMean(series?.values ?? []) ?? [];
    });
    return means.length === 0 ? undefined : means.reduce((total, mean) => total + mean, 0);
  };
  return isUpper ? { down: sum('tx'), up: sum('rx') } : { down: sum('rx'), up: sum('tx') };
}

function computeMean(values: readonly (number | null)[]): number | undefined {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}

type Port = DeviceVlans['ports'][number];

const findPort = ({ nodeId, port }: TopologyLink['upper'], vlans: readonly DeviceVlans[]): Port | undefined =>
  vlans.find(({ deviceId }) => deviceId === nodeId)?.ports.find(({ id }) => id === port);

/** Writes the VLANs of a port: `1 untagged; 20, 30 tagged`. */
function formatVlans({ tagged, untagged }: Port): string {
  const format = (ids: readonly number[], kind: string) =>
    ids.length === 0 ? [] : [`${ids.join(', ')} ${kind}`];
  return [...format(untagged, 'untagged'), ...format(tagged, 'tagged')].join('; ') || 'None';
}

/**
 * Returns the VLANs of both ends of a link as the applied configuration sets them, with their labels. Omits ends whose
 * device sets no VLANs, such as access points. VLANs tagged at one end alone are named, because their frames are lost.
 */
export function listVlanFacts(
  { lower, upper }: Pick<TopologyLink, 'lower' | 'upper'>,
  vlans: readonly DeviceVlans[],
): { readonly label: string; readonly value: string }[] {
  const [above, below] = [findPort(upper, vlans), findPort(lower, vlans)];
  if (!above || !below) {
    const known = above ?? below;
    return known
      ? [{ label: above ? 'VLANs, upper end' : 'VLANs, lower end', value: formatVlans(known) }]
      : [];
  }
  const [one, other] = [formatVlans(above), formatVlans(below)];
  const lost = findOneSided(above, below);
  return [
    ...(one === other
      ? [{ label: 'VLANs', value: one }]
      : [
          { label: 'VLANs, upper end', value: one },
          { label: 'VLANs, lower end', value: other },
        ]),
    ...(lost.length === 0 ? [] : [{ label: 'VLAN mismatch', value: `VLAN ${lost.join(', ')}` }]),
  ];
}

/** Lists the VLANs that only one of two ports sends tagged, in ascending order. */
const findOneSided = (one: Port, other: Port): number[] =>
  [...new Set(one.tagged).symmetricDifference(new Set(other.tagged))].toSorted((a, b) => a - b);
