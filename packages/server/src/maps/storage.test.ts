import { DEFAULT_PLAN_SETTINGS } from '@northlight/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPdf } from '../platform/images/testing/plan-files.ts';
import { deleteUnusedPictures } from './index.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { createSite, createWall, EMPTY, upload } from './testing/map-site.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

describe('a picture', () => {
  it('is uploaded as one per page, shown on a plan, and read by viewers only', async () => {
    const { one, owner, params, reader, save } = await createSite(world);
    const answer = await upload(owner, params.projectId, createPdf(3));
    expect(answer.status).toBe(201);
    const { items } = (await answer.json()) as { items: { id: string; widthPx: number }[] };
    expect(items.map(({ widthPx }) => widthPx)).toEqual([2400, 2400, 2400]);
    const pictureId = items[1]?.id ?? '';
    await save(owner, 1, { settings: { ...DEFAULT_PLAN_SETTINGS, pictureId } });
    expect((await owner.call('mapGet', { params: one })).plan.settings.pictureId).toBe(pictureId);
    const path = `/api/v1/projects/${params.projectId}/map-pictures/${pictureId}`;
    const picture = await reader.fetch(path);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    const stranger = await world.signedUp();
    expect((await stranger.fetch(path)).status).toBe(404);
  });

  it.each([
    ['with 16 pages', createPdf(16), 422, 2105, 'The floor plan has 16 pages. Choose one with at most 15.'],
    ['of more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 413, 413, expect.stringContaining('5 MB')],
    [
      'that is HTML',
      Buffer.from('<html>'),
      422,
      260,
      'The file is not a .jpg, .png or .pdf file. Choose another one.',
    ],
  ])('%s is refused', async (_name, bytes, status, code, message) => {
    const { owner, params } = await createSite(world);
    const answer = await upload(owner, params.projectId, bytes);
    expect({ status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
      status,
      code,
      message,
    });
  });

  it('of another project is refused', async () => {
    const [site, other] = [await createSite(world), await createSite(world)];
    const { items } = (await (await upload(other.owner, other.params.projectId, createPdf(1))).json()) as {
      items: { id: string }[];
    };
    expect(
      await site.refuse(site.owner, 1, { settings: { ...DEFAULT_PLAN_SETTINGS, pictureId: items[0]?.id } }),
    ).toMatchObject({ body: { fields: { 'plan.settings.pictureId': expect.any(String) } } });
  });

  it('counts for the project instead of the account that uploads it', async () => {
    const { owner, params, writer } = await createSite(world);
    expect((await upload(writer, params.projectId, createPdf(1))).status).toBe(201);
    const files = await world.services.db
      .selectFrom('files')
      .select(['owner_id', 'project_id'])
      .where('project_id', '=', params.projectId)
      .execute();
    expect(files).toEqual([{ owner_id: null, project_id: params.projectId }]);
    await world.services.db
      .updateTable('files')
      .set({ bytes: 500 * 2 ** 20 })
      .where('project_id', '=', params.projectId)
      .execute();
    const refused = await upload(owner, params.projectId, createPdf(1));
    expect({ status: refused.status, ...((await refused.json()) as object) }).toMatchObject({
      status: 409,
      code: 258,
      message: 'The files of a project can have 500 MB in total. Delete some first.',
    });
  });

  it('that no plan uses is deleted', async () => {
    const { owner, params, reader, save } = await createSite(world);
    const { items } = (await (await upload(owner, params.projectId, createPdf(2))).json()) as {
      items: { id: string }[];
    };
    const [used, unused] = items.map(({ id }) => id);
    await save(owner, 1, { settings: { ...DEFAULT_PLAN_SETTINGS, pictureId: used } });
    await deleteUnusedPictures(world.services.db, new Date(world.clock.now() + 1));
    const read = (id = '') => reader.fetch(`/api/v1/projects/${params.projectId}/map-pictures/${id}`);
    expect((await read(unused)).status).toBe(404);
    expect((await read(used)).status).toBe(200);
  });
});

describe('the versions of a floor plan', () => {
  it('are kept up to 20 MB, from the newest', async () => {
    const { map, one, owner, save } = await createSite(world);
    for (let version = 1; version <= 6; version += 1) {
      await save(owner, version, { walls: [createWall('a', 20 + version)] });
      await world.services.db
        .updateTable('map_versions')
        .set({ bytes: 6 * 2 ** 20 })
        .where('map_id', '=', map.id)
        .execute();
    }
    await save(owner, 7, { walls: [createWall('a', 30)] });
    const { items } = await owner.call('mapVersionList', { params: one });
    expect(items.map(({ version }) => version)).toEqual([8, 7, 6, 5]);
  });

  it('and drafts are refused above 200 MB of a project', async () => {
    const { map, one, owner, refuse } = await createSite(world);
    await world.services.db
      .updateTable('map_versions')
      .set({ bytes: 200 * 2 ** 20 })
      .where('map_id', '=', map.id)
      .execute();
    const message = expect.stringContaining('200 MB');
    expect(
      await owner.refused('mapDraftSave', { params: one, body: { version: 0, baseVersion: 1, plan: EMPTY } }),
    ).toMatchObject({ status: 409, body: { code: 258, message } });
    // The large version is deleted, because it is no longer the latest one.
    expect((await refuse(owner, 5, {})).status).toBe(400);
    expect(
      await owner.call('mapSave', {
        params: one,
        body: { baseVersion: 1, plan: { ...EMPTY, walls: [createWall('a')] } },
      }),
    ).toMatchObject({ version: 2 });
  });
});
