import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { type DrawnLink, listPortsAt } from '../graph/aggregated-links.ts';

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
