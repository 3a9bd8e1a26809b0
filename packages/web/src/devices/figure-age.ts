import { type Device, deviceState } from '@northlight/contract';

/** Figures that must not pass for current: three reports are missing, or the device is known to be away. */
export function isPast(device: Pick<Device, 'stale' | 'state'>): boolean {
  return device.stale || deviceState(device.state).simplified === 'offline';
}
