import { z } from 'zod';

const shared = {
  ssid: z.string(),
  /** Passphrase of the link, 8 to 63 printable ASCII characters; WPA2 with AES. */
  key: z.string(),
  widthMhz: z.union([z.literal('auto'), z.literal(20), z.literal(40), z.literal(80)]),
  powerDbm: z.union([z.literal('auto'), z.number().int()]),
  /** Distance to the farthest peer, from which the radio derives its acknowledgement timeout. */
  distanceMetres: z.number().int().positive(),
  /** VLANs that the link carries tagged; untagged frames always pass. */
  vlans: z.union([z.literal('all'), z.array(z.number().int().min(1).max(4094))]),
  /** MAC addresses of the only accepted peers; absent: any peer with the key. */
  peers: z.array(z.string()).min(1).max(64).optional(),
  /** Regulatory domain (ISO 3166, two letters). */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
};

/**
 * One end of a bridge link. A bridge whose mode or link changes restarts for up to 2 minutes. It keeps the new
 * configuration only if the link is up again within the confirm time; otherwise it rolls back. A base without a
 * connected client before the change keeps it in any case.
 */
export const configBridge = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('base'),
    ...shared,
    channel: z.union([z.literal('auto'), z.number().int().min(1).max(233)]),
    /** Maximum number of connected clients. */
    maxClients: z.number().int().positive(),
  }),
  /** A client searches all channels for its base. */
  z.object({ mode: z.literal('client'), ...shared }),
]);
export type ConfigBridge = z.infer<typeof configBridge>;
