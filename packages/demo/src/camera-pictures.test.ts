import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '@northlight/runtime';
import { pollUntil, startTestServer, type TestBrowser, type TestServer } from '@northlight/server/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Office, startOffice } from './testing/office.ts';

let world: TestServer;
let owner: TestBrowser;
let office: Office;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp('owner@example.com');
  const ca = readFileSync(join(world.dataDirectory, 'tls', 'authority.pem'), 'utf8');
  office = await startOffice(world, owner, { ca, sendsPictures: true });
}, 120_000);
afterAll(async () => {
  await office?.[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const listCameras = async () =>
  (await office.listDevices(office.projectId)).filter(({ kind }) => kind === 'ipc');
const list = (deviceId: string) =>
  owner.call('cameraPictureList', { params: { projectId: office.projectId, deviceId } });

/** Waits while the clock advances slowly enough for the files of cameras, which take real time. */
const waitFor = <T>(read: () => Promise<T | false | undefined>): Promise<T> =>
  pollUntil(async () => {
    await world.clock.advance(50);
    return read();
  }, 60_000);

// Drawing and sending take real time, so that it is a proof.
const PROOF = { tags: ['proof'], timeout: 240_000 };

test(
  'every camera sends a picture by itself, one on request, and those of motion with their records',
  PROOF,
  async () => {
    const cameras = await listCameras();
    expect(cameras.length).toBeGreaterThan(1);
    await world.clock.advance(MINUTE_MS);
    for (const { id } of cameras) await waitFor(async () => (await list(id)).newest !== undefined);
    const [camera] = cameras;
    const deviceId = camera?.id ?? '';
    const { newest } = await list(deviceId);
    const params = { projectId: office.projectId };
    const { id: jobId } = await owner.call('cameraPictureTake', { params: { ...params, deviceId } });
    const job = await waitFor(async () => {
      const now = await owner.call('jobGet', { params: { ...params, jobId } });
      return now.state !== 'running' && now;
    });
    expect(job.rows).toMatchObject([{ state: 'done' }]);
    expect((await list(deviceId)).newest?.id).not.toBe(newest?.id);
    const findMotion = async () => {
      const lists = await Promise.all(cameras.map(({ id }) => list(id)));
      return lists.flatMap(({ events }) => events)[0];
    };
    await world.clock.advance(MINUTE_MS);
    const motion = await waitFor(findMotion);
    expect(motion.event).toMatch(/: motion$/);
    const { items } = await owner.call('logList', { params, query: { search: 'motion' } });
    expect(items.map(({ pictureUrl }) => pictureUrl)).toContain(motion.url);
  },
);
