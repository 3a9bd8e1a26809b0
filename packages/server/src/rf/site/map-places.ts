import { createGrid, createTransmitter, selectNearestRadios, SignalGrid, toDbm } from '@northlight/rf/map';
import type { FloorSignals } from '../../maps/index.ts';
import { listMapRadios } from './map-radios.ts';
import type { StoredPlaces } from './stored-places.ts';
import type { StoredRadio } from './stored-site.ts';

/** Cells of all floors together, and cells along the longest side of one. */
const CELLS_MAX = 4_000;
const SIDE_CELLS = 30;
/** Levels below it change nothing. */
const LEAST_DBM = -85;

/** Computes the levels of the radios of a site in the cells of its floor plans; undefined if no cell has any. */
export function computeMapPlaces(
  signals: readonly FloorSignals[],
  radios: readonly Pick<StoredRadio, 'deviceId' | 'radioId'>[],
): StoredPlaces | undefined {
  const side = Math.min(SIDE_CELLS, Math.floor(Math.sqrt(CELLS_MAX / Math.max(1, signals.length))));
  const places = signals.flatMap((floor) => listCells(floor, radios, side));
  return places.length === 0 ? undefined : { source: 'map', places };
}

function listCells(
  floor: FloorSignals,
  siteRadios: Parameters<typeof computeMapPlaces>[1],
  side: number,
): number[][] {
  const { floors, limitDb, target } = floor;
  const size = floors.ghz5[target]?.size;
  if (!size) return [];
  const grid = createGrid(size, Math.max(size.widthM, size.depthM) / side);
  const signals = new SignalGrid(grid, limitDb);
  const levels = new Uint8ClampedArray(grid.columns * grid.rows);
  const cells = Array.from(levels, (): number[] => []);
  for (const { ofBand, radios } of listMapRadios(floor, siteRadios)) {
    for (const radio of selectNearestRadios(radios, target)) {
      signals.compute(createTransmitter(radio, ofBand, target), levels);
      for (const [cell, level] of levels.entries())
        if (toDbm(level) >= LEAST_DBM) cells[cell]?.push(radio.index, Math.min(0, Math.round(toDbm(level))));
    }
  }
  return cells.filter((values) => values.length > 0);
}
