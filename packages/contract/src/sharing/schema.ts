import { z } from 'zod';
import { accountName } from '../accounts/index.ts';
import { permission } from '../kit/page.ts';
import { storableText } from '../net/index.ts';
import { projectRight } from '../projects/schema.ts';

/** Limits of unexpired shares; the owner does not count (docs/decisions/0009). */
export const SHARE_LIMITS = {
  writePerProject: 11,
  permanentWritePerProject: 3,
  readPerReceiver: 8,
  writePerReceiver: 32,
} as const;
/**
 * Days after the end of a share in which the account receives code 74 (expired). Later it receives code 73,
 * as for an unknown project.
 */
export const FORMER_HOLDER_DAYS = 30;
export const TRANSFER_DAYS = 7;
export const UNKNOWN_ACCOUNT_TRIES_PER_HOUR = 20;
const HOURS_PER_YEAR = 8_784;

/** Validity of a share: a number of hours, until a chosen date, or permanent. */
export const shareValidity = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('permanent') }),
  z.object({ kind: z.literal('hours'), hours: z.number().int().min(1).max(HOURS_PER_YEAR) }),
  z.object({ kind: z.literal('until'), at: z.iso.datetime() }),
]);
export type ShareValidity = z.infer<typeof shareValidity>;
export const SHARE_HOURS = [1, 8, 24, 72, 168, 720] as const;

export const newShare = z.object({
  account: accountName,
  right: projectRight,
  validity: shareValidity,
  /** Replaces the account's existing share; set it after a response with code 63. */
  overwrite: z.boolean().default(false),
});

export const shareChange = z.object({ right: projectRight.optional(), validity: shareValidity.optional() });

export const shareState = z.enum(['active', 'expired']);

export const share = z.object({
  id: z.string(),
  projectId: z.number().int(),
  projectName: z.string(),
  account: z.string(),
  nickname: z.string(),
  right: projectRight,
  state: shareState,
  createdAt: z.string(),
  /** Expiry of the share; absent for a permanent one. */
  expiresAt: z.string().optional(),
  extension: z.object({ askedAt: z.string(), note: z.string() }).optional(),
  can: z.object({ change: permission, askExtension: permission }),
});
export type Share = z.infer<typeof share>;

export const transferState = z.enum(['open', 'accepted', 'declined', 'cancelled', 'expired']);

export const transfer = z.object({
  id: z.string(),
  projectId: z.number().int(),
  projectName: z.string(),
  from: z.string(),
  to: z.string(),
  state: transferState,
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Transfer = z.infer<typeof transfer>;

/** Contents of a project that its receiver reviews before accepting. */
export const transferReview = transfer.extend({
  /** Revision of the reviewed devices, shares and jobs; the acceptance names it. */
  revision: z.string(),
  devices: z.array(
    z.object({ name: z.string(), model: z.string(), sn: z.string(), kind: z.string(), state: z.number() }),
  ),
  openAlarms: z.array(z.object({ at: z.string(), event: z.string(), severity: z.string() })),
  /** Devices whose running configuration is not the desired one. */
  pendingChanges: z.array(z.object({ device: z.string(), status: z.string() })),
  runningJobs: z.number().int(),
  shares: z.number().int(),
});
export type TransferReview = z.infer<typeof transferReview>;

/** Content of the permission page. Owners see all shares, other accounts only their own. */
export const sharing = z.object({
  items: z.array(share),
  transfer: transfer.optional(),
  counts: z.object({ write: z.number().int(), permanentWrite: z.number().int() }).optional(),
  can: z.object({ share: permission, transfer: permission, leave: permission }),
});
export type Sharing = z.infer<typeof sharing>;

export const extensionNote = z.object({ note: storableText(200).default('') });
