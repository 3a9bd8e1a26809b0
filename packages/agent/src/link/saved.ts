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

/** A configuration on trial: it becomes the active one when the cloud is reached with it, else it is undone. */
export const trial = revision.extend({
  confirmSecs: z.number().int().positive(),
  /** Absent while it is being applied. */
  outcome: z
    .object({ status: z.enum(['applied', 'partial']), issues: z.array(configIssue), ms: z.number() })
    .optional(),
  /** Device clock, ms: undone after this when not confirmed. */
  deadline: z.number().optional(),
  /** How often applying was begun; one that kills the device is not begun for ever. */
  attempts: z.number().int(),
  /** Set at the device's own page: nothing of the cloud's, and not confirmed by it. */
  local: localChange.optional(),
});
export type Trial = z.infer<typeof trial>;

/** A client certificate with its key, both PEM; times by the cloud's clock, ms. */
export const keptCertificate = z.object({
  certificate: z.string(),
  key: z.string(),
  issuedAt: z.number(),
  notAfter: z.number(),
});
export type KeptCertificate = z.infer<typeof keptCertificate>;

/** What a device keeps over a restart. */
export const saved = z.object({
  credential: credential.optional(),
  /** The credential of the next epoch: kept before it is used, and the present one until it was. */
  next: credential.optional(),
  /** When the credential was renewed, or first counted from (cloud clock, ms). */
  renewedAt: z.number().optional(),
  /** Used over TLS, beside the token. */
  certificate: keptCertificate.optional(),
  bd: z.number().int().nonnegative(),
  active: revision,
  trial: trial.optional(),
  /** The highest revision that was ever taken in, whatever became of it. */
  seen: z.object({ rev: z.number().int().nonnegative(), hash: z.string() }).optional(),
  /** A configuration that is not to be applied before `when` (cloud clock, ms). */
  held: revision.extend({ confirmSecs: z.number().int().positive(), when: z.number() }).optional(),
  /** The last commands and what became of them, oldest first. */
  results: z.array(commandReport),
  /** The command that restarts the device, while it is under way. */
  rebooting: z.string().optional(),
  /** Why, when it is no plain restart. */
  rebootReason: z.enum(['reset', 'upgrade']).optional(),
  /** Present while the device is managed at its own page. */
  managed: z.literal('local').optional(),
  /** What was changed at its own page since the cloud's last configuration; it is part of the active one. */
  local: localChange.optional(),
  /** Takes the place of the configuration's while the device is managed at its own page. */
  localPassword: configLocalPassword.optional(),
  /** Commands whose end the cloud has not acknowledged. */
  untold: z.array(z.string()).optional(),
  /** A word on a revision that the cloud has not acknowledged. */
  unsent: configReport.optional(),
});
export type Saved = z.infer<typeof saved>;

export const RESULTS_KEPT = 100;

/** A device as it leaves the factory: revision 0, nothing configured. */
export const FACTORY: Saved = {
  bd: 0,
  active: { rev: 0, hash: '', config: { vlans: [], dhcpPools: [] } },
  results: [],
};

/** Where a device keeps what must survive; `save` resolves when it would survive a power cut. */
export interface LinkStore {
  load(): Promise<Saved | undefined>;
  save(saved: Saved): Promise<void>;
}

/** Survives nothing; for simulated devices. */
export function memoryStore(initial?: Saved): LinkStore {
  let kept = initial;
  return {
    load: () => Promise.resolve(kept),
    save: (next) => {
      kept = next;
      return Promise.resolve();
    },
  };
}
