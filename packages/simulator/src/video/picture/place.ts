import type { Canvas } from './canvas.ts';
import type { Moment, Part, Track } from './movers.ts';
import { HEIGHT, type Lens, WIDTH } from './projection.ts';

/** A place that a camera looks at. */
export interface Place {
  readonly indoors: boolean;
  readonly lens: Lens;
  readonly tracks: readonly Track[];
  /** Adds what never moves and is behind all parts. */
  drawBackground(canvas: Canvas, moment: Moment): void;
  /** Returns furniture, trees and parked cars, which hide persons behind them. */
  listParts(moment: Moment): Part[];
}

/** Adds the sky above the horizon. */
export function drawSky(canvas: Canvas): void {
  const { light, projection } = canvas;
  const [top, bottom] = light.raining ? ['#8f99a3', '#b9c0c5'] : ['#7fb0dc', '#dcebf4'];
  const low = light.infraRed ? '#1c1c1c' : light.tone(light.warmth > 0.3 ? '#f3c9a0' : bottom, 1.06);
  const high = light.infraRed ? '#0d0d0d' : light.tone(top);
  canvas.add(
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient>` +
      `<rect width="${WIDTH}" height="${Math.max(0, projection.horizon + 4).toFixed(1)}" fill="url(#sky)"/>`,
  );
}

/** Adds the floor up to the horizon, darker near the camera. */
export function drawFloor(canvas: Canvas, colour: string): void {
  const { light, projection } = canvas;
  const [far, near] = [light.tone(colour, 1.05), light.tone(colour, 0.82)];
  const horizon = Math.max(0, projection.horizon).toFixed(1);
  canvas.add(
    `<linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${far}"/><stop offset="1" stop-color="${near}"/></linearGradient>` +
      `<rect y="${horizon}" width="${WIDTH}" height="${HEIGHT}" fill="url(#floor)"/>`,
  );
}
