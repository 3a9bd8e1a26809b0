import type { TopologyLink } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';

export interface LinkLoad {
  /** Mean rates of the last hour (bit/s), away from the gateway and towards it; undefined without reports. */
  readonly down: number | undefined;
  readonly up: number | undefined;
}

/** Returns the load of a link in the last hour, as the port at its upper end reports it, or that at the lower end. */
export function useLinkLoad({ lower, upper }: TopologyLink): LinkLoad | undefined {
  const { id: projectId } = useProject();
  const isUpper = upper.port !== undefined;
  const { nodeId, port } = isUpper ? upper : lower;
  const { data } = useQuery({
    ...createQuery('deviceSeries', {
      params: { projectId },
      query: { devices: nodeId, metrics: `port/${port}/rx,port/${port}/tx`, range: '1h' },
    }),
    enabled: port !== undefined,
  });
  if (!data) return undefined;
  const mean = (name: 'rx' | 'tx'): number | undefined => {
    const values = (data.series.find(({ metric }) => metric === `port/${port}/${name}`)?.values ?? []).filter(
      (value) => value !== null,
    );
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  return isUpper ? { down: mean('tx'), up: mean('rx') } : { down: mean('rx'), up: mean('tx') };
}
