import type { Capabilities } from '@northlight/contract/device-protocol';
import { drawPorts } from './front-ports.ts';
import {
  drawBox,
  drawCircle,
  drawFill,
  DRAWING_HEIGHT,
  DRAWING_WIDTH,
  drawLight,
  drawLine,
  drawOutline,
} from './shapes.ts';

type Housing = NonNullable<Capabilities['housing']>;
type Drawn = Pick<Capabilities, 'face' | 'housing' | 'kind' | 'ports' | 'radios'>;

/** Housings of models that report none. */
const HOUSING_BY_KIND = {
  gateway: 'desktop',
  ac: 'rack',
  switch: 'rack',
  ap: 'ceiling',
  mesh: 'tower',
  wrouter: 'desktop',
  cpe: 'panel',
  nvr: 'recorder',
  ipc: 'bullet',
} as const satisfies Record<Capabilities['kind'], Housing>;

/** Returns a drawing of a device as an SVG document, from its housing, ports and antennas. */
export function drawDevice(caps: Drawn): string {
  const shapes = DRAWERS[caps.housing ?? HOUSING_BY_KIND[caps.kind]](caps);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${DRAWING_WIDTH} ${DRAWING_HEIGHT}">${shapes}</svg>`;
}

const DRAWERS: Readonly<Record<Housing, (caps: Drawn) => string>> = {
  desktop: (caps) =>
    [
      ...(caps.radios.length > 0 ? listAntennas(caps.radios.length) : []),
      drawOutline('M52 72h136l14 16v26a6 6 0 0 1-6 6H44a6 6 0 0 1-6-6V88Z', 'shade'),
      drawBox({ x: 38, y: 88, width: 164, height: 32 }, 6),
      drawLight(50, 104),
      drawPorts(caps, { x: 128, y: 104, width: 136 }),
    ].join(''),
  rack: (caps) =>
    [
      drawBox({ x: 6, y: 60, width: 228, height: 42 }, 3, 'shade'),
      drawBox({ x: 18, y: 60, width: 204, height: 42 }, 3),
      ...[67, 95].flatMap((y) =>
        [12, 228].map((x) => drawFill({ x: x - 2, y: y - 2, width: 4, height: 4 }, 'port', 2)),
      ),
      drawLight(27, 72),
      drawFill({ x: 25, y: 80, width: 4, height: 12 }, 'shade', 2),
      drawPorts(caps, { x: 127, y: 81, width: 178 }),
    ].join(''),
  recorder: (caps) =>
    [
      drawBox({ x: 18, y: 48, width: 204, height: 64 }, 5),
      ...[30, 94].map((x) => drawBox({ x, y: 58, width: 56, height: 44 }, 3, 'shade')),
      ...[30, 94].map((x) => drawFill({ x: x + 8, y: 77, width: 40, height: 5 }, 'cage', 2)),
      drawLight(172, 66),
      drawFill({ x: 182, y: 63.5, width: 26, height: 5 }, 'shade', 2),
      drawPorts(caps, { x: 190, y: 92, width: 40 }),
    ].join(''),
  ceiling: () =>
    [
      drawCircle(120, 80, 62, 'shade'),
      drawCircle(120, 80, 52, 'body'),
      drawLine('M97 80a23 23 0 0 1 46 0'),
      drawLine('M107 80a13 13 0 0 1 26 0'),
      drawLight(120, 82, 4),
    ].join(''),
  outdoor: () =>
    [
      ...[98, 142].map((x) => drawBox({ x: x - 4, y: 8, width: 8, height: 40 }, 4, 'shade')),
      drawBox({ x: 78, y: 42, width: 84, height: 92 }, 12),
      drawLine('M94 112h52'),
      drawBox({ x: 110, y: 134, width: 20, height: 12 }, 3, 'shade'),
      drawLight(120, 124, 3),
    ].join(''),
  tower: () =>
    [
      drawBox({ x: 86, y: 132, width: 68, height: 14 }, 7, 'shade'),
      drawBox({ x: 92, y: 16, width: 56, height: 124 }, 26),
      drawLine('M92 54q28 12 56 0'),
      drawFill({ x: 112, y: 118, width: 16, height: 4 }, 'light', 2),
    ].join(''),
  panel: () =>
    [
      drawBox({ x: 112, y: 96, width: 16, height: 54 }, 4, 'shade'),
      drawBox({ x: 70, y: 14, width: 100, height: 100 }, 14),
      drawBox({ x: 84, y: 28, width: 72, height: 72 }, 8, 'shade'),
      drawLine('M104 78a22 22 0 0 1 32 0'),
      drawLine('M96 68a34 34 0 0 1 48 0'),
      drawLight(120, 86, 4),
    ].join(''),
  bullet: () =>
    [
      drawLine('M60 118h28l28-22'),
      drawBox({ x: 44, y: 104, width: 16, height: 28 }, 3, 'shade'),
      drawBox({ x: 78, y: 46, width: 110, height: 52 }, 16),
      drawOutline('M70 40h126a6 6 0 0 1 6 6v6H70Z', 'shade'),
      drawCircle(178, 74, 19, 'shade'),
      drawCircle(178, 74, 11, 'glass'),
      drawLight(98, 84),
    ].join(''),
  dome: () =>
    [
      drawBox({ x: 58, y: 36, width: 124, height: 26 }, 8),
      drawOutline('M70 62h100a50 50 0 0 1-100 0Z', 'shade'),
      drawCircle(120, 84, 16, 'body'),
      drawCircle(120, 84, 9, 'glass'),
      drawLight(74, 49),
    ].join(''),
};

const MAX_ANTENNAS = 4;

/** Returns two antennas for each radio behind a desktop housing. */
function listAntennas(radios: number): string[] {
  const count = Math.min(MAX_ANTENNAS, 2 * radios);
  return Array.from({ length: count }, (_, index) => {
    const x = 60 + (120 * index) / (count - 1);
    return drawBox({ x: x - 4, y: 14, width: 8, height: 66 }, 4, 'shade');
  });
}
