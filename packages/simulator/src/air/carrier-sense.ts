import type { Spectrum } from './channel-spectrum.ts';
import { computeLeakage } from './spectral-mask.ts';

/** Level (dBm) from which a preamble in the primary channel of 20 MHz makes the medium busy (IEEE 802.11-2020, 21.3.18.5.3). */
const PRIMARY_PREAMBLE_DBM = -82;
/** The same for a preamble in the secondary channels (21.3.18.5.4). */
const SECONDARY_PREAMBLE_DBM = -72;
/** Level (dBm) from which energy of any kind makes the medium busy. */
const ENERGY_DBM = -62;

/**
 * Returns true if a radio defers to a sender that arrives with this level (dBm): it decodes the preamble, which is repeated in
 * each 20 MHz of the sender's channel, or detects its energy.
 */
export function defersTo(listener: Spectrum, sender: Spectrum, levelDbm: number): boolean {
  const parts = sender.widthMhz / 20;
  const partDbm = levelDbm - 10 * Math.log10(parts);
  const isAligned = (listener.primaryMhz - sender.primaryMhz) % 20 === 0;
  if (isAligned && partDbm >= PRIMARY_PREAMBLE_DBM && isInside(listener.primaryMhz, sender)) return true;
  if (isAligned && partDbm >= SECONDARY_PREAMBLE_DBM && overlaps(listener, sender)) return true;
  if (levelDbm < ENERGY_DBM) return false;
  const share = computeLeakage(sender, listener.lowMhz, listener.highMhz);
  return share > 0 && levelDbm + 10 * Math.log10(share) >= ENERGY_DBM;
}

const isInside = (frequencyMhz: number, { highMhz, lowMhz }: Spectrum): boolean =>
  frequencyMhz > lowMhz && frequencyMhz < highMhz;

const overlaps = (a: Spectrum, b: Spectrum): boolean => a.lowMhz < b.highMhz && b.lowMhz < a.highMhz;
