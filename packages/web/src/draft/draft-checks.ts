import {
  checkNetworkConfig,
  type ConfigChange,
  describeChanges,
  describeDeviceChanges,
  type DraftDevice,
} from '@northlight/contract';
import { findCollisions } from './collisions.ts';

const describeDevices = (devices: readonly DraftDevice[]): ConfigChange[] =>
  devices.flatMap((device) => describeDeviceChanges(device, device.base, device.settings));

/** Checks of staged changes, in a separate module, so that pages without edits do not load them. */
export const draftChecks = { checkNetworkConfig, findCollisions, describeChanges, describeDevices };
