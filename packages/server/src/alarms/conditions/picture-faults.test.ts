import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { AlarmSite } from '../testing/alarm-site.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Hourly pictures, the newest last: contrast, and `=` for one that shows the same as the one before. */
type Pictures = readonly (number | `${number}=`)[];

const DAY: Pictures = [...Array.from({ length: 23 }, () => 30), 31];

async function storePictures(deviceId: string, pictures: Pictures): Promise<void> {
  for (const [index, picture] of pictures.entries())
    await world.services.db
      .insertInto('picture_signatures')
      .values({
        device_id: deviceId,
        taken_at: new Date(world.clock.now() - (pictures.length - 1 - index) * HOUR_MS),
        blocks: Buffer.alloc(0),
        contrast: Number.parseFloat(String(picture)),
        unchanged: String(picture).endsWith('='),
      })
      .execute();
}

test.each<readonly [string, Pictures, string[]]>([
  ['a day of moving pictures', DAY, []],
  ['one picture that is like the one before', [...DAY, '30='], []],
  ['three pictures that are the same', [...DAY, '30=', '30='], ['picture-frozen cam']],
  ['a picture that moves again', [...DAY, '30=', '30=', 30], []],
  ['a picture that is frozen from the beginning', [30, '30=', '30='], ['picture-frozen cam']],
  ['a covered lens', [...DAY, 0.8, 0.9], ['picture-covered cam']],
  ['a covered lens whose picture is frozen', [...DAY, 0.8, '0.8=', '0.8='], ['picture-covered cam']],
  ['one dark picture', [...DAY, 0.8], []],
  ['a dark place at night, as the night before', [2, 2, 2, ...DAY.slice(3), 2, 2], []],
  ['a camera that has never seen anything', [2, 2, 2], []],
  ['a camera that sees again', [...DAY, 0.8, 0.9, 30], []],
])('%s', async (_title, pictures, alarms) => {
  const site = await AlarmSite.make(world, owner, { cam: { model: 'NL-IPC4B' } });
  await storePictures(site.device('cam').id, pictures);
  await site.wait(2 * MINUTE_MS);
  expect(await site.shown()).toEqual(alarms);
  await site.remove();
});

test('ends the alarm of a camera that no longer sends pictures', async () => {
  const site = await AlarmSite.make(world, owner, { cam: { model: 'NL-IPC4B' } });
  await storePictures(site.device('cam').id, [30, '30=', '30=']);
  await site.wait(2 * MINUTE_MS);
  expect(await site.shown()).toEqual(['picture-frozen cam']);
  await world.clock.advance(4 * HOUR_MS);
  await site.up('cam');
  await site.wait(2 * MINUTE_MS);
  expect(await site.shown()).toContain('picture-frozen cam over');
  await site.remove();
});
