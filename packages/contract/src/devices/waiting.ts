import { z } from 'zod';
import { deviceKind } from '../device-protocol/capabilities.ts';
import { permission } from '../kit/page.ts';

/** An ignored device is shown again when it calls after this long. */
export const IGNORED_HOURS = 24;

/** A cloud code as its account has it, from what somebody typed at a device: no case, no gaps, no look-alikes. */
export const readCloudCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');

/** What the account decided about a device: nothing yet, not now, or never. */
export const waitingStanding = z.enum(['waiting', 'ignored', 'rejected']);

/** A device that presented the account's cloud code, and that is in nobody's project. */
export const waitingDevice = z.object({
  sn: z.string(),
  mac: z.string(),
  model: z.string(),
  modelName: z.string(),
  /** Absent for a model that is not supported. */
  kind: deviceKind.optional(),
  softwareVersion: z.string().optional(),
  /** The network that it calls from: an IPv4 address or an IPv6 /64. */
  network: z.string().optional(),
  /** Since when it waits; a device that comes back after it was ignored waits anew. */
  since: z.string(),
  /** When it last called; absent for a rejected one that does not present the code any more. */
  heardAt: z.string().optional(),
  standing: waitingStanding,
  /** Ignored until then, or until it calls after then. */
  ignoredUntil: z.string().optional(),
  can: z.object({ add: permission }),
});
export type WaitingDevice = z.infer<typeof waitingDevice>;
