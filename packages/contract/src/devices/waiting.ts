import { z } from 'zod';
import { deviceKind } from '../device-protocol/capabilities.ts';
import { permission } from '../kit/page.ts';

/** An ignored device is listed again when it connects after this time. */
export const IGNORED_HOURS = 24;

/** Normalises the case, spaces and look-alike characters of a cloud code that was entered at a device. */
export const readCloudCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');

/** Decision of the account about a pending device; `waiting` means that there is no decision yet. */
export const waitingStatus = z.enum(['waiting', 'ignored', 'rejected']);

/** A pending device, which presented the account's cloud code and belongs to no project. */
export const waitingDevice = z.object({
  sn: z.string(),
  mac: z.string(),
  model: z.string(),
  modelName: z.string(),
  /** Kind of the device; absent for an unsupported model. */
  kind: deviceKind.optional(),
  softwareVersion: z.string().optional(),
  /** Network from which the device connects: an IPv4 address or an IPv6 /64. */
  network: z.string().optional(),
  /** Time since which the device is pending. It starts again when an ignored device connects. */
  since: z.string(),
  /** Time of the last connection; absent for a rejected device that no longer presents the code. */
  lastSeenAt: z.string().optional(),
  status: waitingStatus,
  /** The device stays ignored until its first connection after this time. */
  ignoredUntil: z.string().optional(),
  can: z.object({ add: permission }),
});
export type WaitingDevice = z.infer<typeof waitingDevice>;
