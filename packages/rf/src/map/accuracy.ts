import { computeFreeSpaceLoss, saturateWallLoss } from './path-loss.ts';
import { crossesWall, type Point, type Wall } from './walls.ts';

/** A measured signal of an access point at a point of a building. */
export interface Measurement extends Point {
  readonly accessPoint: string;
  readonly band: string;
  readonly signalDbm: number;
}

/** A radio of an access point in a measured building. */
export interface SurveyedRadio extends Point {
  readonly accessPoint: string;
  readonly band: string;
  readonly frequencyMhz: number;
}

export interface Survey {
  readonly walls: readonly Wall[];
  readonly radios: readonly SurveyedRadio[];
  readonly measurements: readonly Measurement[];
}

/** Error of predictions: number of measurements, root mean square and median of the errors (dB). */
export interface Accuracy {
  readonly count: number;
  readonly rmseDb: number;
  /** Median of prediction minus measurement. */
  readonly medianDb: number;
}

export interface BandAccuracy extends Accuracy {
  readonly band: string;
  /** By number of crossed walls; the last entry has this number or more. */
  readonly byWalls: readonly (Accuracy & { readonly walls: number })[];
}

interface Residual {
  readonly accessPoint: string;
  /** Measured signal minus the predicted one for a radio of 0 dBm. */
  readonly levelDb: number;
  readonly walls: number;
}

/** Number of crossed walls from which measurements are counted together. */
const MANY_WALLS = 6;

/**
 * Compares a survey with the model. Only one level per band is fitted. The error at an access point uses the level that
 * the other access points of the band give, so that no access point is judged by its own measurements.
 *
 * @param heightM height of the access points above the receivers
 * @param limitDb saturation of the wall losses, the same in all bands
 */
export function checkAccuracy(survey: Survey, heightM: number, limitDb: number): BandAccuracy[] {
  const bands = [...new Set(survey.measurements.map(({ band }) => band))].toSorted();
  return bands.map((band) => {
    const residuals = listResiduals(survey, band, heightM, limitDb);
    const sums = new Map<string, { count: number; sum: number }>();
    for (const { accessPoint, levelDb } of residuals) {
      const { count, sum } = sums.get(accessPoint) ?? { count: 0, sum: 0 };
      sums.set(accessPoint, { count: count + 1, sum: sum + levelDb });
    }
    const total = residuals.reduce((sum, { levelDb }) => sum + levelDb, 0);
    const errors = residuals.flatMap(({ accessPoint, levelDb, walls }) => {
      const own = sums.get(accessPoint) ?? { count: 0, sum: 0 };
      const others = residuals.length - own.count;
      return others === 0 ? [] : [{ walls, errorDb: (total - own.sum) / others - levelDb }];
    });
    const byWalls = Array.from({ length: MANY_WALLS + 1 }, (_, walls) => ({
      walls,
      ...summarise(errors.filter((each) => Math.min(each.walls, MANY_WALLS) === walls)),
    }));
    return { band, ...summarise(errors), byWalls: byWalls.filter(({ count }) => count > 0) };
  });
}

function listResiduals(
  { measurements, radios, walls }: Survey,
  band: string,
  heightM: number,
  limitDb: number,
): Residual[] {
  const byName = new Map(
    radios.filter((radio) => radio.band === band).map((radio) => [radio.accessPoint, radio] as const),
  );
  return measurements.flatMap((measurement): Residual[] => {
    const radio = byName.get(measurement.accessPoint);
    if (!radio || measurement.band !== band) return [];
    const crossed = walls.filter((wall) => crossesWall(radio, measurement, wall));
    const distance = Math.hypot(measurement.x - radio.x, measurement.y - radio.y, heightM);
    const sum = crossed.reduce((loss, { lossDb }) => loss + lossDb, 0);
    const loss = computeFreeSpaceLoss(distance, radio.frequencyMhz) + saturateWallLoss(sum, limitDb);
    return [{ accessPoint: radio.accessPoint, levelDb: measurement.signalDbm + loss, walls: crossed.length }];
  });
}

function summarise(errors: readonly { readonly errorDb: number }[]): Accuracy {
  const sorted = errors.map(({ errorDb }) => errorDb).toSorted((one, other) => one - other);
  const count = sorted.length;
  const middle = Math.floor(count / 2);
  const median = count % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return {
    count,
    rmseDb: Math.sqrt(sorted.reduce((sum, error) => sum + error ** 2, 0) / Math.max(count, 1)),
    medianDb: count === 0 ? 0 : (median ?? 0),
  };
}
