import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { startEmbeddedPostgres } from '@northlight/server';
import {
  createClusterDirectory,
  findFastDirectory,
  playSite,
  startTestServer,
} from '@northlight/server/testing';
import { pictureFaults } from '../packages/server/src/alarms/index.ts';
import { SnapshotProcessor } from '../packages/server/src/platform/images/snapshot-processor.ts';
import { keepSignature } from '../packages/server/src/video/index.ts';
import { drawScene, renderJpeg, type SceneCondition } from '../packages/simulator/src/video/picture/index.ts';
import type { Figure } from './figure.ts';

const CAMERAS = 30;
/** Cameras of which every second one freezes, and the other ones are covered. */
const PLANTED = 20;
const MOVING_HOURS = 24;
/** Hours after a fault began in which it must be found. */
const FOUND_HOURS = 3;
const SIZE = { width: 1280, height: 720 } as const;

/** Draws the hourly pictures of a day, plants faults, and compares them with the frozen and covered pictures that are found. */
export async function measureCameraPictures(): Promise<Figure[]> {
  await using directory = createClusterDirectory('nl-bench-', findFastDirectory());
  const postgres = await startEmbeddedPostgres(directory.path, { fsync: 'off' });
  await using world = await startTestServer(postgres.url);
  const owner = await world.signedUp();
  await using site = await playSite(world, owner, ...Array.from({ length: CAMERAS }, () => 'NL-IPC4B'));
  for (const device of site.devices) await device.on();
  const { db } = world.services;
  const snapshots = new SnapshotProcessor();
  const startsAt = world.clock.now();
  const plantedAt = startsAt + MOVING_HOURS * HOUR_MS;
  const chooseCondition = (index: number, at: number): SceneCondition => {
    if (at < plantedAt || index >= PLANTED) return { kind: 'normal' };
    return index % 2 === 0 ? { kind: 'frozen', since: plantedAt } : { kind: 'covered' };
  };
  const takePicture = async (index: number, at: number): Promise<void> => {
    const condition = chooseCondition(index, at);
    const name = `Camera-${index + 1}`;
    const bytes = await renderJpeg(drawScene({ name, at, seed: index, condition }), SIZE);
    const drawn = await snapshots.draw({ bytes, sides: [SIZE] }, { id: name, isVisitor: false });
    if (!drawn) throw new Error(`The picture of ${name} could not be drawn.`);
    const id = site.devices[index]?.id ?? '';
    await db.transaction().execute((tx) => keepSignature(tx, id, drawn.signature, new Date(at)));
  };
  const findFaults = async (at: number): Promise<string[]> => {
    const readings = await pictureFaults.read(db, () => 0, new Date(at - MINUTE_MS));
    return readings.map(
      ({ deviceId, kind }) => `${kind} ${site.devices.findIndex(({ id }) => id === deviceId)}`,
    );
  };
  let early = 0;
  let found: string[] = [];
  for (let hour = 0; hour <= MOVING_HOURS + FOUND_HOURS; hour++) {
    const at = startsAt + hour * HOUR_MS;
    for (let index = 0; index < CAMERAS; index += 2)
      await Promise.all([index, index + 1].map((camera) => takePicture(camera, at)));
    found = await findFaults(at);
    if (at < plantedAt) early += found.length;
  }
  const expected = Array.from(
    { length: PLANTED },
    (_, index) => `${index % 2 === 0 ? 'picture-frozen' : 'picture-covered'} ${index}`,
  );
  const missed = expected.filter((fault) => !found.includes(fault));
  const wrong = found.filter((fault) => !expected.includes(fault));
  for (const fault of [...missed, ...wrong]) console.error(fault);
  return [
    {
      id: 'VI-3',
      text: `${CAMERAS} cameras with moving pictures for ${MOVING_HOURS} h: ${early} faults found; then ${PLANTED} frozen or covered: ${PLANTED - missed.length} found within ${FOUND_HOURS} h, ${wrong.length} wrong`,
      goal: `0; ${PLANTED} of ${PLANTED}, 0 wrong`,
      reached: early === 0 && missed.length === 0 && wrong.length === 0,
    },
  ];
}
