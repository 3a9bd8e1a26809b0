import { z } from 'zod';

/** Most authorities that one account may trust. */
export const AUTHORITIES_MAX = 10;
export const AUTHORITY_PEM_MAX = 16 * 1024;

/** What precedes the MAC in the serial number of an OpenWiFi device. */
export const OPENWIFI_PREFIX = 'OWF1';

/** True for a device that brought only a certificate of an authority that its account trusts. */
export const isOpenWifi = (sn: string): boolean => sn.startsWith(OPENWIFI_PREFIX);

/** An authority whose OpenWiFi devices wait for the account. */
export const trustedAuthority = z.object({
  id: z.string(),
  /** Common name of its certificate, or the whole subject where it has none. */
  name: z.string(),
  /** SHA-256 of the certificate, hex. */
  fingerprint: z.string(),
  notAfter: z.string(),
  addedAt: z.string(),
  /** Devices in projects that it vouches for. */
  devices: z.number().int(),
});
export type TrustedAuthority = z.infer<typeof trustedAuthority>;
