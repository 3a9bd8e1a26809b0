import { z } from 'zod';
import { deviceKind } from '../device-protocol/capabilities.ts';
import { permission } from '../kit/page.ts';

/** An ignored device is listed again when it connects after this time. */
export const IGNORED_HOURS = 24;

/** Normalises a cloud code entered at a device: case, spaces and look-alike characters. */
export const readCloudCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');

/** `waiting` until the account has decided. */
export const waitingStatus = z.enum(['waiting', 'ignored', 'rejected']);

/** A pending device: it presented the account's cloud code and is in no project. */
export const waitingDevice = z.object({
  sn: z.string(),
  mac: z.string(),
  model: z.string(),
  modelName: z.string(),
  /** Absent for an unsupported model. */
  kind: deviceKind.optional(),
  softwareVersion: z.string().optional(),
  /** Source network: an IPv4 address or an IPv6 /64. */
  network: z.string().optional(),
  /** Pending since; starts over when an ignored device connects again. */
  since: z.string(),
  /** Last connection; absent for a rejected device that no longer presents the code. */
  lastSeenAt: z.string().optional(),
  status: waitingStatus,
  /** Ignored until its first connection after this time. */
  ignoredUntil: z.string().optional(),
  can: z.object({ add: permission }),
});
export type WaitingDevice = z.infer<typeof waitingDevice>;
