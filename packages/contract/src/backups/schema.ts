import { z } from 'zod';
import { deviceId } from '../device-settings/index.ts';
import { permission } from '../kit/page.ts';
import { secret } from '../kit/secret.ts';
import { policyName } from '../net/index.ts';
import { adaption } from './adaption.ts';
import { backupPart } from './parts.ts';
import { restoredItem } from './restored-items.ts';

/** Number of general files of a project (specification §9). */
export const BACKUP_GENERAL_MAX = 128;
/** Time between two backups that are taken from one device (specification §9). */
export const BACKUP_INTERVAL_MINUTES = 3;
/** Automatic files of a device: those of the nights, and those before changes and upgrades. */
export const BACKUP_NIGHTLY_MAX = 14;
export const BACKUP_BEFORE_MAX = 20;
/** Devices of one order. */
export const BACKUP_DEVICES_MAX = 999;
export const BACKUP_FILE_MAX_BYTES = 10 * 1024 * 1024;

/** A general file, the restore point of a device, or a file that was taken without a user. */
export const BACKUP_KINDS = {
  general: 'General',
  'restore-point': 'Restore point',
  automatic: 'Automatic',
} as const;
export const backupKind = z.enum(['general', 'restore-point', 'automatic']);
export type BackupKind = z.infer<typeof backupKind>;

/** Why a file was taken without a user. */
export const BACKUP_CAUSES = {
  nightly: 'Nightly',
  'before-change': 'Before a change',
  'before-upgrade': 'Before an upgrade',
} as const;
export const backupCause = z.enum(['nightly', 'before-change', 'before-upgrade']);
export type BackupCause = z.infer<typeof backupCause>;

/** State of a file against its device (specification §4). */
export const BACKUP_SYNC = {
  unsynchronized: 'Unsynchronized',
  synchronizing: 'Synchronizing',
  synchronized: 'Synchronized',
  failed: 'Failed',
} as const;
export const backupSync = z.enum(['unsynchronized', 'synchronizing', 'synchronized', 'failed']);
export type BackupSync = z.infer<typeof backupSync>;

export const backupRemark = policyName;

/** Characters that every program and keyboard enters alike, because a file is opened elsewhere too. */
const FILE_PASSWORD_RULE = 'The password has 8 to 63 letters, digits and keyboard symbols.';
/** Password of a downloaded file. */
export const filePassword = secret(
  z.string({ error: FILE_PASSWORD_RULE }).regex(/^[\x20-\x7e]{8,63}$/, FILE_PASSWORD_RULE),
);

export const backup = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Absent if the device has left the project. */
  deviceId: z.string().optional(),
  deviceName: z.string(),
  deviceSn: z.string(),
  model: z.string(),
  software: z.string().optional(),
  kind: backupKind,
  cause: backupCause.optional(),
  bytes: z.number().int().nonnegative(),
  at: z.iso.datetime(),
  by: z.string(),
  remark: z.string().optional(),
  sync: backupSync,
  /** Revision of the device's configuration that the file contains. */
  revision: z.number().int().nonnegative(),
});
export type Backup = z.infer<typeof backup>;

/** Types by which a list is filtered: kinds, and the causes of automatic files. */
export const backupType = z.enum([...backupKind.options, ...backupCause.options]);
export type BackupType = z.infer<typeof backupType>;

const count = z.number().int().nonnegative();

/** Number of findings that a drill keeps. */
export const DRILL_FINDINGS_MAX = 20;

/** The last restore drill of a project, or why there is none. */
export const restoreDrill = z.object({
  /** Why this server makes no drills; absent if it does. */
  unavailable: z.string().optional(),
  /** Absent before the first drill. */
  last: z
    .object({
      at: z.iso.datetime(),
      /** `identical`: the restored device has what the file contains. */
      result: z.enum(['identical', 'different', 'failed']),
      backupName: z.string(),
      deviceName: z.string(),
      /** Number of settings that the simulated device has confirmed. */
      settings: count,
      /** Differences, or why the file could not be restored; empty for an identical result. */
      findings: z.array(z.string()).max(DRILL_FINDINGS_MAX),
    })
    .optional(),
});
export type RestoreDrill = z.infer<typeof restoreDrill>;

/** State of the backups of a project. */
export const backupSummary = z.object({
  /** Number of general files, of `BACKUP_GENERAL_MAX`. */
  general: count,
  /** Nightly backups; absent in demos and their copies. */
  automatic: z
    .object({
      nextAt: z.iso.datetime(),
      /** The last night: devices with a new file, and devices whose newest file has the same content. */
      last: z.object({ at: z.iso.datetime(), taken: count, unchanged: count }).optional(),
      /** Automatic files, of any cause, that could not be written; absent after the next success. */
      failure: z.object({ at: z.iso.datetime(), devices: count, reason: z.string() }).optional(),
    })
    .optional(),
  /** The nightly drill, which restores one backup on a simulated device; absent where `automatic` is absent. */
  drill: restoreDrill.optional(),
  can: z.object({ write: permission }),
});
export type BackupSummary = z.infer<typeof backupSummary>;

export const backupOrder = z.object({
  deviceIds: z
    .array(deviceId)
    .min(1, 'Choose at least one device.')
    .max(BACKUP_DEVICES_MAX, `Too many devices. Choose at most ${BACKUP_DEVICES_MAX}.`),
  kind: z.enum(['general', 'restore-point']),
  remark: backupRemark.optional(),
});

/** Result of an order: the new files, and the devices without one, each with the reason. */
export const backupTaken = z.object({
  items: z.array(backup),
  refused: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
});

/** Why a file has no part of the device itself. */
export const MISSING_PARTS = {
  offline: 'offline',
  unsupported: 'not supported by its software',
  timeout: 'no answer within 30 s',
  failed: 'the device could not send it',
  unreadable: 'it could not be read',
} as const;
export const missingPart = z.enum(['offline', 'unsupported', 'timeout', 'failed', 'unreadable']);
export type MissingPart = z.infer<typeof missingPart>;

/** Contents of a file, part by part. */
export const backupContents = z.object({
  parts: z.array(z.object({ part: backupPart, items: z.number().int().nonnegative() })),
  /** Part of the device itself; absent in files that were taken before devices sent one. */
  device: z
    .union([
      z.object({ leases: z.number().int().nonnegative(), localChanges: z.number().int().nonnegative() }),
      z.object({ missing: missingPart }),
    ])
    .optional(),
  /** Items that the device gets in another form or not at all, because it is of another model now. */
  adaptions: z.array(adaption),
  /** Things that no backup contains. */
  omitted: z.array(z.string()),
});

export type BackupContents = z.infer<typeof backupContents>;
/** A setting of which the device does not report that it runs it. */
const unverifiedSetting = z.object({
  /** Path in the document that the device was sent; empty if the device names none. */
  path: z.string(),
  /** Label of the setting. */
  setting: z.string(),
  reason: z.string(),
});
export type UnverifiedSetting = z.infer<typeof unverifiedSetting>;

/** Comparison of the restored configuration with that which the device reports to run. */
export const backupVerification = z.object({
  /** `waiting` until the device has reported; `unavailable` if it cannot report single settings. */
  state: z.enum(['waiting', 'verified', 'partial', 'failed', 'unavailable', 'superseded']),
  /** Settings of the document that the device was sent, and those that it confirms. */
  settings: count,
  verified: count,
  unverified: z.array(unverifiedSetting),
  /** Explanation of a state other than `verified` and `partial`. */
  note: z.string().optional(),
});
export type BackupVerification = z.infer<typeof backupVerification>;

/** Last restoration of a backup. */
export const backupReport = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  jobId: z.uuid(),
  items: z.array(restoredItem),
  verification: backupVerification,
});
export type BackupReport = z.infer<typeof backupReport>;

export const backupRestoration = z.object({ parts: z.array(backupPart).min(1, 'Choose at least one part.') });
