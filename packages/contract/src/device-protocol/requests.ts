import { z } from 'zod';
import { configPush } from './messages.ts';

/** A request for a P-256 key has about 400. */
const CSR_MAX_CHARACTERS = 4096;

/** A device's request on `up/req/{rid}`; the response on `down/res/{rid}` is sent after its commit. */
export const deviceRequest = z.discriminatedUnion('kind', [
  /** The desired configuration, for a device that could not read a push. */
  z.object({ kind: z.literal('config') }),
  /** The cloud's time, for a device whose own clock is unreliable. */
  z.object({ kind: z.literal('time') }),
  /** The token of the next credential epoch; the present token is valid until the new one is used. */
  z.object({ kind: z.literal('credential') }),
  /** A client certificate for the key of this signing request (PKCS #10 in PEM, P-256). */
  z.object({ kind: z.literal('certificate'), csr: z.string().max(CSR_MAX_CHARACTERS) }),
  /** An upload address that expires. */
  z.object({ kind: z.literal('upload'), purpose: z.enum(['log', 'backup', 'capture']) }),
  /** A download address that expires after 15 min. */
  z.object({ kind: z.literal('download'), purpose: z.enum(['software', 'backup']) }),
]);
export type DeviceRequest = z.infer<typeof deviceRequest>;

export const deviceAnswer = z.discriminatedUnion('kind', [
  /** The configuration is parsed separately, so that an invalid one does not hide the response. */
  z.object({
    kind: z.literal('config'),
    desired: z.union([z.literal('none'), z.record(z.string(), z.unknown())]),
  }),
  /** Milliseconds since 1970. */
  z.object({ kind: z.literal('time'), now: z.number() }),
  z.object({ kind: z.literal('credential'), token: z.string(), epoch: z.number().int() }),
  /** Certificate and authority in PEM; `notAfter` in milliseconds since 1970. */
  z.object({
    kind: z.literal('certificate'),
    certificate: z.string(),
    authority: z.string(),
    notAfter: z.number(),
  }),
  /** A temporary HTTPS address of one file. */
  z.object({
    kind: z.literal('download'),
    url: z.string(),
    sizeBytes: z.number().int().positive(),
    sha256: z.string(),
  }),
  /** A code of the error catalogue and a sentence. */
  z.object({ kind: z.literal('refused'), code: z.number().int(), message: z.string() }),
]);
export type DeviceAnswer = z.infer<typeof deviceAnswer>;

/** The cloud's response to `config`. */
export type ConfigAnswer = { readonly kind: 'config'; readonly desired: 'none' | z.infer<typeof configPush> };
