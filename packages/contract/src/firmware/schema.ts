import { z } from 'zod';
import { firmwareVersion } from '../device-protocol/firmware.ts';

/** Where the manufacturer's releases come from: `stable` for everybody, `beta` for who asked for it. */
export const FIRMWARE_CHANNELS = ['stable', 'beta'] as const;
export const firmwareChannel = z.enum(FIRMWARE_CHANNELS);
export type FirmwareChannel = z.infer<typeof firmwareChannel>;

export const firmware = z.object({
  id: z.string(),
  /** Models by prefix. */
  models: z.array(z.string()),
  version: firmwareVersion,
  /** Of the whole file. */
  sizeBytes: z.number().int(),
  notes: z.string().optional(),
  /** Absent for a file of the project's own. */
  channel: firmwareChannel.optional(),
  uploadedBy: z.string(),
  uploadedAt: z.string(),
});
export type Firmware = z.infer<typeof firmware>;

/** A newer release for a device, in the channel that its project follows for the model. */
export const firmwareUpdate = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  from: z.string(),
  to: firmwareVersion,
  firmwareId: z.string(),
});
export type FirmwareUpdate = z.infer<typeof firmwareUpdate>;

/** Upgrade texts (specification §4), by what a row of the job says. */
export const UPGRADE_TEXTS = {
  waiting: 'Waiting',
  downloading: 'Downloading',
  upgrading: 'Upgrading',
  restarting: 'Restarting',
  success: 'Success',
  failed: 'Failed',
  downloadFailed: 'Download failed',
} as const;
