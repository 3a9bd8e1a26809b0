import {
  commandReport,
  configIssue,
  configLocalPassword,
  configReport,
  deviceConfig,
  localChange,
} from '@northlight/contract/device-protocol';
import { z } from 'zod';

export type LocalPassword = z.infer<typeof configLocalPassword>;

export const credential = z.object({
  id: z.string(),
  token: z.string(),
  epoch: z.number().int(),
});
export type Credential = z.infer<typeof credential>;

const revision = z.object({ rev: z.number().int().nonnegative(), hash: z.string(), config: deviceConfig });

/**
 * A configuration on trial. It becomes active when the device reaches the cloud with it; otherwise it is
 * rolled back.
 */
export const trial = revision.extend({
  confirmSecs: z.number().int().positive(),
  /** Result of the apply; absent while it is in progress. */
  outcome: z
    .object({ status: z.enum(['applied', 'partial']), issues: z.array(configIssue), ms: z.number() })
    .optional(),
  /** Time (device clock, ms) at which an unconfirmed trial is rolled back. */
  deadline: z.number().optional(),
  /**
   * Number of times that the apply was started, to limit attempts of a configuration that crashes the device.
   */
  attempts: z.number().int(),
  /** The local change that the trial consists of; it needs no confirmation by the cloud. */
  local: localChange.optional(),
});
export type Trial = z.infer<typeof trial>;

/** A client certificate with its key, both PEM; times are cloud time (ms). */
export const storedCertificate = z.object({
  certificate: z.string(),
  key: z.string(),
  issuedAt: z.number(),
  notAfter: z.number(),
});
export type StoredCertificate = z.infer<typeof storedCertificate>;

/** State that a device stores across restarts. */
export const savedState = z.object({
  credential: credential.optional(),
  /** The renewed credential; `credential` is current until the cloud has accepted this one. */
  next: credential.optional(),
  /** Time of the last renewal of the credential, or time from which its age counts (cloud time, ms). */
  renewedAt: z.number().optional(),
  /** Client certificate, used over TLS in addition to the token. */
  certificate: storedCertificate.optional(),
  /** Number of connections started so far. */
  bd: z.number().int().nonnegative(),
  active: revision,
  trial: trial.optional(),
  /** The highest revision that was ever accepted from the cloud, whatever its result. */
  seen: z.object({ rev: z.number().int().nonnegative(), hash: z.string() }).optional(),
  /** A scheduled configuration, which is applied at the time `when` (cloud time, ms). */
  held: revision.extend({ confirmSecs: z.number().int().positive(), when: z.number() }).optional(),
  /** Latest reports of the most recent commands, oldest first. */
  results: z.array(commandReport),
  /** Id of the command that is restarting the device. */
  rebooting: z.string().optional(),
  /** Reason of the restart; absent for a plain restart. */
  rebootReason: z.enum(['reset', 'upgrade']).optional(),
  /** Set while the device is managed on its local page. */
  managed: z.literal('local').optional(),
  /** Changes made on the local page since the cloud's last configuration. `active` already contains them. */
  local: localChange.optional(),
  /** Password of the local page, which replaces the configured one under local management. */
  localPassword: configLocalPassword.optional(),
  /** Ids of finished commands whose result the cloud has not acknowledged. */
  untold: z.array(z.string()).optional(),
  /** A configuration report that the cloud has not acknowledged. */
  unsent: configReport.optional(),
});
export type SavedState = z.infer<typeof savedState>;

export const MAX_RESULTS = 100;

/** Factory state: revision 0, nothing configured. */
export const FACTORY: SavedState = {
  bd: 0,
  active: { rev: 0, hash: '', config: { vlans: [], dhcpPools: [] } },
  results: [],
};

/** Persistent store of a device's state. `save` resolves when the state survives a power cut. */
export interface LinkStore {
  load(): Promise<SavedState | undefined>;
  save(saved: SavedState): Promise<void>;
}

/** Creates a store in memory, for simulated devices. */
export function createMemoryStore(initial?: SavedState): LinkStore {
  let current = initial;
  return {
    load: () => Promise.resolve(current),
    save: (next) => {
      current = next;
      return Promise.resolve();
    },
  };
}
