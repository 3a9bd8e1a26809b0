import { startEmbeddedPostgres } from '@northlight/server';
import { createClusterDirectory, findFastDirectory, startTestServer } from '@northlight/server/testing';
import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { AlarmSite } from '../packages/server/src/alarms/testing/alarm-site.ts';
import { SnapshotProcessor } from '../packages/server/src/platform/images/snapshot-processor.ts';
import { keepSignature } from '../packages/server/src/video/pictures/compare.ts';
import { drawScene, renderJpeg, type SceneCondition } from '../packages/simulator/src/video/picture/index.ts';
import type { Figure } from './figure.ts';

const CAMERAS = 30;
/** Cameras of which every second one freezes, and the other ones are covered. */
const PLANTED = 20;
const MOVING_HOURS = 24;
/** Hours after a fault began in which its alarm must be raised. */
const FOUND_HOURS = 3;
const SIZE = { width: 1280, height: 720 } as const;

/** Lets drawn cameras run for a day, plants faults, and compares the alarms of frozen and covered pictures with them. */
export async function measureCameraPictures(): Promise<Figure[]> {
  await using directory = createClusterDirectory('nl-bench-', findFastDirectory());
  const postgres = await startEmbeddedPostgres(directory.path, { fsync: 'off' });
  await using world = await startTestServer(postgres.url);
  const owner = await world.signedUp();
  const names = Array.from({ length: CAMERAS }, (_, index) => `cam${index}`);
  const site = await AlarmSite.make(
    world,
    owner,
    Object.fromEntries(names.map((name) => [name, { model: 'NL-IPC4B' }])),
  );
  const snapshots = new SnapshotProcessor();
  const {
    clock,
    services: { db },
  } = world;
  const plantedAt = clock.now() + MOVING_HOURS * HOUR_MS;
  const sendPicture = async (name: string, index: number): Promise<void> => {
    const at = clock.now();
    const condition: SceneCondition =
      at < plantedAt || index >= PLANTED
        ? { kind: 'normal' }
        : index % 2 === 0
          ? { kind: 'frozen', since: plantedAt }
          : { kind: 'covered' };
    const bytes = await renderJpeg(drawScene({ name, at, seed: index, condition }), SIZE);
    const drawn = await snapshots.draw({ bytes, sides: [SIZE] }, { id: name, isVisitor: false });
    if (!drawn) throw new Error(`The picture of ${name} could not be drawn.`);
    const { id } = site.device(name);
    await db.transaction().execute((tx) => keepSignature(tx, id, drawn.signature, new Date(at)));
  };
  let early = 0;
  for (let hour = 0; hour <= MOVING_HOURS + FOUND_HOURS; hour++) {
    for (let index = 0; index < CAMERAS; index += 2)
      await Promise.all(
        names.slice(index, index + 2).map((name, offset) => sendPicture(name, index + offset)),
      );
    await site.wait(2 * MINUTE_MS);
    if (clock.now() < plantedAt) early = (await site.shown()).length;
    await clock.advance(58 * MINUTE_MS);
  }
  const shown = new Set(await site.shown());
  const expected = names
    .slice(0, PLANTED)
    .map((name, index) => `${index % 2 === 0 ? 'picture-frozen' : 'picture-covered'} ${name}`);
  const missed = expected.filter((alarm) => !shown.has(alarm));
  const wrong = [...shown].filter((alarm) => !expected.includes(alarm));
  for (const alarm of [...missed, ...wrong]) console.error(alarm);
  return [
    {
      id: 'VI-3',
      text: `${CAMERAS} cameras with moving pictures for ${MOVING_HOURS} h: ${early} alarms; then ${PLANTED} frozen or covered: ${PLANTED - missed.length} found within ${FOUND_HOURS} h, ${wrong.length} wrong alarms`,
      goal: `0; ${PLANTED} of ${PLANTED}, 0 wrong`,
      reached: early === 0 && missed.length === 0 && wrong.length === 0,
    },
  ];
}
