import {
  createGrid,
  createTransmitter,
  type Grid,
  type Point,
  selectNearestRadios,
  SignalGrid,
  toDbm,
} from '@northlight/rf/map';
import { isHighBand, listUsableNetworks, type PathLoss, type SiteRadio } from '@northlight/rf/plan';
import type { FloorSignals } from '../../maps/index.ts';
import { listMapRadios } from './map-radios.ts';
import type { StoredSite } from './stored-site.ts';

/** Cells along the longest side of a floor, so that a radio is at most some decimetres from the centre of its cell. */
const SIDE_CELLS = 100;
/** Level below which radios do not notice each other. */
const LEAST_DBM = -92;
/** Level that a scan usually receives: of two radios that both scan and never receive each other, it is at most this. */
const RECEIVED_DBM = -85;

/**
 * Computes the losses between radios from the floor plans. A plan of channels uses those of radios that never receive each
 * other, such as those of devices that do not scan.
 */
export function computeMapLosses(signals: readonly FloorSignals[], site: StoredSite): PathLoss[] {
  const scanning = listScanning(site);
  const losses = new Map<string, PathLoss>();
  for (const floor of signals)
    for (const { from, levelDbm, powerDbm, to } of listLevels(floor, site)) {
      const [sender, receiver] = [site.radios[from], site.radios[to]];
      if (!sender || !receiver || sender.deviceId === receiver.deviceId) continue;
      const bothScan = scanning.has(nameBand(sender)) && scanning.has(nameBand(receiver));
      const level = bothScan ? Math.min(levelDbm, RECEIVED_DBM) : levelDbm;
      if (level < LEAST_DBM) continue;
      const [a, b] = from < to ? [from, to] : [to, from];
      const lossDb = powerDbm - level;
      const known = losses.get(`${a} ${b}`);
      if (!known || known.lossDb > lossDb) losses.set(`${a} ${b}`, { a, b, lossDb });
    }
  return [...losses.values()];
}

/** Lists the bands of devices of which scans have found any network. */
const listScanning = (site: StoredSite): ReadonlySet<string> =>
  new Set(listUsableNetworks(site, site.at).map(nameBand));

const nameBand = ({ deviceId, spectrum }: Pick<SiteRadio, 'deviceId' | 'spectrum'>): string =>
  `${deviceId} ${isHighBand(spectrum)}`;

interface LevelAtRadio {
  /** Indices of the sending and the receiving radio. */
  readonly from: number;
  readonly to: number;
  readonly levelDbm: number;
  /** Power of the sending radio (dBm). */
  readonly powerDbm: number;
}

/** Lists the levels of the radios of a building where the radios of one of its floors are, band by band. */
function listLevels(floor: FloorSignals, site: StoredSite): LevelAtRadio[] {
  const { floors, limitDb, target } = floor;
  const size = floors.ghz5[target]?.size;
  if (!size) return [];
  const grid = createGrid(size, Math.max(size.widthM, size.depthM) / SIDE_CELLS);
  const signals = new SignalGrid(grid, limitDb);
  const levels = new Uint8ClampedArray(grid.columns * grid.rows);
  return listMapRadios(floor, site.radios).flatMap(({ ofBand, radios }) => {
    const receivers = radios.filter((radio) => radio.floor === target);
    if (receivers.length === 0) return [];
    return selectNearestRadios(radios, target).flatMap((radio) => {
      signals.compute(createTransmitter(radio, ofBand, target), levels);
      return receivers.flatMap((receiver): LevelAtRadio[] =>
        receiver.index === radio.index
          ? []
          : [
              {
                from: radio.index,
                to: receiver.index,
                levelDbm: toDbm(levels[findCell(grid, receiver)] ?? 0),
                powerDbm: radio.transmittedDbm,
              },
            ],
      );
    });
  });
}

function findCell({ cellM, columns, rows, x: left, y: top }: Grid, { x, y }: Point): number {
  const column = Math.min(columns - 1, Math.max(0, Math.floor((x - left) / cellM)));
  const row = Math.min(rows - 1, Math.max(0, Math.floor((y - top) / cellM)));
  return row * columns + column;
}
