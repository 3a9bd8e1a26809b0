import { join } from 'node:path';
import { tmpdir } from 'node:os';
import {
  type BackupHandlerOptions,
  type CommandHandlers,
  createBackupHandler,
  createRestoreHandler,
  type DeviceLink,
} from '@northlight/agent';
import type { Capabilities, DeviceLease } from '@northlight/contract/device-protocol';
import type { SimulatedDeviceOptions } from './simulated-device-options.ts';

/** Adds the features of backups, as the software of a device does. */
export const announceBackups = (caps: Capabilities): Capabilities => ({
  ...caps,
  features: [
    ...caps.features.filter((feature) => feature !== 'backup' && feature !== 'restore'),
    'backup',
    ...(caps.kind === 'gateway' ? (['restore'] as const) : []),
  ],
});

/** Features that need the listener for files. */
const FILE_FEATURES: ReadonlySet<string> = new Set(['backup', 'restore', 'snapshot']);

/** Removes the features that send files, for a device that cannot reach the listener for them. */
export const hideFiles = (caps: Capabilities): Capabilities => ({
  ...caps,
  features: caps.features.filter((feature) => !FILE_FEATURES.has(feature)),
});

/** Creates the commands of a simulated device that send files. A gateway keeps the leases that it is given. */
export function createFileCommands(
  { camera, spec: { model, sn } }: Pick<SimulatedDeviceOptions, 'camera' | 'spec'>,
  { kind }: Capabilities,
  services: Omit<BackupHandlerOptions, 'file' | 'leases' | 'link' | 'model' | 'sn'> & {
    readonly link: () => DeviceLink;
  },
): Pick<CommandHandlers, 'backup' | 'restore' | 'snapshot'> {
  let held: readonly DeviceLease[] = [];
  const options = { ...services, model, sn, file: join(tmpdir(), `nl-sim-leases-${sn}`) };
  const { ca, link } = services;
  const snapshot = camera && ca !== undefined ? { snapshot: camera.connect({ ca, link }) } : {};
  if (kind !== 'gateway') return { backup: createBackupHandler(options), ...snapshot };
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
