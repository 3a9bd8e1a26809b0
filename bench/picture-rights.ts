import { randomUUID } from 'node:crypto';
import { startEmbeddedPostgres } from '@northlight/server';
import {
  announceFile,
  createClusterDirectory,
  findFastDirectory,
  type PlayedDevice,
  playSite,
  sendToListener,
  startTestServer,
  TEST_PASSWORD,
} from '@northlight/server/testing';
import { renderJpeg, drawScene } from '../packages/simulator/src/video/picture/index.ts';
import type { Figure } from './figure.ts';

const TRIES = 500;

/** Tries to get pictures without the right, each way in turn; counts answers with a picture. */
export async function measurePictureRights(): Promise<Figure[]> {
  await using directory = createClusterDirectory('nl-bench-', findFastDirectory());
  const postgres = await startEmbeddedPostgres(directory.path, { fsync: 'off' });
  await using world = await startTestServer(postgres.url);
  const { address } = world.server;
  const owner = await world.signedUp('pictures-owner@example.com');
  await using site = await playSite(world, owner, 'NL-IPC4B');
  const [camera] = site.devices as [PlayedDevice];
  await camera.on();
  const bytes = await renderJpeg(drawScene({ name: 'Gate', at: world.clock.now(), seed: 1 }), {
    width: 640,
    height: 360,
  });
  const answer = await announceFile(camera, bytes, { purpose: 'snapshot' });
  if (answer.kind !== 'upload' || (await sendToListener(world, answer.url, bytes)) !== 204)
    throw new Error('The picture was not stored.');
  const { projectId } = site;
  const params = { projectId, deviceId: camera.id };
  const { newest } = await owner.call('cameraPictureList', { params });
  const path = new URL(newest?.url ?? '', address).pathname;
  await owner.call('identityConfirm', { body: { password: TEST_PASSWORD } });
  const share = async (account: string, right: 'r' | 'rw') => {
    const browser = await world.signedUp(account);
    const validity = { kind: 'permanent' } as const;
    const given = await owner.call('shareCreate', {
      params: { projectId },
      body: { account, right, validity },
    });
    return { browser, id: given.id };
  };
  const reader = await share('pictures-reader@example.com', 'r');
  const former = await share('pictures-former@example.com', 'rw');
  await owner.call('shareRemove', { params: { projectId, shareId: former.id } });
  const foreign = await world.signedUp('pictures-foreign@example.com');
  const foreignSite = await playSite(world, foreign);
  const { token: readToken } = await owner.call('apiTokenCreate', {
    body: { name: 'Reads', scope: { projects: 'all', write: false }, expiresInDays: 1 },
  });
  const fetchByToken = (bearer: string, url: string) =>
    fetch(new URL(url, address), { headers: { authorization: `Bearer ${bearer}` } });
  const anonymous = world.browser();
  const ways: readonly (() => Promise<Response>)[] = [
    () => anonymous.fetch(path),
    () => reader.browser.fetch(path),
    () => former.browser.fetch(path),
    () => foreign.fetch(path),
    () => foreign.fetch(path.replace(`/${projectId}/`, `/${foreignSite.projectId}/`)),
    () => owner.fetch(path.replace(/[^/]+$/, randomUUID())),
    () => fetchByToken(readToken, path),
    () => fetchByToken(randomUUID(), path),
    () => reader.browser.fetch(`/api/v1/projects/${projectId}/devices/${camera.id}/pictures`),
    () => anonymous.fetch(`${path}?size=small`),
  ];
  let seen = 0;
  for (let index = 0; index < TRIES; index++) {
    const response = await ways[index % ways.length]?.();
    const body = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0));
    if (response?.ok === true || body.toString('hex', 0, 3) === 'ffd8ff') seen += 1;
  }
  const own = await owner.fetch(path);
  await foreignSite[Symbol.asyncDispose]();
  return [
    {
      id: 'VI-4',
      text: `${TRIES} tries to get a picture without the right, in ${ways.length} ways: ${seen} pictures; the owner ${own.ok ? 'sees' : 'does not see'} it`,
      goal: '0',
      reached: seen === 0 && own.ok,
    },
  ];
}
