import { z } from 'zod';
import { configPush } from './messages.ts';

/** Maximum length of a signing request; one for a P-256 key has about 400 characters. */
const CSR_MAX_CHARACTERS = 4096;

/** Maximum size of a picture of a camera. */
export const SNAPSHOT_MAX_BYTES = 5 * 1024 * 1024;

/**
 * A device's request on `up/req/{rid}`. The response on `down/res/{rid}` is sent after the commit of the
 * request.
 */
export const deviceRequest = z.discriminatedUnion('kind', [
  /** Requests the desired configuration, for a device that could not read a push. */
  z.object({ kind: z.literal('config') }),
  /** Requests the cloud's time, for a device whose own clock is unreliable. */
  z.object({ kind: z.literal('time') }),
  /**
   * Requests the token of the next credential epoch. The current token stays valid until the new one is used.
   */
  z.object({ kind: z.literal('credential') }),
  /** Requests a client certificate for the key of this signing request (PKCS #10 in PEM, P-256). */
  z.object({ kind: z.literal('certificate'), csr: z.string().max(CSR_MAX_CHARACTERS) }),
  /** Requests an address to which the device sends one file, which expires. A part of a backup and a snapshot need size and hash. */
  z.object({
    kind: z.literal('upload'),
    purpose: z.enum(['log', 'backup', 'capture', 'snapshot']),
    sizeBytes: z.number().int().positive().max(SNAPSHOT_MAX_BYTES).optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    /** Id of the event whose moment a snapshot shows; absent for the present picture. */
    eid: z.string().min(1).max(36).optional(),
  }),
  /** Requests a download address, which expires after 15 min. */
  z.object({ kind: z.literal('download'), purpose: z.enum(['software', 'backup']) }),
]);
export type DeviceRequest = z.infer<typeof deviceRequest>;

export const deviceAnswer = z.discriminatedUnion('kind', [
  /**
   * Response with the configuration as unparsed JSON, so that an invalid configuration does not make the
   * response unreadable.
   */
  z.object({
    kind: z.literal('config'),
    desired: z.union([z.literal('none'), z.record(z.string(), z.unknown())]),
  }),
  /** Response with the cloud's time (ms since 1970). */
  z.object({ kind: z.literal('time'), now: z.number() }),
  z.object({ kind: z.literal('credential'), token: z.string(), epoch: z.number().int() }),
  /** Response with certificate and authority in PEM; `notAfter` is in ms since 1970. */
  z.object({
    kind: z.literal('certificate'),
    certificate: z.string(),
    authority: z.string(),
    notAfter: z.number(),
  }),
  /** Response with a temporary HTTPS address of one file. */
  z.object({
    kind: z.literal('download'),
    url: z.string(),
    sizeBytes: z.number().int().positive(),
    sha256: z.string(),
  }),
  /** Response with a temporary HTTPS address, which takes one file. */
  z.object({ kind: z.literal('upload'), url: z.string() }),
  /** Refusal with a code of the error catalogue and a message. */
  z.object({ kind: z.literal('refused'), code: z.number().int(), message: z.string() }),
]);
export type DeviceAnswer = z.infer<typeof deviceAnswer>;

/** The cloud's response to `config`. */
export type ConfigAnswer = { readonly kind: 'config'; readonly desired: 'none' | z.infer<typeof configPush> };
