import type { Device } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { Button } from '@mantine/core';
import { formatPlural } from '../../kit/format/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './settings.module.css';
import { useSettings } from './use-settings.ts';

interface StagedSettingsProps {
  readonly device: Device;
  readonly caps: Capabilities;
}

/** Footer of a device's panel with its changes in the project's draft; renders nothing if there are none. */
export function StagedSettings({ caps, device }: StagedSettingsProps) {
  const own = useSettings(device, caps);
  const { set } = useUrlState();
  if (!own || own.changes.length === 0) return null;
  return (
    <div className={`grid gap-8 raised ${classes['staged']}`}>
      {own.hasConflict && (
        <Notice tone="warning" title="The settings were changed in the meantime">
          <Button size="compact-sm" variant="default" onClick={() => set({ dialog: 'merge' })}>
            Compare and choose
          </Button>
        </Notice>
      )}
      <div className="row wrap gap-8">
        <span className="grow strong nowrap">{formatPlural(own.changes.length, 'change')} staged</span>
        <Button variant="default" onClick={own.discard}>
          Discard changes
        </Button>
        <Button onClick={() => set({ dialog: 'review' })}>Review changes</Button>
      </div>
    </div>
  );
}
