import { describeSettings, type DeviceSettings } from '../device-settings/index.ts';
import type { ConfigChange } from '../kit/config-change.ts';
import { describeChanges } from './changes.ts';
import { formatDeviceKey, getSettings, type ProjectContent } from './project-document.ts';
import type { DraftDevice } from './schema.ts';
import type { NameOf } from './wireless/index.ts';

/** A device of which changes of its settings are described. */
export type DescribedDevice = Pick<DraftDevice, 'capabilities' | 'deviceId' | 'name' | 'parents'>;

/**
 * Returns the differences in the settings of a device as lines of a project's review. The path of a line has the key of
 * the item in `PROJECT_DOCUMENT`, or the id of the device for all items of a list.
 */
export const describeDeviceChanges = (
  { capabilities, deviceId, name, parents = {} }: DescribedDevice,
  now: DeviceSettings,
  after: DeviceSettings,
): ConfigChange[] =>
  describeSettings(capabilities, now, after, (mac) => parents[mac] ?? mac).map(
    ({ path: [list = '', key, ...field], ...line }) => ({
      ...line,
      path: [`devices.${list}`, key === undefined ? deviceId : formatDeviceKey(deviceId, key), ...field],
      device: { id: deviceId, name },
    }),
  );

/** Returns the differences between two contents with the same devices as lines of a review. */
export const describeProjectChanges = (
  now: ProjectContent,
  after: ProjectContent,
  devices: readonly DescribedDevice[],
  nameOf?: NameOf,
): ConfigChange[] => [
  ...describeChanges(now.config, after.config, nameOf),
  ...devices.flatMap((device) =>
    describeDeviceChanges(device, getSettings(now, device.deviceId), getSettings(after, device.deviceId)),
  ),
];
