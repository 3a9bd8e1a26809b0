import { withholdRevision } from './skip-work.ts';
import type { DeviceView, Outcome, WorkRow } from './records.ts';

const REVOKED_DETAIL = 'The right of who asked for it has ended.';

/**
 * A step that drops the queued work whose author may not ask for it any more, before anything of it is sent: rights
 * are asked again when work is about to run. A configuration that is dropped is kept back like a bad revision: not
 * sent, shown as drift, replaced by the next apply.
 */
export function skipUnauthorised(step: (view: DeviceView) => Outcome): (view: DeviceView) => Outcome {
  return (view) => {
    const revoked = view.work.filter((row) => row.revoked === true);
    if (revoked.length === 0) return step(view);
    const keptBack = withholdRevision(view.device, revoked, REVOKED_DETAIL);
    const outcome = step({
      device: { ...view.device, ...keptBack },
      work: view.work.filter((row) => row.revoked !== true),
    });
    return {
      ...outcome,
      device: { ...keptBack, ...outcome.device },
      work: [
        ...revoked.map((row): WorkRow => ({ ...row, state: 'skipped', detail: REVOKED_DETAIL })),
        ...(outcome.work ?? []),
      ],
      live: [...new Set([...(outcome.live ?? []), 'devices' as const, 'jobs' as const])],
    };
  };
}
