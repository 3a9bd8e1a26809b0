import { type Device, getDeviceState } from '@northlight/contract';

/**
 * Returns true if the values of a device may be outdated, because three reports are missing or the device is
 * offline.
 */
export function hasStaleData(device: Pick<Device, 'stale' | 'state'>): boolean {
  return device.stale || getDeviceState(device.state).simplified === 'offline';
}
