import { MODELS } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { describe, expect, test } from 'vitest';
import { drawDevice } from './draw-device.ts';
import { DRAWING_HEIGHT, DRAWING_WIDTH, PAINTS } from './shapes.ts';

interface Shape {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const DOCUMENT = /^<svg [^<>]+>((?:<(?:rect|circle|path)(?: [a-z-]+="[\w #.-]+")+\/>)+)<\/svg>$/;

/** Reads the shapes of a drawing; throws an Error for a text that is no list of closed shapes. */
function readShapes(svg: string): Shape[] {
  const [, content] = DOCUMENT.exec(svg) ?? [];
  if (content === undefined) throw new Error(`This is no drawing: ${svg}`);
  return [...content.matchAll(/<(\w+)([^>]+)\/>/g)].map(([, name = '', attributes = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...attributes.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  }));
}

const countPorts = (svg: string): number =>
  readShapes(svg).filter(
    ({ attributes: { fill, stroke, height, width } }) =>
      stroke === undefined && width === height && (fill === PAINTS.port || fill === PAINTS.cage),
  ).length;

const DRAWN = MODELS.map(({ capabilities, prefix }) => ({ prefix, svg: drawDevice(capabilities) }));

test.each(DRAWN)('the drawing of $prefix consists of closed shapes inside its frame', ({ svg }) => {
  for (const { attributes } of readShapes(svg)) {
    const { cx, cy, height = '0', r = '0', width = '0', x, y } = attributes;
    if (x !== undefined) expect(Number(x)).toBeGreaterThanOrEqual(0);
    if (y !== undefined) expect(Number(y)).toBeGreaterThanOrEqual(0);
    expect(Number(x ?? cx ?? 0) + Number(width) + Number(r)).toBeLessThanOrEqual(DRAWING_WIDTH);
    expect(Number(y ?? cy ?? 0) + Number(height) + Number(r)).toBeLessThanOrEqual(DRAWING_HEIGHT);
  }
});

describe('a drawing', () => {
  const draw = (prefix: string): string => DRAWN.find((each) => each.prefix === prefix)?.svg ?? '';

  test.each([
    ['NL-GW5', 5],
    ['NL-GW10', 10],
    ['NL-SW24P', 28 + 4],
    ['NL-CS24F', 26 + 4],
  ])('of %s shows its ports', (prefix, squares) =>
    // A rack housing has four square screws.
    expect(countPorts(draw(prefix))).toBe(squares),
  );

  test('differs between models with other housings or ports', () => {
    const distinct = ['NL-GW5', 'NL-GW10', 'NL-SW8P', 'NL-AP6C', 'NL-AP6O', 'NL-MESHP', 'NL-WR3', 'NL-CPE5'];
    const cameras = ['NL-NVR16', 'NL-IPC4B', 'NL-IPC4D'];
    const drawings = [...distinct, ...cameras].map(draw);
    expect(new Set(drawings).size).toBe(drawings.length);
  });

  test('contains no text of the device', () => {
    const text = '"/><script>';
    const port = {
      id: text,
      label: text,
      role: 'lan',
      type: 'electrical',
      maxSpeedMbps: 1,
      poe: false,
    } as const;
    const hostile: Capabilities = {
      kind: 'switch',
      ports: Array.from({ length: 128 }, (_, index) => ({ ...port, id: `${text}${index}` })),
      radios: [],
      limits: { vlanMin: 1, vlanMax: 2, vlans: 1, dhcpPools: 1, staticRoutes: 1, portMappings: 1 },
      features: [],
      restartsOn: [],
    };
    const svg = drawDevice(hostile);
    expect(svg).not.toContain('script');
    expect(countPorts(svg)).toBe(128 + 4);
  });
});
