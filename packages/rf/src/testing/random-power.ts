import type { PowerPlace, PowerProblem } from '../plan/power/power-problem.ts';
import type { PathLoss } from '../plan/site/site.ts';
import {
  type ChannelSet,
  computeOfficeLoss,
  createOfficePoints,
  getUsualPower,
  listSpectra,
} from './random-site.ts';

interface PowerOptions {
  readonly radios: number;
  readonly channels: ChannelSet;
  /** Number of random cells of the office. */
  readonly cells: number;
  /** Powers of each device (dBm), the present one last. */
  readonly steps?: readonly number[];
}

const CELL_SPREAD_M = 7;
const ALL_STEPS = Array.from({ length: 22 }, (_, index) => 8 + index);

/** Creates an office with random channels, in which each cell lists the levels of all radios. */
export function createRandomPower(
  random: () => number,
  { cells, channels, radios: count, steps = ALL_STEPS }: PowerOptions,
): PowerProblem {
  const points = createOfficePoints(random, count);
  const spectra = listSpectra(channels).slice(0, 4);
  const powerDbm = Math.min(getUsualPower(channels), steps.at(-1) ?? 20);
  const radios = points.map(() => ({
    spectrum: spectra[Math.floor(random() * spectra.length)]!,
    powerDbm,
    steps,
    load: 0.1 + random() * 0.7,
    foreignBusy: random() < 0.25 ? random() * 0.6 : 0,
  }));
  const losses = points.flatMap((one, a) =>
    points
      .slice(0, a)
      .map((other, b): PathLoss => ({ a, b, lossDb: computeOfficeLoss(random, channels, one, other) })),
  );
  const places = Array.from({ length: cells }, (): PowerPlace => {
    const near = points[Math.floor(random() * points.length)] ?? { x: 0, y: 0, floor: 0 };
    const move = (): number => (random() - 0.5) * 2 * CELL_SPREAD_M;
    const cell = { x: near.x + move(), y: near.y + move(), floor: near.floor };
    return {
      levels: points.map((point, radio) => ({
        radio,
        levelDbm: powerDbm - computeOfficeLoss(random, channels, point, cell),
      })),
    };
  });
  return { radios, losses, places };
}
