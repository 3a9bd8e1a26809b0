import { type Device, isOpenWifi } from '@northlight/contract';
import { lazy, Suspense } from 'react';

export const MAINTENANCE_DIALOGS = ['upgrade', 'schedule', 'country', 'settings', 'replace'] as const;
export type MaintenanceDialog = (typeof MAINTENANCE_DIALOGS)[number];

export interface MaintenanceDialogProps {
  readonly devices: readonly Device[];
  readonly onClose: () => void;
}

const DIALOGS = {
  upgrade: lazy(async () => ({ default: (await import('./UpgradeDialog.tsx')).UpgradeDialog })),
  'image-upgrade': lazy(async () => ({
    default: (await import('./ImageUpgradeDialog.tsx')).ImageUpgradeDialog,
  })),
  schedule: lazy(async () => ({ default: (await import('./ScheduleDialog.tsx')).ScheduleDialog })),
  country: lazy(async () => ({ default: (await import('./CountryDialog.tsx')).CountryDialog })),
  replace: lazy(async () => ({ default: (await import('../replacement/ReplaceDialog.tsx')).ReplaceDialog })),
  settings: lazy(async () => ({ default: (await import('./BulkSettingsDialog.tsx')).BulkSettingsDialog })),
} as const;

/** Dialogs of commands that need input. */
export function MaintenanceDialogs({
  dialog,
  ...props
}: MaintenanceDialogProps & { readonly dialog: MaintenanceDialog | undefined }) {
  if (!dialog) return null;
  // Devices of other manufacturers are upgraded from the address of an image instead of an upgrade file.
  const needsImage = dialog === 'upgrade' && props.devices.every(({ sn }) => isOpenWifi(sn));
  const Dialog = DIALOGS[needsImage ? 'image-upgrade' : dialog];
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
