import type { Job, StaticRoute } from '@northlight/contract';
import type { TableRoute } from '@northlight/contract/device-protocol';

export interface RouteReading {
  /** When the device told it. */
  readonly at: string;
  readonly routes: readonly TableRoute[];
}

export interface LatestReading {
  readonly running: boolean;
  readonly reading: RouteReading | undefined;
  /** Why the latest look brought nothing; what stands in `reading` is of an earlier one. */
  readonly failure: string | undefined;
}

/** What a device last told of its routes, from jobs that stand latest first. */
export function latestReading(jobs: readonly Job[], deviceId: string): LatestReading {
  const looks = jobs.flatMap((job) => {
    const row = job.kind === 'route-table' ? job.rows.find((each) => each.deviceId === deviceId) : undefined;
    return row ? [{ job, row }] : [];
  });
  const told = looks.find(({ row }) => row.result?.routes !== undefined)?.row;
  const [latest] = looks;
  const ended = latest && latest.job.state !== 'running' && latest.row.state !== 'done';
  return {
    running: latest?.job.state === 'running',
    reading: told && { at: told.updatedAt, routes: told.result?.routes ?? [] },
    failure: ended ? (latest.row.detail ?? 'The gateway did not answer.') : undefined,
  };
}

/** Static routes that were applied and are not among those that the device uses. */
export const missingRoutes = (
  wanted: readonly StaticRoute[],
  routes: readonly TableRoute[],
): readonly StaticRoute[] =>
  wanted.filter(
    ({ destination, nextHop, prefix }) =>
      !routes.some(
        (route) => route.destination === destination && route.prefix === prefix && route.nextHop === nextHop,
      ),
  );
