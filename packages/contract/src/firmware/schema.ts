import { z } from 'zod';
import { firmwareVersion } from '../device-protocol/firmware.ts';

/** Channels of the manufacturer's releases. `stable` is the default; a project can select `beta`. */
export const FIRMWARE_CHANNELS = ['stable', 'beta'] as const;
export const firmwareChannel = z.enum(FIRMWARE_CHANNELS);
export type FirmwareChannel = z.infer<typeof firmwareChannel>;

export const firmware = z.object({
  id: z.string(),
  /** Prefixes of the models that the file is for. */
  models: z.array(z.string()),
  version: firmwareVersion,
  /** Size of the whole file. */
  sizeBytes: z.number().int(),
  notes: z.string().optional(),
  /** Channel of a release; absent for a file that the project uploaded. */
  channel: firmwareChannel.optional(),
  uploadedBy: z.string(),
  uploadedAt: z.string(),
});
export type Firmware = z.infer<typeof firmware>;

/** A newer release for a device, in the channel that the project selected for its model. */
export const firmwareUpdate = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  from: z.string(),
  to: firmwareVersion,
  firmwareId: z.string(),
});
export type FirmwareUpdate = z.infer<typeof firmwareUpdate>;

/** Upgrade texts (specification §4): labels of the rows of an upgrade, and steps in their details. */
export const UPGRADE_TEXTS = {
  waiting: 'Waiting',
  downloading: 'Downloading',
  upgrading: 'Upgrading',
  restarting: 'Restarting',
  success: 'Success',
  failed: 'Failed',
  downloadFailed: 'Download failed',
} as const;
