import type { Capabilities } from '@northlight/contract/device-protocol';
import type { ApiForm } from '../../kit/form/index.ts';
import type { SettingsValues } from './settings-values.ts';
import type { OwnSettings } from './use-settings.ts';

/** Props of each section of a device's settings. */
export interface SettingsPart {
  readonly caps: Capabilities;
  readonly own: OwnSettings;
  readonly form: ApiForm<SettingsValues>['form'];
}
