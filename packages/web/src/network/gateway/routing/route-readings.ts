import type { Job, StaticRoute } from '@northlight/contract';
import type { TableRoute } from '@northlight/contract/device-protocol';

export interface RouteTableReport {
  /** Time of the report. */
  readonly at: string;
  readonly routes: readonly TableRoute[];
}

export interface LatestReading {
  readonly running: boolean;
  readonly reading: RouteTableReport | undefined;
  /** Reason why the latest read failed; `reading` is then the result of an earlier read. */
  readonly failure: string | undefined;
}

/** Returns the last routing table that a device reported. `jobs` must be ordered latest first. */
export function findLatestRouteTable(jobs: readonly Job[], deviceId: string): LatestReading {
  const reads = jobs.flatMap((job) => {
    const row = job.kind === 'route-table' ? job.rows.find((each) => each.deviceId === deviceId) : undefined;
    return row ? [{ job, row }] : [];
  });
  const answered = reads.find(({ row }) => row.result?.routes !== undefined)?.row;
  const [latest] = reads;
  const ended = latest && latest.job.state !== 'running' && latest.row.state !== 'done';
  return {
    running: latest?.job.state === 'running',
    reading: answered && { at: answered.updatedAt, routes: answered.result?.routes ?? [] },
    failure: ended ? (latest.row.detail ?? 'The gateway did not answer.') : undefined,
  };
}

/** Returns the applied static routes that the device does not use. */
export const listMissingRoutes = (
  wanted: readonly StaticRoute[],
  routes: readonly TableRoute[],
): readonly StaticRoute[] =>
  wanted.filter(
    ({ destination, nextHop, prefix }) =>
      !routes.some(
        (route) => route.destination === destination && route.prefix === prefix && route.nextHop === nextHop,
      ),
  );
