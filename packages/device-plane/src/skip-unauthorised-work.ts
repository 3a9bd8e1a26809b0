import { withholdRevision } from './skip-work.ts';
import type { DeviceView, Outcome, WorkRow } from './records.ts';

const REVOKED_DETAIL = 'The requester no longer has permission.';

/**
 * Wraps a step so that it skips queued work whose requester has lost the permission. A skipped configuration
 * is treated like a bad revision: it is not sent, and is shown as drift until the next apply replaces it.
 */
export function skipUnauthorisedWork(step: (view: DeviceView) => Outcome): (view: DeviceView) => Outcome {
  return (view) => {
    const revoked = view.work.filter((row) => row.revoked === true);
    if (revoked.length === 0) return step(view);
    const withheld = withholdRevision(view.device, revoked, REVOKED_DETAIL);
    const outcome = step({
      device: { ...view.device, ...withheld },
      work: view.work.filter((row) => row.revoked !== true),
    });
    return {
      ...outcome,
      device: { ...withheld, ...outcome.device },
      work: [
        ...revoked.map((row): WorkRow => ({ ...row, state: 'skipped', detail: REVOKED_DETAIL })),
        ...(outcome.work ?? []),
      ],
      live: [...new Set([...(outcome.live ?? []), 'devices' as const, 'jobs' as const])],
      advanceJobs: true,
    };
  };
}
