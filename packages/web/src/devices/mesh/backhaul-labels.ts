import { type DeviceBackhaul, formatBand } from '@northlight/contract';

/** Formats the band and channel of a wireless backhaul: `5 GHz, channel 149`; a cable is `Wired`. */
export function formatMedium({ band, channel, kind }: DeviceBackhaul): string {
  if (kind === 'wired' || band === undefined) return 'Wired';
  return `${formatBand(band)}, channel ${channel}`;
}

/** Compares the signal of another node with that of the parent (dBm): `12 dB stronger`. */
export function formatDifference(signalDbm: number, parentDbm: number): string {
  const decibels = Math.round(signalDbm - parentDbm);
  if (decibels === 0) return 'as strong';
  return `${Math.abs(decibels)} dB ${decibels > 0 ? 'stronger' : 'weaker'}`;
}
