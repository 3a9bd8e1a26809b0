import {
  ALLOWED,
  type Device,
  type Permission,
  type RecorderChannel,
  type RecorderDisk,
} from '@northlight/contract';
import { deny } from '../../kit/controls/GatedButton.tsx';

/** Space at which no line ends, between a number and its unit. */
export const NBSP = '\u00a0';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Formats the size of a disk in units of 1000, as disks are labelled: `4 TB`, `3.2 TB`. */
export function formatCapacity(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${Number(value.toFixed(1))} ${UNITS[unit]}`;
}

/** Returns the name of the camera of a channel, as far as it is known. */
export const nameChannel = ({ camera, name, number }: RecorderChannel): string =>
  (camera && 'id' in camera ? camera.name : name) ?? `Channel ${number}`;

export const SCHEDULE_LABELS: Readonly<Record<NonNullable<RecorderChannel['schedule']>, string>> = {
  continuous: 'always',
  motion: 'with motion',
  timed: 'by plan',
  off: 'never',
};

/** Returns whether a disk of a recorder can be formatted now. */
export function getFormatPermission(device: Device, { state }: RecorderDisk): Permission {
  if (!device.can.configure.allowed) return device.can.configure;
  if (!device.features.includes('disk-format')) return deny('This model cannot format its disks from here.');
  if (state === 'missing') return deny('There is no disk in this bay.');
  return state === 'formatting' ? deny('The disk is being formatted.') : ALLOWED;
}
