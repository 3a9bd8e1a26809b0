import { z } from 'zod';
import { configPush } from './messages.ts';

/** A request with a key on P-256 has some 400. */
const CSR_MAX_CHARACTERS = 4096;

/** What a device asks the cloud on `up/req/{rid}`; the answer comes on `down/res/{rid}`, after what it says is committed. */
export const deviceRequest = z.discriminatedUnion('kind', [
  /** The desired configuration, for a device that was told of one that it could not read. */
  z.object({ kind: z.literal('config') }),
  /** The cloud's clock, for a device that does not trust its own. */
  z.object({ kind: z.literal('time') }),
  /** The token of the next credential epoch; the present one holds until the new one is used. */
  z.object({ kind: z.literal('credential') }),
  /** A client certificate for the key with which this request for one (PKCS #10 in PEM, P-256) is signed. */
  z.object({ kind: z.literal('certificate'), csr: z.string().max(CSR_MAX_CHARACTERS) }),
  /** A short-lived address to bring a file to. */
  z.object({ kind: z.literal('upload'), purpose: z.enum(['log', 'backup', 'capture']) }),
  /** A short-lived address to fetch a file from. */
  z.object({ kind: z.literal('download'), purpose: z.enum(['software', 'backup']) }),
]);
export type DeviceRequest = z.infer<typeof deviceRequest>;

export const deviceAnswer = z.discriminatedUnion('kind', [
  /** The configuration is not read here: one that is broken must not hide that there was an answer. */
  z.object({
    kind: z.literal('config'),
    desired: z.union([z.literal('none'), z.record(z.string(), z.unknown())]),
  }),
  /** Milliseconds since 1970. */
  z.object({ kind: z.literal('time'), now: z.number() }),
  z.object({ kind: z.literal('credential'), token: z.string(), epoch: z.number().int() }),
  /** Both PEM; `notAfter` in milliseconds since 1970. */
  z.object({
    kind: z.literal('certificate'),
    certificate: z.string(),
    authority: z.string(),
    notAfter: z.number(),
  }),
  /** An address over HTTPS, for a while, of one file. */
  z.object({
    kind: z.literal('download'),
    url: z.string(),
    sizeBytes: z.number().int().positive(),
    sha256: z.string(),
  }),
  /** A code of the catalogue and a sentence. */
  z.object({ kind: z.literal('refused'), code: z.number().int(), message: z.string() }),
]);
export type DeviceAnswer = z.infer<typeof deviceAnswer>;

/** The answer to `config` as the cloud makes it. */
export type ConfigAnswer = { readonly kind: 'config'; readonly desired: 'none' | z.infer<typeof configPush> };
