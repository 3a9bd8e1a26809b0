import { Canvas } from './canvas.ts';
import { drawText, measureText } from './glyphs.ts';
import { hashToFraction, pick } from './hash.ts';
import { CORRIDOR, LOBBY } from './indoor-places.ts';
import {
  computeLocalHour,
  createLight,
  formatLocalTime,
  isRainyHour,
  type Light,
  type LightMode,
} from './light.ts';
import { type Moment, placeMovers } from './movers.ts';
import { CAR_PARK, GATE, LOADING_YARD } from './outdoor-places.ts';
import type { Place } from './place.ts';
import { HEIGHT, WIDTH } from './projection.ts';

const PLACES = {
  corridor: CORRIDOR,
  carPark: CAR_PARK,
  lobby: LOBBY,
  gate: GATE,
  loadingYard: LOADING_YARD,
} as const;

export type PlaceName = keyof typeof PLACES;
export const PLACE_NAMES: readonly [PlaceName, ...PlaceName[]] = [
  'corridor',
  'carPark',
  'lobby',
  'gate',
  'loadingYard',
];

/** `frozen`: the picture no longer changes since a time (ms since 1970). `covered`: the lens is covered. */
export type SceneCondition =
  | { readonly kind: 'normal' }
  | { readonly kind: 'frozen'; readonly since: number }
  | { readonly kind: 'covered' };

export interface SceneOptions {
  /** Name of the camera, printed in the picture; empty for none. */
  readonly name: string;
  /** Time of the picture, ms since 1970, UTC. */
  readonly at: number;
  /** Difference of local time to UTC (h); 0 if it is left out. */
  readonly zoneHours?: number;
  /** Integer from 0 to 2³² − 1 that chooses the place, the persons and the cars. */
  readonly seed: number;
  /** The place, if the seed must not choose it. */
  readonly place?: PlaceName;
  /** True while it rains; by chance of the seed if it is left out. Rooms have no rain. */
  readonly rain?: boolean;
  /** Position of the infra-red filter; `automatic` if it is left out. */
  readonly lightMode?: LightMode;
  readonly condition?: SceneCondition;
}

/**
 * Draws the scene of a camera as SVG of 1280 × 720: the same text for the same options.
 */
export function drawScene(options: SceneOptions): string {
  const { condition = { kind: 'normal' }, lightMode = 'automatic', name, seed, zoneHours = 0 } = options;
  const at = condition.kind === 'frozen' ? Math.min(condition.since, options.at) : options.at;
  const hour = computeLocalHour(at, zoneHours);
  const printed = formatLocalTime(at, zoneHours);
  const place: Place = PLACES[options.place ?? choosePlace(seed)];
  const raining = options.rain ?? isRainyHour(seed, at);
  const light = createLight(hour, raining && !place.indoors, lightMode);
  const moment: Moment = { seed, at, hour, raining };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<title>${escapeText(`${name} ${printed}`)}</title>`,
    '<defs>',
    '<radialGradient id="glow"><stop offset="0" stop-color="#fff" stop-opacity="0.95"/><stop offset="0.25" stop-color="#fff" stop-opacity="0.45"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>',
    '<radialGradient id="edge" cx="0.5" cy="0.55" r="0.72"><stop offset="0.45" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="1"/></radialGradient>',
    '<radialGradient id="beam" cx="0.5" cy="0.62" r="0.5"><stop offset="0" stop-color="#fff" stop-opacity="0.2"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>',
    '</defs>',
    condition.kind === 'covered' ? drawCover(light) : drawPlace(place, moment, light),
    drawNoise(seed, at, light.infraRed || condition.kind === 'covered' ? 0.07 : 0.025),
    drawCaption(printed, 24, 22),
    drawCaption(name, 24, HEIGHT - 46),
    '</svg>',
  ].join('\n');
}

/** Returns the place that a seed chooses. */
export const choosePlace = (seed: number): PlaceName => pick(PLACE_NAMES, hashToFraction(seed, 11));

function drawPlace(place: Place, moment: Moment, light: Light): string {
  const canvas = new Canvas(place.lens, light);
  place.drawBackground(canvas, moment);
  const parts = [...place.listParts(moment), ...placeMovers(place.tracks, moment)];
  for (const part of parts.toSorted((a, b) => b.z - a.z)) part.draw(canvas);
  if (light.raining) drawRain(canvas, moment);
  if (light.infraRed) canvas.add(`<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#beam)"/>`);
  canvas.add(
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#edge)" opacity="${light.infraRed ? 0.8 : 0.22}"/>`,
  );
  return canvas.toString();
}

/** Adds streaks of rain that differ in every picture, drops that hit the floor, and haze. */
function drawRain(canvas: Canvas, { at, seed }: Moment): void {
  const draw = (index: number, purpose: number): number => hashToFraction(seed, at, index, purpose);
  canvas.add(
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${canvas.light.infraRed ? '#333' : '#aeb6bd'}" opacity="0.16"/>`,
  );
  for (let index = 0; index < 10; index++) {
    const [x, z] = [-12 + 24 * hashToFraction(seed, index, 81), 5 + 16 * hashToFraction(seed, index, 82)];
    canvas.spot(
      [x, 0.01, z],
      0.5 + 0.9 * hashToFraction(seed, index, 83),
      canvas.light.infraRed ? '#777' : '#c5d2da',
      0.08,
    );
  }
  let rings = '';
  for (let index = 0; index < 90; index++) {
    const point = canvas.projection.project([-14 + 28 * draw(index, 84), 0.01, 4 + 20 * draw(index, 85)]);
    if (!point) continue;
    const radius = point.scale * (0.05 + 0.1 * draw(index, 86));
    rings += `<ellipse cx="${point.x.toFixed(1)}" cy="${point.y.toFixed(1)}" rx="${radius.toFixed(1)}" ry="${(radius * 0.4).toFixed(1)}"/>`;
  }
  let streaks = '';
  for (let index = 0; index < 260; index++) {
    const length = 14 + 34 * draw(index, 87);
    streaks += `M${Math.round(WIDTH * draw(index, 88))} ${Math.round(HEIGHT * draw(index, 89)) - 20}l${(-0.14 * length).toFixed(1)} ${length.toFixed(1)}`;
  }
  const colour = canvas.light.infraRed ? '#d8d8d8' : '#eef3f6';
  canvas.add(`<g fill="none" stroke="${colour}" stroke-width="1" opacity="0.45">${rings}</g>`);
  canvas.add(`<path d="${streaks}" stroke="${colour}" stroke-width="1.3" opacity="0.38" fill="none"/>`);
}

/** Adds what a lens sees behind a cloth or a hand: nearly one dark colour. */
function drawCover(light: Light): string {
  const [middle, rim] = light.infraRed ? ['#2a2a2a', '#242424'] : ['#2b2724', '#242120'];
  return (
    `<radialGradient id="cover" cx="0.62" cy="0.4" r="0.8"><stop offset="0" stop-color="${middle}"/><stop offset="1" stop-color="${rim}"/></radialGradient>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#cover)"/>`
  );
}

/** Adds the noise of the image sensor, which differs in every picture. */
function drawNoise(seed: number, at: number, opacity: number): string {
  const frame = Math.floor(hashToFraction(seed, at, 91) * 10_000);
  return (
    '<filter id="noise" x="0" y="0" width="1" height="1">' +
    `<feTurbulence type="fractalNoise" baseFrequency="0.7" numOctaves="1" seed="${frame}"/>` +
    '<feColorMatrix values="0.33 0.33 0.33 0 0 0.33 0.33 0.33 0 0 0.33 0.33 0.33 0 0 0 0 0 0 1"/></filter>' +
    // A tile, because noise of the whole picture takes three times as long as the rest of it.
    `<pattern id="grain" width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse">` +
    `<rect width="${TILE}" height="${TILE}" filter="url(#noise)"/></pattern>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#grain)" opacity="${opacity}"/>`
  );
}

/** Width and height of the tile of noise (pixels). */
const TILE = 240;
const CAPTION_SCALE = 3.4;

function drawCaption(text: string, x: number, y: number): string {
  if (text === '') return '';
  const longest = Math.floor((WIDTH - 2 * x) / measureText('0', CAPTION_SCALE));
  const path = drawText(text.slice(0, longest), x, y, CAPTION_SCALE);
  return `<path d="${path}" fill="#000" stroke="#000" stroke-width="4" opacity="0.8"/><path d="${path}" fill="#fff"/>`;
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
