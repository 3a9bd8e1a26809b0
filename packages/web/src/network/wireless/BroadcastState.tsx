import type { PolicyBroadcast, WifiPolicy } from '@northlight/contract';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import { Age } from '../../kit/format/index.ts';
import { type BroadcastStatus, getBroadcastStatus } from './broadcast-status.ts';
import classes from './wireless.module.css';

const SIGNS: Readonly<Record<BroadcastStatus['state'], typeof IconMoon>> = {
  full: IconCircleCheckFilled,
  part: IconAlertTriangleFilled,
  none: IconAlertTriangleFilled,
  paused: IconMoon,
  off: IconCircleDashed,
};

interface BroadcastStateProps {
  readonly applied: WifiPolicy | undefined;
  readonly air: PolicyBroadcast | undefined;
  /** Time zone of the project; with it, the age of the oldest counted report is shown. */
  readonly timeZone?: string;
}

/** Number of radios that broadcast a policy, and number of radios that should. */
export function BroadcastState({ air, applied, timeZone }: BroadcastStateProps) {
  const { state, text } = getBroadcastStatus(applied, air);
  const Sign = SIGNS[state];
  return (
    <span className={classes['broadcast']} data-state={state}>
      <Sign size={15} aria-hidden />
      <span>{text}</span>
      {timeZone !== undefined && air?.reportedAt !== undefined && applied?.enabled && (
        <span className="mut">
          <Age at={air.reportedAt} timeZone={timeZone} />
        </span>
      )}
    </span>
  );
}
