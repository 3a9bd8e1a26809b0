import { z } from 'zod';
import { cleanForeignText, foreignKey, ipv4, macAddress, serialNumber } from '../net/index.ts';
import { localChange } from './local-change.ts';

/** Size of the part of a backup that a device sends. */
export const DEVICE_PART_MAX_BYTES = 1024 * 1024;
export const DEVICE_LEASES_MAX = 8_192;
/** Time in which a device sends its part. */
export const DEVICE_PART_SECONDS = 30;

const LEASE_NAME_MAX = 63;
const FORMAT = 'northlight-device-part';
const VERSION = 1;

/** Address that a gateway has given to a client; `expiresAt` is in ms since 1970, and 0 for one that stays. */
export const deviceLease = z.object({
  ip: ipv4,
  mac: macAddress,
  expiresAt: z.number().int().nonnegative(),
  /** Name that the client gave itself. */
  name: z
    .string()
    .transform((text) => cleanForeignText(text, LEASE_NAME_MAX))
    .optional()
    .catch(undefined),
});
export type DeviceLease = z.infer<typeof deviceLease>;

/** Leases entry by entry: one that cannot be read is left out, since clients choose their names. */
const deviceLeases = z
  .array(z.unknown())
  .max(DEVICE_LEASES_MAX)
  .transform((entries) =>
    entries.flatMap((entry): DeviceLease[] => {
      const read = deviceLease.safeParse(entry);
      return read.success ? [read.data] : [];
    }),
  );

/**
 * The part of a backup that only the device knows. It has no member for an identity or a secret; members that this version
 * does not have are dropped.
 */
export const devicePart = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** Source of the document. */
  sn: serialNumber,
  model: foreignKey(40),
  managed: z.enum(['cloud', 'local']),
  /** Leases of the DHCP server of a gateway. */
  leases: deviceLeases,
  /** Settings of the local page that the cloud has not adopted. */
  localChange: localChange.optional(),
});
export type DevicePart = z.infer<typeof devicePart>;

/** Writes the document of a device. */
export const formatDevicePart = (part: Omit<DevicePart, 'format' | 'version'>): string =>
  JSON.stringify({
    format: FORMAT,
    version: VERSION,
    ...part,
    leases: part.leases.slice(0, DEVICE_LEASES_MAX),
  });

/** Leases that a restoration sends to a gateway. */
export const restoredLeases = z.object({ leases: deviceLeases });
