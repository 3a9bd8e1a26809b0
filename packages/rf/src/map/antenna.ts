import { STEPS_PER_DB } from './levels.ts';

/** Shape of the radiation of an antenna. All angles are widths between the directions of half the power (degrees). */
export type AntennaPattern =
  | { readonly kind: 'ceiling' }
  | { readonly kind: 'dipole' }
  | { readonly kind: 'sector'; readonly horizontalDeg: number; readonly verticalDeg: number };

/** An antenna and its mounting. */
export interface Antenna {
  readonly pattern: AntennaPattern;
  /** The front of an antenna on a ceiling points down; the front of one on a wall points away from the wall. */
  readonly mounting: 'ceiling' | 'wall';
  /** Direction on the plan, clockwise from its top (degrees). */
  readonly azimuthDeg: number;
  /** Angle by which the front of an antenna on a wall points down (degrees). */
  readonly downtiltDeg?: number;
}

/** Direction in the coordinates of an antenna, of length 1: towards its front, its right side and its top. */
interface Direction {
  readonly front: number;
  readonly right: number;
  readonly top: number;
}

/** Largest loss of a pattern (dB): reflections fill its nulls indoors. */
const MAX_LOSS_DB = 25;
/** Largest loss of the vertical cut of a sector (dB). */
const MAX_VERTICAL_LOSS_DB = 20;
const CEILING = { widthDeg: 150, maxLossDb: 15 } as const;

const toDegrees = (radians: number): number => (radians * 180) / Math.PI;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
/** Parabola of a main lobe: 3 dB at half the width (3GPP TR 36.814, table A.2.1.1-2). */
const getLobeLoss = (angleDeg: number, widthDeg: number, maxDb: number): number =>
  Math.min(12 * (angleDeg / widthDeg) ** 2, maxDb);

/**
 * Returns the loss (dB) of an antenna in a direction, relative to the direction of its maximum.
 *
 * - `ceiling`: the antennas inside an access point, round about its front. The parabola of 3GPP TR 36.814 with a width of
 *   150° and at most 15 dB; these two values are an assumption in the range of data sheets.
 * - `dipole`: an upright half-wave dipole (Balanis, Antenna Theory, section 4.6).
 * - `sector`: a patch or sector antenna, the sum of the horizontal and the vertical parabola (3GPP TR 36.814, table
 *   A.2.1.1-2), at most 25 dB.
 */
function getPatternLoss(pattern: AntennaPattern, { front, right, top }: Direction): number {
  switch (pattern.kind) {
    case 'ceiling': {
      const angle = toDegrees(Math.acos(Math.max(-1, Math.min(1, front))));
      return getLobeLoss(angle, CEILING.widthDeg, CEILING.maxLossDb);
    }
    case 'dipole': {
      const across = Math.sqrt(Math.max(0, 1 - top ** 2));
      const field = across < 1e-6 ? 0 : Math.cos((Math.PI / 2) * top) / across;
      return Math.min(-20 * Math.log10(Math.max(field, 1e-6)), MAX_LOSS_DB);
    }
    case 'sector': {
      const horizontal = toDegrees(Math.atan2(right, front));
      const vertical = toDegrees(Math.asin(Math.max(-1, Math.min(1, top))));
      return Math.min(
        getLobeLoss(horizontal, pattern.horizontalDeg, MAX_LOSS_DB) +
          getLobeLoss(vertical, pattern.verticalDeg, MAX_VERTICAL_LOSS_DB),
        MAX_LOSS_DB,
      );
    }
  }
}

/** Returns the gain of a pattern in the direction of its maximum (dBi), to compute EIRP from the power of a radio. */
export function getPeakGain(pattern: AntennaPattern): number {
  switch (pattern.kind) {
    case 'ceiling':
      return 4;
    case 'dipole':
      return 2.15;
    case 'sector':
      // Kraus: 41,253 square degrees of a sphere over the two widths; 1.5 dB are lost in the antenna.
      return 10 * Math.log10(41_253 / (pattern.horizontalDeg * pattern.verticalDeg)) - 1.5;
  }
}

/**
 * Returns the loss (dB) of a mounted antenna towards a point, relative to its maximum.
 *
 * @param eastM distance of the point to the right on the plan (m)
 * @param southM distance of the point down on the plan (m)
 * @param downM height of the antenna above the point (m)
 */
export function computeAntennaLoss(antenna: Antenna, eastM: number, southM: number, downM: number): number {
  const { azimuthDeg, downtiltDeg = 0, mounting, pattern } = antenna;
  const length = Math.hypot(eastM, southM, downM);
  if (length === 0) return 0;
  const [east, south, down] = [eastM / length, southM / length, downM / length];
  const azimuth = toRadians(azimuthDeg);
  const ahead = east * Math.sin(azimuth) - south * Math.cos(azimuth);
  const right = east * Math.cos(azimuth) + south * Math.sin(azimuth);
  // A dipole is set upright on every surface.
  if (pattern.kind === 'dipole') return getPatternLoss(pattern, { front: ahead, right, top: -down });
  if (mounting === 'ceiling') return getPatternLoss(pattern, { front: down, right, top: ahead });
  const tilt = toRadians(downtiltDeg);
  return getPatternLoss(pattern, {
    front: ahead * Math.cos(tilt) + down * Math.sin(tilt),
    right,
    top: ahead * Math.sin(tilt) - down * Math.cos(tilt),
  });
}

/** True if the loss of an antenna depends on the elevation only. */
export const isRound = ({ mounting, pattern }: Antenna): boolean =>
  pattern.kind === 'dipole' || (pattern.kind === 'ceiling' && mounting === 'ceiling');

/** Number of azimuths in the table of an antenna that is not round. */
export const AZIMUTHS = 512;
/** Azimuths per unit of the angle that `SignalGrid` computes without trigonometry. */
export const AZIMUTHS_PER_UNIT = AZIMUTHS / 4;

/**
 * Returns the losses (in steps of stored levels) of an antenna by azimuth and squared distance, row by row of an azimuth.
 *
 * @param squares squared distances on the plan (m²) of the columns of the table
 * @param downM height of the antenna above the receivers (m)
 */
export function createAntennaTable(
  antenna: Antenna,
  squares: readonly number[],
  downM: number,
): Float32Array {
  const azimuths = isRound(antenna) ? 1 : AZIMUTHS;
  const table = new Float32Array(azimuths * squares.length);
  for (let azimuth = 0; azimuth < azimuths; azimuth += 1) {
    const { east, south } = directAzimuth((azimuth + 0.5) / AZIMUTHS_PER_UNIT);
    for (const [index, square] of squares.entries()) {
      const along = Math.sqrt(square);
      table[azimuth * squares.length + index] =
        STEPS_PER_DB * computeAntennaLoss(antenna, east * along, south * along, downM);
    }
  }
  return table;
}

/**
 * Returns the direction (of length 1) of an angle without trigonometry: 1 − x / (|x| + |y|) in the lower half of the plan,
 * from 0 on the right to 2 on the left, and 3 + x / (|x| + |y|) in the upper half.
 */
function directAzimuth(angle: number): { readonly east: number; readonly south: number } {
  const across = angle <= 2 ? 1 - angle : angle - 3;
  const along = (1 - Math.abs(across)) * (angle <= 2 ? 1 : -1);
  const length = Math.hypot(across, along);
  return { east: across / length, south: along / length };
}
