import { ALARM_KINDS, type DeviceCamera } from '@northlight/contract';
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

const TIME_SOURCES: Readonly<Record<NonNullable<DeviceCamera['timeSource']>, string>> = {
  ntp: 'set by a time server',
  dhcp: 'set by the time server of DHCP',
  manual: 'set by hand',
};
export const formatTimeSource = (source: keyof typeof TIME_SOURCES): string => TIME_SOURCES[source];
