import type { Grid } from '@northlight/rf/map';
import { createRandom, createRandomPlan } from '@northlight/rf/testing';
import type { MapRadio, MapScene, MapWall } from '../scene.ts';

/** Creates a floor of 60 × 36 m with random walls and radios. Reproducible by its seed. */
export function createScene(
  seed: number,
  { grid, radios, walls }: { readonly grid: Grid; readonly radios: number; readonly walls: number },
): MapScene {
  const random = createRandom(seed);
  const { transmitters } = createRandomPlan(random, { walls, transmitters: radios });
  return {
    grid,
    floor: 0,
    floors: [
      {
        heightM: 3,
        slabLossDb: 0,
        walls: (transmitters[0]?.path.sections[0]?.walls ?? []).map((wall, index): MapWall => ({
          ...wall,
          id: `w${index}`,
        })),
      },
    ],
    radios: transmitters.map(({ x, y }, index): MapRadio => ({
      id: `r${index}`,
      x,
      y,
      floor: 0,
      heightM: 2.6,
      powerDbm: 20,
      channel: { centreMhz: 5180 + 20 * (index % 4), widthMhz: 20, streams: 2 },
    })),
  };
}
