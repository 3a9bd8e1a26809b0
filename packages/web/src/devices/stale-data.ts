import { type Device, getDeviceState, isRestarting } from '@northlight/contract';

/** Returns true for a device without a connection, also for one that has never connected. */
export const isOffline = (device: Pick<Device, 'state'>): boolean =>
  getDeviceState(device.state).simplified === 'offline';

/**
 * Returns true if the values of a device may be outdated, because three reports are missing, or the device is
 * offline or restarts.
 */
export const hasStaleData = (device: Pick<Device, 'stale' | 'state'>): boolean =>
  device.stale || isOffline(device) || isRestarting(device);
