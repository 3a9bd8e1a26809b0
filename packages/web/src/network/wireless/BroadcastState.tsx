import type { PolicyBroadcast, WifiPolicy } from '@northlight/contract';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import { Age } from '../../kit/format/index.ts';
import { type BroadcastStatus, getBroadcastStatus } from './broadcast-status.ts';

const SIGNS: Readonly<Record<BroadcastStatus['state'], typeof IconMoon>> = {
  full: IconCircleCheckFilled,
  part: IconAlertTriangleFilled,
  none: IconAlertTriangleFilled,
  paused: IconMoon,
  off: IconCircleDashed,
};

const TONES: Readonly<Partial<Record<BroadcastStatus['state'], 'ok' | 'warning'>>> = {
  full: 'ok',
  part: 'warning',
  none: 'warning',
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
    <span className={`row gap-6 ${TONES[state] ? '' : 'mut'}`} data-tone={TONES[state] ?? 'none'}>
      <Sign className="tone" size={15} aria-hidden />
      <span>{text}</span>
      {timeZone !== undefined && air?.reportedAt !== undefined && applied?.enabled && (
        <span className="mut">
          <Age at={air.reportedAt} timeZone={timeZone} />
        </span>
      )}
    </span>
  );
}
