import type { Antenna, AntennaPattern } from './antenna.ts';
import type { RadioChannel } from './channels.ts';
import { MAX_RADIOS } from './coverage-map.ts';
import { createFloorPath, type Floor } from './floor-path.ts';
import type { Grid, Transmitter } from './signal-grid.ts';
import type { Point } from './walls.ts';

/** A radio in a building. */
export interface BuildingRadio extends Point {
  /** Index of its floor among the floors of the building, from the lowest. */
  readonly floor: number;
  /** Height of the antenna above its floor (m). */
  readonly heightM: number;
  /** Power with the gain of the antenna in the direction of its maximum (dBm, EIRP). */
  readonly powerDbm: number;
  readonly channel: RadioChannel;
  readonly antenna?: Antenna;
}

/** A radio of an access point, as its configuration and its reports describe it. */
export interface RadioDescription extends Point {
  readonly heightM: number;
  /** Direction on the plan, clockwise from its top (degrees). */
  readonly azimuth: number;
  readonly mounting: Antenna['mounting'];
  /** Power without the antenna (dBm), and gain of the antenna in the direction of its maximum (dBi). */
  readonly powerDbm: number;
  readonly gainDbi: number;
  readonly frequencyMhz: number;
  readonly widthMhz: number;
}

/** From this gain on (dBi), an antenna is a sector whose width follows from its gain. */
const SECTOR_GAIN_DBI = 8;
/** Spatial streams of phones and most notebooks. */
const STREAMS = 2;
const WIDTHS_MHZ = [20, 40, 80, 160] as const;
/** Longest side of a grid (cells), and smallest cell (m): the width of a hand. */
const SIDE_CELLS = 1_000;
const LEAST_CELL_M = 0.1;

/** Returns a radio of an access point as the model needs it; other widths than those of 802.11ax are rounded down. */
export const createRadio = (
  { azimuth, frequencyMhz, gainDbi, heightM, mounting, powerDbm, widthMhz, x, y }: RadioDescription,
  floor: number,
): BuildingRadio => ({
  x,
  y,
  floor,
  heightM,
  powerDbm: powerDbm + gainDbi,
  channel: {
    centreMhz: frequencyMhz,
    widthMhz: WIDTHS_MHZ.findLast((width) => width <= widthMhz) ?? 20,
    streams: STREAMS,
  },
  antenna: { pattern: choosePattern(gainDbi), mounting, azimuthDeg: azimuth },
});

/** Returns a radio as seen from the receivers of a floor. */
export const createTransmitter = (
  { antenna, channel, floor, heightM, powerDbm, x, y }: BuildingRadio,
  floors: readonly Floor[],
  receivers: number,
): Transmitter => ({
  x,
  y,
  powerDbm,
  frequencyMhz: channel.centreMhz,
  path: createFloorPath(floors, { floor, heightM }, receivers),
  ...(antenna && { antenna }),
});

function choosePattern(gainDbi: number): AntennaPattern {
  if (gainDbi < SECTOR_GAIN_DBI) return { kind: 'ceiling' };
  // The inverse of `getPeakGain` for equal widths.
  const widthDeg = Math.sqrt(41_253 / 10 ** ((gainDbi + 1.5) / 10));
  return { kind: 'sector', horizontalDeg: widthDeg, verticalDeg: widthDeg };
}

/** Returns the radios nearest to a floor, as many as a map can have: those of the floor itself first. */
export const selectNearestRadios = <Radio extends BuildingRadio>(
  radios: readonly Radio[],
  floor: number,
): readonly Radio[] =>
  radios.length <= MAX_RADIOS
    ? radios
    : radios
        .toSorted((one, other) => Math.abs(one.floor - floor) - Math.abs(other.floor - floor))
        .slice(0, MAX_RADIOS);

/**
 * Returns a grid over a plan (m) with at most 1,000 cells along its longest side and cells of at least 0.1 m, or with larger
 * cells.
 */
export function createGrid(
  { depthM, widthM }: { readonly widthM: number; readonly depthM: number },
  atLeastM = LEAST_CELL_M,
): Grid {
  const cellM = Math.max(LEAST_CELL_M, atLeastM, Math.max(widthM, depthM) / SIDE_CELLS);
  return {
    x: 0,
    y: 0,
    cellM,
    columns: Math.max(1, Math.ceil(widthM / cellM - 1e-9)),
    rows: Math.max(1, Math.ceil(depthM / cellM - 1e-9)),
  };
}
