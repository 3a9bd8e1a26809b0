import type { ConfigReport } from '@northlight/contract/device-protocol';
import { onConfigReport, pushConfig, settleRows, stateAfter } from './configuration.ts';
import { liftedRevision, liftRows, replaced } from './lifting.ts';
import type { DeviceView, Outcome } from './records.ts';

/**
 * What a device says about a revision. One above the desired one is of a time that the database has forgotten, and was
 * still on its way in the device when it introduced itself: the desired document is sent again, under a number above it.
 */
export function onConfigWord(view: DeviceView, report: ConfigReport, now: number): Outcome {
  const said = onConfigReport(view, report, now);
  const { desired, seenRev, sentRev } = view.device;
  const runs = report.status === 'applied' || report.status === 'partial';
  if (!desired || !runs || report.rev <= desired.rev) return said;
  const told = { ...view.device, ...said.device, seenRev: Math.max(seenRev, report.rev) };
  const rev = liftedRevision(told, sentRev, { cfgRev: report.rev, cfgHash: report.hash });
  if (rev === undefined) return { ...said, device: { ...said.device, seenRev: told.seenRev } };
  const waiting = liftRows(view.work, desired.rev, rev);
  const ids = new Set(waiting.map(({ id }) => id));
  const others = (said.work ?? []).filter(({ id }) => !ids.has(id));
  const device = { ...told, sentRev: 0, desired: { ...desired, rev } };
  const isSame = rev === report.rev;
  // The very document under a later number is what it was to run; any other is followed by the desired one.
  const pushed = pushConfig({ device, work: waiting });
  const moved = isSame ? settleRows(waiting, report) : replaced(waiting, pushed.work);
  return {
    ...said,
    device: {
      ...said.device,
      seenRev: told.seenRev,
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
