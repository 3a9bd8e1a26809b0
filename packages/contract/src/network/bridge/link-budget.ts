/** Formulas of a point-to-point radio link (`docs/decisions/0162-bridge-links.md`). */

/** Signal above the receiver's minimum that a link needs against rain and movement (dB). */
export const LINK_MARGIN_DB = 15;

/** Lowest signal (dBm) at which a receiver decodes the slowest rate (802.11-2020, table 17-18 and 19-23). */
const SENSITIVITY_DBM: Readonly<Record<number, number>> = { 20: -82, 40: -79, 80: -76 };
const DEFAULT_WIDTH_MHZ = 20;

export const getSensitivityDbm = (widthMhz: number): number =>
  SENSITIVITY_DBM[widthMhz] ?? SENSITIVITY_DBM[DEFAULT_WIDTH_MHZ] ?? 0;

/** Returns the centre frequency of a 20 MHz channel (MHz). */
export const getChannelFrequencyMhz = (channel: number): number =>
  channel <= 13 ? 2_407 + 5 * channel : 5_000 + 5 * channel;

/** Returns the free-space loss (dB) over a distance (m) at a frequency (MHz). */
export const computeFreeSpaceLossDb = (distanceMetres: number, frequencyMhz: number): number =>
  92.45 + 20 * Math.log10(frequencyMhz / 1000) + 20 * Math.log10(distanceMetres / 1000);

/** Returns the radius (m) around the line of sight that must be free: 60 % of the first Fresnel zone at its middle. */
export const computeClearanceMetres = (distanceMetres: number, frequencyMhz: number): number =>
  0.6 * 8.66 * Math.sqrt(distanceMetres / 1000 / (frequencyMhz / 1000));

export interface LinkEnds {
  /** Transmit power of the sender (dBm). */
  readonly powerDbm: number;
  /** Antenna gains of both ends (dBi). */
  readonly gainDbi: number;
  readonly peerGainDbi: number;
  readonly distanceMetres: number;
  readonly frequencyMhz: number;
}

/** Returns the signal (dBm) that the receiver gets from exactly aligned antennas with a free line of sight. */
export const computeExpectedSignalDbm = ({
  distanceMetres,
  frequencyMhz,
  gainDbi,
  peerGainDbi,
  powerDbm,
}: LinkEnds): number =>
  powerDbm + gainDbi + peerGainDbi - computeFreeSpaceLossDb(distanceMetres, frequencyMhz);
