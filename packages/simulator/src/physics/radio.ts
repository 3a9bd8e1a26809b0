const ONE_METRE_DBM = -38;
const LOSS_PER_DECADE = 30;
const WEAKEST_DBM = -92;

/** Signal at a distance in metres, indoors: 30 dB for each tenfold distance. */
export function signalAt(metres: number): number {
  return Math.max(WEAKEST_DBM, Math.round(ONE_METRE_DBM - LOSS_PER_DECADE * Math.log10(Math.max(1, metres))));
}

/** What a client can carry at a signal, in kbit/s; the far ones are slow. */
export function linkRateKbps(signalDbm: number): number {
  const quality = Math.min(1, Math.max(0.02, (signalDbm + 90) / 50));
  return Math.round(600_000 * quality ** 2);
}
