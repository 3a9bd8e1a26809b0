import type { Device } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { StagedSettings } from './StagedSettings.tsx';
import { useSettings } from './use-settings.ts';

/** Loads the device's settings and draft for the footer of the device panel. */
export function StagedPart({ device, caps }: { readonly device: Device; readonly caps: Capabilities }) {
  const own = useSettings(device, caps);
  return own ? <StagedSettings device={device} own={own} /> : null;
}
