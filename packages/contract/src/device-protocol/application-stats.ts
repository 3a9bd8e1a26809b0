import { z } from 'zod';
import { foreignText as text } from '../net/index.ts';
import { type Application, isApplication } from './applications.ts';

const bytes = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);

/**
 * Bytes since the counters started, as a WAN port counts them: received from the internet, and sent to it.
 */
export interface ApplicationStat {
  readonly id: Application;
  readonly rxBytes: number;
  readonly txBytes: number;
}

/**
 * Maximum number of entries that the cloud reads; further entries are ignored. No device distinguishes as
 * many applications.
 */
export const MAX_APPLICATIONS = 256;
const entries = z.array(z.object({ id: text(31), rxBytes: bytes, txBytes: bytes }));

/** Reported statistics; applications that this cloud does not know count as `other`. */
export const applicationStats = z
  .preprocess((value) => (Array.isArray(value) ? value.slice(0, MAX_APPLICATIONS) : value), entries)
  .transform((stats): ApplicationStat[] => {
    const known = new Map<Application, ApplicationStat>();
    for (const { id: name, rxBytes, txBytes } of stats) {
      const id = isApplication(name) ? name : 'other';
      const before = known.get(id) ?? { rxBytes: 0, txBytes: 0 };
      known.set(id, { id, rxBytes: before.rxBytes + rxBytes, txBytes: before.txBytes + txBytes });
    }
    return [...known.values()];
  });
