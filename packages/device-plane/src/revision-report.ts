import type { ConfigReport } from '@northlight/contract/device-protocol';
import { handleConfigReport, pushConfig, completeConfigureRows, computeStateAfter } from './configuration.ts';
import { raiseRevision, raiseRows, replaceRows } from './raise-revision.ts';
import type { DeviceView, Outcome } from './records.ts';

/**
 * Handles a report about a revision. A revision above the desired one was sent before the database was
 * restored, while the device was applying it at its birth. The desired document is then sent again under a
 * higher number.
 */
export function handleRevisionReport(view: DeviceView, report: ConfigReport, now: number): Outcome {
  const outcome = handleConfigReport(view, report, now);
  const { desired, seenRev, sentRev } = view.device;
  const applied = report.status === 'applied' || report.status === 'partial';
  if (!desired || !applied || report.rev <= desired.rev) return outcome;
  const reported = { ...view.device, ...outcome.device, seenRev: Math.max(seenRev, report.rev) };
  const rev = raiseRevision(reported, sentRev, { cfgRev: report.rev, cfgHash: report.hash });
  if (rev === undefined) return { ...outcome, device: { ...outcome.device, seenRev: reported.seenRev } };
  const renumbered = raiseRows(view.work, desired.rev, rev);
  const ids = new Set(renumbered.map(({ id }) => id));
  const others = (outcome.work ?? []).filter(({ id }) => !ids.has(id));
  const device = { ...reported, sentRev: 0, desired: { ...desired, rev } };
  const isDesired = rev === report.rev;
  // If the device reports the desired document under a later number, the report ends the rows. Otherwise the
  // desired document is pushed again.
  const pushed = pushConfig({ device, work: renumbered });
  const changed = isDesired
    ? completeConfigureRows(renumbered, report)
    : replaceRows(renumbered, pushed.work);
  return {
    ...outcome,
    device: {
      ...outcome.device,
      seenRev: reported.seenRev,
      sentRev: 0,
      ...pushed.device,
      ...(isDesired && { reportedStatus: report.status, reportedIssues: report.issues }),
      ...computeStateAfter(view.device, isDesired, false, now),
    },
    desiredRev: rev,
    work: [...others, ...changed],
    send: pushed.send,
  };
}
