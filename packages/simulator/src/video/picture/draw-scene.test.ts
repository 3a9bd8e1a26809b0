import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { choosePlace, drawScene, PLACE_NAMES, renderJpeg, type SceneOptions } from './index.ts';

const NOON = Date.UTC(2026, 0, 5, 12, 0, 0);
const MIDNIGHT = Date.UTC(2026, 0, 5, 0, 30, 0);
const HD = { width: 1280, height: 720 };
const SMALL = { width: 320, height: 180 };
const base: SceneOptions = { name: 'Gate east', at: NOON, seed: 7, place: 'gate', rain: false };
/** The picture without caption: 1280 × 720. */
const MIDDLE = { left: 40, top: 80, width: 1200, height: 560 };

const render = (options: Partial<SceneOptions>, size = HD) =>
  renderJpeg(drawScene({ ...base, ...options }), size);

async function measure(picture: Buffer) {
  const { channels } = await sharp(await sharp(picture).extract(MIDDLE).toBuffer()).stats();
  const [red, green, blue] = channels.map(({ mean }) => mean);
  const spread = Math.max(...channels.map(({ stdev }) => stdev));
  return { red: red ?? 0, green: green ?? 0, blue: blue ?? 0, spread };
}

describe('a scene', () => {
  test('is the same for the same options, and so is its JPEG', async () => {
    expect(drawScene(base)).toBe(drawScene({ ...base }));
    expect((await render({}, SMALL)).equals(await render({}, SMALL))).toBe(true);
  });

  test.each(PLACE_NAMES)('%s differs between two moments and between two seeds', (place) => {
    const scene = drawScene({ ...base, place });
    expect(drawScene({ ...base, place, at: NOON + 1_000 })).not.toBe(scene);
    expect(drawScene({ ...base, place, seed: 8 })).not.toBe(scene);
  });

  test('has persons or cars in some minutes and not in others', () => {
    const sizes = Array.from(
      { length: 30 },
      (_, index) => drawScene({ ...base, place: 'corridor', at: NOON + 7_000 * index }).length,
    );
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeGreaterThan(500);
  });

  test('prints the name and the local time', () => {
    expect(drawScene({ ...base, name: 'Hof & Tor', zoneHours: 5.5 })).toContain(
      '<title>Hof &amp; Tor 2026-01-05 17:30:00</title>',
    );
  });

  test('is chosen by the seed', () => {
    const chosen = new Set(Array.from({ length: 60 }, (_, seed) => choosePlace(seed)));
    expect([...chosen].toSorted()).toEqual([...PLACE_NAMES].toSorted());
  });

  test('is equal while it is frozen, with the time at which it froze', async () => {
    const condition = { kind: 'frozen', since: NOON - 90_000 } as const;
    expect(drawScene({ ...base, condition })).toBe(drawScene({ ...base, condition, at: NOON + 3_600_000 }));
    expect(drawScene({ ...base, condition })).toContain('2026-01-05 11:58:30');
    const later = await render({ condition, at: NOON + 60_000 }, SMALL);
    expect((await render({ condition }, SMALL)).equals(later)).toBe(true);
  });

  test('is nearly uniform and dark while the lens is covered, with faint noise', async () => {
    const covered = await measure(await render({ condition: { kind: 'covered' } }));
    expect(covered.spread).toBeLessThan(8);
    expect(covered.spread).toBeGreaterThan(0.5);
    expect(Math.max(covered.red, covered.green, covered.blue)).toBeLessThan(60);
    expect((await measure(await render({}))).spread).toBeGreaterThan(25);
    const later = { condition: { kind: 'covered' }, at: NOON + 1_000 } as const;
    expect(drawScene({ ...base, ...later })).not.toBe(drawScene({ ...base, ...later, at: NOON }));
  });

  test.each([
    ['in daylight', { at: NOON }, 'coloured'],
    ['at night', { at: MIDNIGHT }, 'grey'],
    ['at night of local time', { at: NOON, zoneHours: 12 }, 'grey'],
    ['by day, if infra-red light is on', { lightMode: 'night' }, 'grey'],
    ['at night, if colours are on', { at: MIDNIGHT, lightMode: 'day' }, 'coloured'],
  ] as const)('%s is %s', async (_title, options, look) => {
    const { blue, green, red } = await measure(await render(options));
    const difference = Math.max(red, green, blue) - Math.min(red, green, blue);
    if (look === 'grey') expect(difference).toBeLessThan(1);
    else expect(difference).toBeGreaterThan(3);
  });

  test('has rain outdoors only', () => {
    const count = (place: 'gate' | 'corridor', rain: boolean) => drawScene({ ...base, place, rain }).length;
    expect(count('gate', true)).toBeGreaterThan(count('gate', false) + 5_000);
    expect(count('corridor', true)).toBe(count('corridor', false));
  });

  test.each(PLACE_NAMES)('%s is a JPEG of at most 200 kB, also in rain and at night', async (place) => {
    for (const options of [{ rain: true }, { at: MIDNIGHT }]) {
      const picture = await render({ place, ...options });
      expect(picture.length).toBeLessThan(200_000);
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', ...HD });
    }
  });

  test('is drawn in other sizes', async () => {
    const picture = await renderJpeg(drawScene(base), SMALL);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', ...SMALL });
  });
});
