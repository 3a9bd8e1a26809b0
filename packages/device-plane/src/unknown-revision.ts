import type { ConfigReport } from '@northlight/contract/device-protocol';
import { onConfigReport, pushConfig, settleRows, stateAfter } from './configuration.ts';
import { raiseRevision, raiseRows, replaceRows } from './raise-revision.ts';
import type { DeviceView, Outcome } from './records.ts';

/**
 * A device reports on a revision. A revision above the desired one was sent before the database was restored, and the
 * device was still applying it at its birth: the desired document is sent again, under a number above it.
 */
export function onRevisionReport(view: DeviceView, report: ConfigReport, now: number): Outcome {
  const outcome = onConfigReport(view, report, now);
  const { desired, seenRev, sentRev } = view.device;
  const runs = report.status === 'applied' || report.status === 'partial';
  if (!desired || !runs || report.rev <= desired.rev) return outcome;
  const reported = { ...view.device, ...outcome.device, seenRev: Math.max(seenRev, report.rev) };
  const rev = raiseRevision(reported, sentRev, { cfgRev: report.rev, cfgHash: report.hash });
  if (rev === undefined) return { ...outcome, device: { ...outcome.device, seenRev: reported.seenRev } };
  const waiting = raiseRows(view.work, desired.rev, rev);
  const ids = new Set(waiting.map(({ id }) => id));
  const others = (outcome.work ?? []).filter(({ id }) => !ids.has(id));
  const device = { ...reported, sentRev: 0, desired: { ...desired, rev } };
  const isSame = rev === report.rev;
  // The very document under a later number is what it was to run; any other is followed by the desired one.
  const pushed = pushConfig({ device, work: waiting });
  const moved = isSame ? settleRows(waiting, report) : replaceRows(waiting, pushed.work);
  return {
    ...outcome,
    device: {
      ...outcome.device,
      seenRev: reported.seenRev,
      sentRev: 0,
      ...pushed.device,
      ...(isSame && { reportedStatus: report.status, reportedIssues: report.issues }),
      ...stateAfter(view.device, isSame, false, now),
    },
    desiredRev: rev,
    work: [...others, ...moved],
    send: pushed.send,
  };
}
