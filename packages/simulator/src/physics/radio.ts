const ONE_METRE_DBM = -38;
const LOSS_PER_DECADE = 30;
const MIN_SIGNAL_DBM = -92;

/** Returns the indoor signal (dBm) at a distance in metres; it drops by 30 dB per tenfold distance. */
export function computeSignal(metres: number): number {
  return Math.max(
    MIN_SIGNAL_DBM,
    Math.round(ONE_METRE_DBM - LOSS_PER_DECADE * Math.log10(Math.max(1, metres))),
  );
}

/** Returns the link rate of a client in kbit/s at a signal (dBm). */
export function computeLinkRateKbps(signalDbm: number): number {
  const quality = Math.min(1, Math.max(0.02, (signalDbm + 90) / 50));
  return Math.round(600_000 * quality ** 2);
}
