import type { Device, MeshScope } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { ApiForm } from '../../kit/form/index.ts';
import type { SettingsValues } from './settings-values.ts';
import type { OwnSettings } from './use-settings.ts';

/** Props of each section of a device's settings. */
export interface SettingsSectionProps {
  readonly device: Device;
  readonly caps: Capabilities;
  readonly own: OwnSettings;
  /** Mesh nodes of the project; undefined while they load, and for a device that is no secondary node. */
  readonly mesh: MeshScope | undefined;
  readonly form: ApiForm<SettingsValues>['form'];
}
