import { join } from 'node:path';
import { tmpdir } from 'node:os';
import {
  type BackupHandlerOptions,
  type CommandHandlers,
  createBackupHandler,
  createRestoreHandler,
} from '@northlight/agent';
import type { Capabilities, DeviceLease } from '@northlight/contract/device-protocol';
import type { DeviceSpec } from './spec.ts';

/** Adds the features of backups, as the software of a device does. */
export const announceBackups = (caps: Capabilities): Capabilities => ({
  ...caps,
  features: [
    ...hideBackups(caps).features,
    'backup',
    ...(caps.kind === 'gateway' ? (['restore'] as const) : []),
  ],
});

/** Removes the features of backups, for a device that cannot reach the listener for files. */
export const hideBackups = (caps: Capabilities): Capabilities => ({
  ...caps,
  features: caps.features.filter((feature) => feature !== 'backup' && feature !== 'restore'),
});

/** Creates the backup commands of a simulated device, which keeps the leases that it is given. */
export function createBackupCommands(
  { model, sn }: DeviceSpec,
  { kind }: Capabilities,
  services: Omit<BackupHandlerOptions, 'file' | 'leases' | 'model' | 'sn'>,
): Pick<CommandHandlers, 'backup' | 'restore'> {
  let held: readonly DeviceLease[] = [];
  const options = { ...services, model, sn, file: join(tmpdir(), `nl-sim-leases-${sn}`) };
  if (kind !== 'gateway') return { backup: createBackupHandler(options) };
  const leases = {
    read: async () => held,
    add: async (added: readonly DeviceLease[]) => {
      held = [...held, ...added];
    },
  };
  return {
    backup: createBackupHandler({ ...options, leases }),
    restore: createRestoreHandler({ ...options, leases }),
  };
}
