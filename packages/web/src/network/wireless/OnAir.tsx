import type { PolicyBroadcast, WifiPolicy } from '@northlight/contract';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import { Age } from '../../kit/format/index.ts';
import { type AirWord, airWord } from './air-words.ts';
import classes from './wireless.module.css';

const SIGNS: Readonly<Record<AirWord['state'], typeof IconMoon>> = {
  full: IconCircleCheckFilled,
  part: IconAlertTriangleFilled,
  none: IconAlertTriangleFilled,
  paused: IconMoon,
  off: IconCircleDashed,
};

interface OnAirProps {
  readonly applied: WifiPolicy | undefined;
  readonly air: PolicyBroadcast | undefined;
  /** With it, the age of the oldest report that was counted stands behind. */
  readonly timeZone?: string;
}

/** On how many of the radios that should have it a policy really is. */
export function OnAir({ air, applied, timeZone }: OnAirProps) {
  const { state, text } = airWord(applied, air);
  const Sign = SIGNS[state];
  return (
    <span className={classes['onAir']} data-state={state}>
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
