import { ALARM_KINDS, type DeviceCamera } from '@northlight/contract';
import type { Fact } from '../../ui/Facts.tsx';
import { formatDuration } from '../../kit/format/index.ts';

/** Differences below this are those of the network and not of the clock. */
const EXACT_SECONDS = 1;

/** Returns the difference of a clock, and whether it is as wrong as the default rule of its alarm. */
export function formatClockDifference(seconds: number): { readonly text: string; readonly isWrong: boolean } {
  const size = Math.abs(seconds);
  if (size < EXACT_SECONDS) return { text: 'Correct', isWrong: false };
  return {
    text: `${formatDuration(size)} ${seconds > 0 ? 'ahead' : 'behind'}`,
    isWrong: size >= (ALARM_KINDS['clock-wrong'].threshold?.value ?? 0),
  };
}

const TIME_SOURCE_LABELS: Readonly<Record<NonNullable<DeviceCamera['timeSource']>, string>> = {
  ntp: 'Time server',
  dhcp: 'Time server by DHCP',
  manual: 'Set by hand',
};

/** Lists the source of time of a camera or recorder that reports it. */
export const listTimeSource = (state: Pick<DeviceCamera, 'timeSource'> | undefined): Fact[] =>
  state?.timeSource === undefined
    ? []
    : [{ label: 'Source of time', value: TIME_SOURCE_LABELS[state.timeSource] }];
