import { z } from 'zod';

/** Lease times that forms offer: 30 min; 1, 3, 6 and 12 h; 1, 3 and 7 days. */
export const LEASE_CHOICES_MINUTES = [30, 60, 180, 360, 720, 1440, 4320, 10_080] as const;
export const LEASE_MIN_MINUTES = 30;
export const LEASE_MAX_MINUTES = 10_080;

const outside = `The lease must be between ${LEASE_MIN_MINUTES} and ${LEASE_MAX_MINUTES} min.`;

export const leaseMinutes = z
  .number({ error: 'Enter the lease time.' })
  .int('The lease must be a whole number of minutes.')
  .min(LEASE_MIN_MINUTES, outside)
  .max(LEASE_MAX_MINUTES, outside);
