import type { Device } from '@northlight/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatPlural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './settings.module.css';
import type { OwnSettings } from './use-settings.ts';

const ConflictDialog = lazy(async () => ({
  default: (await import('../../kit/document/ConflictDialog.tsx')).ConflictDialog,
}));
const SettingsReview = lazy(async () => ({ default: (await import('./SettingsReview.tsx')).SettingsReview }));

/** Footer with the staged changes of a device; renders nothing if there are none. */
export function StagedSettings({ device, own }: { readonly device: Device; readonly own: OwnSettings }) {
  const [reviewing, setReviewing] = useState(false);
  const [resolving, setResolving] = useState(false);
  if (own.changes.length === 0 && !reviewing) return null;
  return (
    <div className={`grid gap-8 raised ${classes['staged']}`}>
      {own.conflicts.length > 0 && (
        <Notice tone="warning" title="The settings were changed in the meantime">
          <Button size="compact-sm" variant="default" onClick={() => setResolving(true)}>
            Resolve conflicts
          </Button>
        </Notice>
      )}
      <div className="row gap-8" hidden={own.changes.length === 0}>
        <span className="grow strong">{formatPlural(own.changes.length, 'change')} staged</span>
        <Button variant="default" onClick={() => own.discard()}>
          Discard changes
        </Button>
        <Button onClick={() => setReviewing(true)}>Review changes</Button>
      </div>
      {resolving && (
        <Suspense>
          <ConflictDialog
            lead={`Other settings of ${device.name} were applied after you started editing. Choose which change to keep for each. All other changes are kept. Nothing is sent to the device yet.`}
            conflicts={own.conflicts}
            onResolve={own.resolve}
            onClose={() => setResolving(false)}
          />
        </Suspense>
      )}
      {reviewing && (
        <Suspense>
          <SettingsReview device={device} own={own} onClose={() => setReviewing(false)} />
        </Suspense>
      )}
    </div>
  );
}
