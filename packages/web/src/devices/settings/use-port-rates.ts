import { type Device, MAX_SERIES_ASKED } from '@northlight/contract';
import { useQueries } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';

/** Rates of a port in bit/s, seen from the device. */
export interface PortRates {
  readonly in: number | undefined;
  readonly out: number | undefined;
}

const PORTS_PER_REQUEST = MAX_SERIES_ASKED / 2;
/** Number of minutes in which a port must have reported for its rate to count as current. */
const CURRENT_STEPS = 3;
const REFRESH_MS = 30_000;

/** Returns the present rates of ports by their ids. */
export function usePortRates(device: Device, portIds: readonly string[]): ReadonlyMap<string, PortRates> {
  const { id: projectId } = useProject();
  const groups = Array.from({ length: Math.ceil(portIds.length / PORTS_PER_REQUEST) }, (_, index) =>
    portIds.slice(index * PORTS_PER_REQUEST, (index + 1) * PORTS_PER_REQUEST),
  );
  const answers = useQueries({
    queries: groups.map((ids) => ({
      ...createQuery('deviceSeries', {
        params: { projectId },
        query: {
          devices: device.id,
          metrics: ids.flatMap((id) => [`port/${id}/rx`, `port/${id}/tx`]).join(','),
          range: '1h',
        },
      }),
      refetchInterval: REFRESH_MS,
    })),
  });
  const last = new Map(
    answers
      .flatMap(({ data }) => data?.series ?? [])
      .map(({ metric, values }) => [metric, findLast(values.slice(-CURRENT_STEPS))] as const),
  );
  return new Map(
    portIds.map((id) => [id, { in: last.get(`port/${id}/rx`), out: last.get(`port/${id}/tx`) }] as const),
  );
}

const findLast = (values: readonly (number | null)[]): number | undefined =>
  values.findLast((value) => value !== null) ?? undefined;
