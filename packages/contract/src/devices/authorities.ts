import { z } from 'zod';

/** Maximum number of authorities per account. */
export const AUTHORITIES_MAX = 10;
export const AUTHORITY_PEM_MAX = 16 * 1024;

/** Prefix before the MAC in the serial number of an OpenWiFi device. */
export const OPENWIFI_PREFIX = 'OWF1';

/** Returns whether a device identified itself only by a certificate of a trusted authority. */
export const isOpenWifi = (sn: string): boolean => sn.startsWith(OPENWIFI_PREFIX);

/** An authority whose OpenWiFi devices can be added by the account. */
export const trustedAuthority = z.object({
  id: z.string(),
  /** Common name of the certificate; the whole subject if it has none. */
  name: z.string(),
  /** SHA-256 of the certificate, hex. */
  fingerprint: z.string(),
  notAfter: z.string(),
  addedAt: z.string(),
  /** Number of the authority's devices in projects. */
  devices: z.number().int(),
  /** The last refused connection of a device whose certificate the authority signed. */
  lastRefusal: z
    .object({
      at: z.string(),
      /** Common name of the device's certificate, or its MAC. */
      device: z.string(),
      reason: z.string(),
    })
    .optional(),
});
export type TrustedAuthority = z.infer<typeof trustedAuthority>;
