import { z } from 'zod';

export const RATE_MIN_KBPS = 64;
export const RATE_MAX_KBPS = 10_000_000;
export const rateKbps = z
  .number({ error: 'Enter the rate.' })
  .int('The rate must be a whole number.')
  .min(RATE_MIN_KBPS, `The rate must be between ${RATE_MIN_KBPS} and ${RATE_MAX_KBPS} kbit/s.`)
  .max(RATE_MAX_KBPS, `The rate must be between ${RATE_MIN_KBPS} and ${RATE_MAX_KBPS} kbit/s.`);
