import type { BirthMessage } from '@northlight/contract/device-protocol';
import { isApplied } from './configuration.ts';
import type { DeviceRecord, WorkRow } from './records.ts';

type BirthConfig = Pick<BirthMessage, 'bootReason' | 'cfgHash' | 'cfgLocal' | 'cfgRev'>;

const DECISION_NEEDED = 'The device runs something else than it was given: keep that, or push the project’s.';

/**
 * A device runs something else than it had taken up: it was changed at its own page, or an earlier state of it came
 * back. What it runs may be right, so that nothing is sent to it until somebody has decided. One that has nothing, after
 * a reset or a new disk, is sent what is wanted.
 */
export function hasDrifted(before: DeviceRecord, now: DeviceRecord, birth: BirthConfig): boolean {
  const { desired } = now;
  if (!desired || isApplied(now) || birth.bootReason === 'reset') return false;
  // Whatever came of an earlier word of it, a decision is not asked for twice.
  const news = birth.cfgHash !== before.reportedHash;
  if (birth.cfgLocal) return news || before.reportedStatus === 'drifted';
  if (birth.cfgRev === 0 || birth.cfgRev >= desired.rev) return false;
  return before.reportedStatus === 'drifted' || isApplied(before);
}

/** What is queued for a device that has strayed waits with it, and says so. */
export const explainQueuedRows = (work: readonly WorkRow[]): WorkRow[] =>
  work
    .filter((row) => row.kind === 'configure' && row.state === 'queued' && row.held !== true)
    .map((row) => ({ ...row, detail: DECISION_NEEDED }));

/** Why it is an alarm. */
export const driftEvent = (name: string, local: boolean): string =>
  local
    ? `${name} was changed at its own page and runs something else than its project wants.`
    : `${name} runs an earlier configuration than it had taken up.`;
