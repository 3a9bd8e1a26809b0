import type { Device } from '@northlight/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatPlural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './settings.module.css';
import type { OwnSettings } from './use-settings.ts';

const SettingsReview = lazy(async () => ({ default: (await import('./SettingsReview.tsx')).SettingsReview }));

/** Footer with the staged changes of a device; renders nothing if there are none. */
export function StagedSettings({ device, own }: { readonly device: Device; readonly own: OwnSettings }) {
  const [reviewing, setReviewing] = useState(false);
  if (own.changes.length === 0 && !reviewing) return null;
  return (
    <div className={classes['staged']}>
      {own.conflict && (
        <Notice tone="warning" title="The settings were changed in the meantime">
          Discard your changes to load the newer settings, then enter them again.
        </Notice>
      )}
      <div className={classes['stagedLine']} hidden={own.changes.length === 0}>
        <span>{formatPlural(own.changes.length, 'change')} staged</span>
        <Button variant="default" onClick={() => own.discard()}>
          Discard changes
        </Button>
        <Button onClick={() => setReviewing(true)}>Review changes</Button>
      </div>
      {reviewing && (
        <Suspense>
          <SettingsReview device={device} own={own} onClose={() => setReviewing(false)} />
        </Suspense>
      )}
    </div>
  );
}
