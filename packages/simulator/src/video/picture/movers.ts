import type { Canvas } from './canvas.ts';
import { drawCar, drawPerson } from './figures.ts';
import { hashToFraction } from './hash.ts';
import type { Point } from './projection.ts';

/** A way through the place, used again and again. */
export interface Track {
  readonly kind: 'person' | 'car';
  readonly from: Point;
  readonly to: Point;
  /** Time between two chances of a passage (s). */
  readonly everySeconds: number;
  /** Chance of a passage at noon and at night, 0 to 1. */
  readonly chance: readonly [noon: number, night: number];
}

/** Part of the picture at a distance: parts further away are drawn first. */
export interface Part {
  readonly z: number;
  readonly draw: (canvas: Canvas) => void;
}

/** Metres per second. */
const SPEED = { person: 1.3, car: 4.5 } as const;
const STEP_METRES = 1.45;

/** The moment that is drawn. */
export interface Moment {
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Local time, 0 to 24. */
  readonly hour: number;
  readonly raining: boolean;
}

/** Returns the persons and cars that are on the tracks. */
export const placeMovers = (tracks: readonly Track[], moment: Moment): Part[] =>
  tracks.flatMap((track, index) => placeMover(track, index, moment));

function placeMover(track: Track, index: number, { at, hour, seed }: Moment): Part[] {
  const seconds = at / 1_000 + 1_000 * hashToFraction(seed, index, 31);
  const passage = Math.floor(seconds / track.everySeconds);
  const draw = (purpose: number): number => hashToFraction(seed, index, passage, purpose);
  const share = Math.max(0, 1 - Math.abs(hour - 13) / 8);
  const chance = track.chance[1] + (track.chance[0] - track.chance[1]) * Math.sqrt(share);
  if (draw(32) >= chance) return [];
  const [from, to] = draw(33) < 0.5 ? [track.from, track.to] : [track.to, track.from];
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(dx, dy, dz);
  const metres = (seconds - passage * track.everySeconds) * SPEED[track.kind] * (0.85 + 0.3 * draw(34));
  if (metres > length) return [];
  const part = metres / length;
  const aside = track.kind === 'person' ? 0.5 * (draw(35) - 0.5) : 0;
  const position: Point = [from[0] + part * dx + aside, from[1] + part * dy, from[2] + part * dz + aside];
  const look = Math.floor(draw(36) * 2 ** 31);
  const heading = dx < 0 ? -1 : 1;
  if (track.kind === 'person') {
    const step = metres / STEP_METRES;
    return [
      { z: position[2], draw: (canvas) => drawPerson(canvas, { at: position, seed: look, step, heading }) },
    ];
  }
  const turn = (Math.atan2(dz, dx) * 180) / Math.PI;
  const van = draw(37) < 0.2;
  return [
    {
      z: position[2],
      draw: (canvas) =>
        drawCar(canvas, { at: position, seed: look, turn, van, lamps: canvas.light.daylight < 0.6 }),
    },
  ];
}

/** Returns cars that are parked for some hours on some of the given bays. */
export function placeParkedCars(
  bays: readonly { readonly at: Point; readonly turn: number }[],
  { at, hour, seed }: Moment,
): Part[] {
  const share = hour > 7.5 && hour < 18.5 ? 0.75 : 0.25;
  return bays.flatMap(({ at: position, turn }, index) => {
    const stay = 3_600_000 * (2 + 4 * hashToFraction(seed, index, 41));
    const visit = Math.floor(at / stay);
    const draw = (purpose: number): number => hashToFraction(seed, index, visit, purpose);
    if (draw(42) > share) return [];
    const look = Math.floor(draw(43) * 2 ** 31);
    const van = draw(44) < 0.12;
    return [
      {
        z: position[2],
        draw: (canvas: Canvas) =>
          drawCar(canvas, { at: position, seed: look, turn: turn + (draw(45) < 0.3 ? 180 : 0), van }),
      },
    ];
  });
}
