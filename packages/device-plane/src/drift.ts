import type { BirthMessage } from '@northlight/contract/device-protocol';
import { isApplied } from './configuration.ts';
import type { DeviceRecord, WorkRow } from './records.ts';

type BirthConfig = Pick<BirthMessage, 'bootReason' | 'cfgHash' | 'cfgLocal' | 'cfgRev'>;

const DECISION_NEEDED =
  'The device runs a different configuration: keep it, or push the project’s configuration.';

/**
 * Returns true if the device runs another configuration than it had applied, because it was changed on its
 * local page or restored to an earlier state. The change may be intended, so the device is sent no
 * configuration until a user decides. A device that lost its configuration, by a reset or a new disk, has not
 * drifted and is sent the desired configuration.
 */
export function hasDrifted(before: DeviceRecord, now: DeviceRecord, birth: BirthConfig): boolean {
  const { desired } = now;
  if (!desired || isApplied(now) || birth.bootReason === 'reset') return false;
  // A change that was reported before does not require a second decision.
  const isNew = birth.cfgHash !== before.reportedHash;
  if (birth.cfgLocal) return isNew || before.reportedStatus === 'drifted';
  if (birth.cfgRev === 0 || birth.cfgRev >= desired.rev) return false;
  return before.reportedStatus === 'drifted' || isApplied(before);
}

/** Explains on the queued rows of a drifted device why they wait. */
export const explainQueuedRows = (work: readonly WorkRow[]): WorkRow[] =>
  work
    .filter((row) => row.kind === 'configure' && row.state === 'queued' && row.held !== true)
    .map((row) => ({ ...row, detail: DECISION_NEEDED }));

/** Returns the alarm text of a drifted device. `local` is true if it was changed on its local page. */
export const describeDriftEvent = (name: string, local: boolean): string =>
  local
    ? `${name} was changed on its local page and no longer runs the configuration of its project.`
    : `${name} runs an older configuration than the one that it last applied.`;
