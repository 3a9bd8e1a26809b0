import {
  createEmptyPlan,
  DEFAULT_MATERIALS,
  DEFAULT_PLAN_SETTINGS,
  type FloorPlan,
} from '@northlight/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPdf } from '../platform/images/testing/plan-files.ts';
import { deleteUnusedPictures } from './index.ts';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const FIRST_FLOOR = {
  name: 'First floor',
  building: 'Main building',
  floor: 0,
  settings: DEFAULT_PLAN_SETTINGS,
};
const EMPTY = createEmptyPlan(DEFAULT_PLAN_SETTINGS);
const createWall = (id: string, x2 = 20) => ({ id, x1: 0, y1: 10, x2, y2: 10, material: 'brick' });
const place = (deviceId: string, x = 10) => ({
  deviceId,
  x,
  y: 5,
  heightM: 2.8,
  azimuth: 0,
  mounting: 'ceiling' as const,
});

let sites = 0;

/** Creates a project with an access point and a floor plan, shared with a writer and a reader. */
async function createSite() {
  sites += 1;
  const names = { writer: `writer${sites}@example.com`, reader: `reader${sites}@example.com` };
  const owner = await world.signedUp();
  const [writer, reader] = [await world.signedUp(names.writer), await world.signedUp(names.reader)];
  const { id: projectId } = await createProject(owner);
  const params = { projectId };
  const share = (account: string, right: 'r' | 'rw') =>
    owner.call('shareCreate', { params, body: { account, right, validity: { kind: 'permanent' } } });
  await share(names.writer, 'rw');
  await share(names.reader, 'r');
  const [base] = await world.register({ model: 'NL-AP6C' });
  if (!base) throw new Error('There is no base device.');
  const device = await owner.call('deviceAdd', { params, body: { sn: base.sn, claimCode: base.claimCode } });
  const map = await owner.call('mapCreate', { params, body: FIRST_FLOOR });
  const save = (browser: TestBrowser, baseVersion: number, part: Partial<FloorPlan>) =>
    browser.call('mapSave', { params: one, body: { baseVersion, plan: { ...EMPTY, ...part } } });
  const refuse = (browser: TestBrowser, baseVersion: number, part: Partial<FloorPlan>) =>
    browser.refused('mapSave', { params: one, body: { baseVersion, plan: { ...EMPTY, ...part } } });
  const one = { projectId, mapId: map.id };
  return { names, owner, writer, reader, params, one, map, deviceId: device.id, save, refuse };
}

const upload = (browser: TestBrowser, projectId: number, bytes: Buffer, pages = 'split') => {
  const body = new FormData();
  body.set('file', new File([new Uint8Array(bytes)], 'floor.pdf'));
  return browser.fetch(`/api/v1/projects/${projectId}/map-pictures?pages=${pages}`, {
    method: 'POST',
    body,
  });
};

describe('a floor plan', () => {
  it('is saved as versions that can be read again', async () => {
    const { one, owner, params, reader, save } = await createSite();
    await save(owner, 1, { walls: [createWall('a')] });
    expect(await save(owner, 2, { walls: [createWall('a', 25), createWall('b')] })).toMatchObject({
      version: 3,
      changedBy: expect.any(String),
    });
    const { items } = await reader.call('mapVersionList', { params: one });
    expect(items.map(({ added, changed, removed, version }) => [version, added, changed, removed])).toEqual([
      [3, 1, 1, 0],
      [2, 1, 0, 0],
      [1, 0, 0, 0],
    ]);
    const old = await reader.call('mapVersionGet', { params: { ...one, version: 2 } });
    expect(old.plan.walls).toEqual([createWall('a')]);
    const [summary] = (await reader.call('mapList', { params })).items;
    expect(summary).toMatchObject({ name: 'First floor', version: 3, walls: 2, devices: 0 });
  });

  it('keeps the changes of two people who edit different items', async () => {
    const { one, owner, save, writer } = await createSite();
    await save(owner, 1, { walls: [createWall('a')] });
    const merged = await save(writer, 1, { walls: [createWall('b')] });
    expect(merged.plan.walls.map(({ id }) => id)).toEqual(['a', 'b']);
    expect((await owner.call('mapGet', { params: one })).version).toBe(3);
  });

  it('refuses a change of an item that another person has changed, by name, and saves nothing', async () => {
    const { names, one, owner, refuse, save, writer } = await createSite();
    await save(owner, 1, { walls: [createWall('a')] });
    await save(writer, 2, { walls: [createWall('a', 25)] });
    expect(await refuse(owner, 2, { walls: [createWall('a', 30)] })).toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining(names.writer),
        fields: { 'plan.walls.0': `${names.writer} has changed this too.` },
      },
    });
    expect((await owner.call('mapGet', { params: one })).plan.walls).toEqual([createWall('a', 25)]);
  });

  it('can be a copy of the walls of another floor', async () => {
    const { deviceId, map, owner, params, save } = await createSite();
    await save(owner, 1, { walls: [createWall('a')], devices: [place(deviceId)] });
    const copy = await owner.call('mapCreate', {
      params,
      body: { ...FIRST_FLOOR, name: 'Second floor', floor: 1, copyOf: map.id },
    });
    expect(copy.plan).toEqual({ ...EMPTY, walls: [createWall('a')] });
  });

  it('needs a name that its building does not have yet', async () => {
    const { owner, params } = await createSite();
    expect(
      await owner.refused('mapCreate', { params, body: { ...FIRST_FLOOR, name: 'FIRST FLOOR' } }),
    ).toMatchObject({ body: { fields: { name: expect.any(String) } } });
  });

  it('of several pages is created with the others or not at all', async () => {
    const { owner, params } = await createSite();
    const create = (...names: string[]) => ({
      items: names.map((name, index) => ({ ...FIRST_FLOOR, name, floor: index + 1 })),
    });
    const { items } = await owner.call('mapBatchCreate', { params, body: create('A 1', 'A 2') });
    expect(items.map(({ floor, name }) => [name, floor])).toEqual([
      ['A 1', 1],
      ['A 2', 2],
    ]);
    expect(
      await owner.refused('mapBatchCreate', { params, body: create('B 1', 'B 2', 'a 2') }),
    ).toMatchObject({ status: 400, body: { fields: { 'items.2.name': expect.stringContaining('name') } } });
    expect((await owner.call('mapList', { params })).items).toHaveLength(3);
  });

  it('that was deleted while it was edited is refused as deleted', async () => {
    const { one, owner, refuse, writer } = await createSite();
    await owner.call('mapDraftSave', { params: one, body: { version: 0, baseVersion: 1, plan: EMPTY } });
    await writer.call('mapDelete', { params: one });
    expect(await refuse(owner, 1, { walls: [createWall('a')] })).toMatchObject({
      status: 404,
      body: { message: 'This floor plan no longer exists.' },
    });
  });

  it('can be read, but not changed with a read-only share', async () => {
    const { one, reader, refuse } = await createSite();
    expect((await reader.call('mapGet', { params: one })).plan).toEqual(EMPTY);
    expect(await refuse(reader, 1, {})).toMatchObject({ status: 403 });
  });

  it('is refused with 30,000 walls, and none is stored', async () => {
    const { one, owner, refuse } = await createSite();
    const walls = Array.from({ length: 30_000 }, (_, index) => createWall(`w${index}`));
    expect(await refuse(owner, 1, { walls })).toMatchObject({
      status: 400,
      body: { fields: { 'plan.walls': 'A floor has at most 5,000 walls.' } },
    });
    expect((await owner.call('mapGet', { params: one })).version).toBe(1);
  });
});

describe('the versions of a floor plan', () => {
  it('are kept up to 20 MB, from the newest', async () => {
    const { map, one, owner, save } = await createSite();
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
    const { map, one, owner, refuse } = await createSite();
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

describe('a draft', () => {
  it('is kept per account and ends with the save', async () => {
    const { one, owner, save, writer } = await createSite();
    const plan = { ...EMPTY, walls: [createWall('a')] };
    await owner.call('mapDraftSave', { params: one, body: { version: 0, baseVersion: 1, plan } });
    expect((await owner.call('mapDraftGet', { params: one })).draft).toMatchObject({ version: 1, plan });
    expect(await writer.call('mapDraftGet', { params: one })).toEqual({});
    await save(owner, 1, plan);
    expect(await owner.call('mapDraftGet', { params: one })).toEqual({});
  });

  it('of two windows is not overwritten', async () => {
    const { one, owner } = await createSite();
    const body = { version: 0, baseVersion: 1, plan: EMPTY };
    await owner.call('mapDraftSave', { params: one, body });
    expect(await owner.refused('mapDraftSave', { params: one, body })).toMatchObject({ status: 409 });
  });
});

describe('a device', () => {
  it('is placed by a program, and listed with its radios and its floor', async () => {
    const { deviceId, one, owner, params, reader } = await createSite();
    const placed = await owner.call('mapPlacementSave', {
      params: one,
      body: { items: [place(deviceId)] },
    });
    expect(placed.plan.devices).toEqual([place(deviceId)]);
    const { items } = await reader.call('mapDeviceList', { params });
    expect(items).toMatchObject([
      { id: deviceId, mapId: one.mapId, radios: [{ band: '2.4G' }, { band: '5G' }] },
    ]);
  });

  it.each([['outside the plan', 51, 'The device is outside the plan.']])(
    '%s is refused at its field',
    async (_name, x, message) => {
      const { deviceId, one, owner } = await createSite();
      expect(
        await owner.refused('mapPlacementSave', { params: one, body: { items: [place(deviceId, x)] } }),
      ).toMatchObject({ body: { fields: { 'items.0.x': message } } });
    },
  );

  it('is on one plan only', async () => {
    const { deviceId, owner, params, save } = await createSite();
    await save(owner, 1, { devices: [place(deviceId)] });
    const other = await owner.call('mapCreate', {
      params,
      body: { ...FIRST_FLOOR, name: 'Roof', floor: 9 },
    });
    expect(
      await owner.refused('mapSave', {
        params: { ...params, mapId: other.id },
        body: { baseVersion: 1, plan: { ...EMPTY, devices: [place(deviceId)] } },
      }),
    ).toMatchObject({
      body: { fields: { 'plan.devices.0.deviceId': expect.stringContaining('First floor') } },
    });
  });

  it('that has left the project has left its plan', async () => {
    const { deviceId, one, owner, params, refuse, save } = await createSite();
    await save(owner, 1, { devices: [place(deviceId)] });
    await owner.call('deviceRemove', { params: { ...params, deviceId } });
    expect((await owner.call('mapGet', { params: one })).plan.devices).toEqual([]);
    expect(await refuse(owner, 2, { devices: [place(deviceId, 11)] })).toMatchObject({
      status: 400,
      body: {
        fields: { 'plan.devices.0.deviceId': 'This device is not in the project. Remove it from the plan.' },
      },
    });
  });
});

describe('a picture', () => {
  it('is uploaded as one per page, shown on a plan, and read by viewers only', async () => {
    const { one, owner, params, reader, save } = await createSite();
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
    const { owner, params } = await createSite();
    const answer = await upload(owner, params.projectId, bytes);
    expect({ status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
      status,
      code,
      message,
    });
  });

  it('of another project is refused', async () => {
    const [site, other] = [await createSite(), await createSite()];
    const { items } = (await (await upload(other.owner, other.params.projectId, createPdf(1))).json()) as {
      items: { id: string }[];
    };
    expect(
      await site.refuse(site.owner, 1, { settings: { ...DEFAULT_PLAN_SETTINGS, pictureId: items[0]?.id } }),
    ).toMatchObject({ body: { fields: { 'plan.settings.pictureId': expect.any(String) } } });
  });

  it('counts for the project instead of the account that uploads it', async () => {
    const { owner, params, writer } = await createSite();
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
    const { owner, params, reader, save } = await createSite();
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

describe('materials', () => {
  it('are changed per project, and not by two people at once', async () => {
    const { owner, params, writer } = await createSite();
    const [first, ...others] = DEFAULT_MATERIALS;
    if (!first) throw new Error('There is no material.');
    const items = [{ ...first, lossDb: { ghz2: 3, ghz5: 4 } }, ...others];
    expect(await owner.call('mapMaterialsSave', { params, body: { version: 0, items } })).toEqual({
      version: 1,
      items,
      wallLosses: 'measured',
    });
    expect(
      await writer.refused('mapMaterialsSave', {
        params,
        body: { version: 0, items: [...DEFAULT_MATERIALS] },
      }),
    ).toMatchObject({ status: 409 });
  });

  it('have losses that are summed if the project wants it, also after a change without that setting', async () => {
    const { one, owner, params, reader, save } = await createSite();
    const { deviceId: _none, ...at } = place('');
    await save(owner, 1, {
      walls: [createWall('a', 50)],
      planned: [{ ...at, id: 'p1', name: 'Planned 1', model: 'NL-AP6C' }],
    });
    const measureWall = async () => {
      const path = `/api/v1/projects/${params.projectId}/maps/${one.mapId}/grid?band=ghz5`;
      const bytes = Buffer.from(await (await reader.fetch(path)).arrayBuffer());
      const read = (x: number, y: number) => (bytes[12 + y * 500 + x] ?? 0) / 2 - 120;
      return read(151, 50) - read(100, 101);
    };
    expect(await measureWall()).toBeCloseTo(10.6, 0);
    const items = [...DEFAULT_MATERIALS];
    await owner.call('mapMaterialsSave', { params, body: { version: 0, items, wallLosses: 'sum' } });
    expect(Math.abs((await measureWall()) - 20)).toBeLessThan(0.6);
    await owner.call('mapMaterialsSave', { params, body: { version: 1, items } });
    expect(await owner.call('mapMaterialsGet', { params })).toMatchObject({ version: 2, wallLosses: 'sum' });
  });

  it('that walls have are not removed', async () => {
    const { owner, params, save } = await createSite();
    await save(owner, 1, { walls: [createWall('a')] });
    expect(
      await owner.refused('mapMaterialsSave', {
        params,
        body: { version: 0, items: DEFAULT_MATERIALS.filter(({ id }) => id !== 'brick') },
      }),
    ).toMatchObject({ body: { fields: { items: expect.stringContaining('Brick') } } });
  });
});

describe('the grid of a floor', () => {
  it('has the strongest signal at a planned access point, and less behind a wall', async () => {
    const { one, owner, params, reader, save } = await createSite();
    const planned = { ...place(''), id: 'p1', name: 'Planned 1', model: 'NL-AP6C' };
    const { deviceId: _none, ...ap } = planned;
    await save(owner, 1, { walls: [createWall('a', 50)], planned: [ap] });
    const path = `/api/v1/projects/${params.projectId}/maps/${one.mapId}/grid`;
    const bytes = Buffer.from(await (await reader.fetch(`${path}?band=ghz5`)).arrayBuffer());
    const [columns, rows, cellM] = [bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readFloatLE(4)];
    expect([columns, rows, cellM]).toEqual([500, 300, expect.closeTo(0.1)]);
    expect(bytes.length).toBe(12 + columns * rows);
    const read = (x: number, y: number) =>
      (bytes[12 + Math.floor(y / cellM) * columns + Math.floor(x / cellM)] ?? 0) / 2 - 120;
    expect(read(10, 5)).toBeGreaterThan(-45);
    // The same distance in front of the wall and behind it: one brick wall of 20 dB counts 14 · (1 - e^(-20/14)).
    expect(read(10, 1) - read(10, 9)).toBeCloseTo(0, 0);
    expect(read(15.1, 5) - read(10, 10.1)).toBeCloseTo(10.6, 0);
    const png = Buffer.from(await (await reader.fetch(`${path}?format=png`)).arrayBuffer());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
  });

  it('is weaker behind an area with a loss, and has no planned devices of other floors', async () => {
    const { one, params, reader, owner, save } = await createSite();
    const { deviceId: _none, ...at } = place('');
    const ap = { ...at, id: 'p1', name: 'Planned 1', model: 'NL-AP6C' };
    const read = async () => {
      const path = `/api/v1/projects/${params.projectId}/maps/${one.mapId}/grid?band=ghz5`;
      const bytes = Buffer.from(await (await reader.fetch(path)).arrayBuffer());
      return (bytes[12 + 50 * 500 + 200] ?? 0) / 2 - 120;
    };
    const other = await owner.call('mapCreate', {
      params,
      body: { ...FIRST_FLOOR, name: 'Second floor', floor: 1 },
    });
    await owner.call('mapSave', {
      params: { ...params, mapId: other.id },
      body: { baseVersion: 1, plan: { ...EMPTY, planned: [ap] } },
    });
    expect(await read()).toBe(-120);
    await save(owner, 1, { planned: [ap] });
    const open = await read();
    const points = [
      { x: 12, y: 0 },
      { x: 16, y: 0 },
      { x: 16, y: 20 },
      { x: 12, y: 20 },
    ];
    await save(owner, 2, { planned: [ap], zones: [{ id: 'z', kind: 'loss', lossDbPerM: 2, points }] });
    expect(open - (await read())).toBeGreaterThan(5);
  });

  it('is computed once until its plan, its radios or the query differ', async () => {
    const { one, owner, params, reader, save } = await createSite();
    const { deviceId: _none, ...at } = place('');
    const ap = { ...at, id: 'p1', name: 'Planned 1', model: 'NL-AP6C' };
    await save(owner, 1, { planned: [ap] });
    const read = async (query = '') => {
      const path = `/api/v1/projects/${params.projectId}/maps/${one.mapId}/grid?band=ghz5${query}`;
      return Buffer.from(await (await reader.fetch(path)).arrayBuffer());
    };
    const first = await read();
    expect((await read()).equals(first)).toBe(true);
    expect((await read('&planned=false')).equals(first)).toBe(false);
    await save(owner, 2, { planned: [{ ...ap, x: 30 }] });
    expect((await read()).equals(first)).toBe(false);
  });

  it('of a large floor with many radios and walls has larger cells', { timeout: 60_000 }, async () => {
    const { one, owner, params, reader, save } = await createSite();
    const { deviceId: _none, ...at } = place('');
    const spread = (index: number, step: number) => (index * step * 37) % 1_900;
    await save(owner, 1, {
      settings: { ...DEFAULT_PLAN_SETTINGS, size: { widthM: 2_000, depthM: 2_000 } },
      walls: Array.from({ length: 2_000 }, (_, index) => ({
        ...createWall(`w${index}`),
        x1: spread(index, 3),
        y1: spread(index, 7),
        x2: spread(index, 3) + 100,
        y2: spread(index, 7) + 90,
      })),
      planned: Array.from({ length: 199 }, (_, index) => ({
        ...at,
        x: spread(index, 5),
        y: spread(index, 11),
        id: `p${index}`,
        name: `Planned ${index}`,
        model: 'NL-AP6C',
      })),
    });
    const path = `/api/v1/projects/${params.projectId}/maps/${one.mapId}/grid`;
    const answer = await reader.fetch(path);
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const [columns, rows, cellM] = [bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readFloatLE(4)];
    expect(cellM).toBeGreaterThan(2);
    expect(bytes.length).toBe(12 + columns * rows);
  });

  it('is computed for one account twice at a time, without delaying another account', async () => {
    const { one, owner, params, reader, writer } = await createSite();
    const path = `/api/v1/projects/${params.projectId}/maps/${one.mapId}/grid`;
    const queries = ['?band=ghz2', '?band=ghz5', '?band=ghz2&format=png', '?band=ghz5&format=png'];
    const answers = await Promise.all([
      ...queries.map((query) => owner.fetch(`${path}${query}`)),
      reader.fetch(path),
      writer.fetch(path),
    ]);
    expect(answers.slice(0, 4).map(({ status }) => status)).toEqual(
      expect.arrayContaining([200, 200, 429, 429]),
    );
    expect(answers.slice(4).map(({ status }) => status)).toEqual([200, 200]);
    const refused = answers.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({ code: 2010, message: expect.stringContaining('Wait') });
  });

  it('is 404 when the floor is deleted at the same time, and never that of another floor', async () => {
    const { deviceId: _none, ...at } = place('');
    const ap = { ...at, id: 'p1', name: 'Planned 1', model: 'NL-AP6C' };
    const { owner, params } = await createSite();
    for (let floor = 1; floor <= 5; floor += 1) {
      const map = await owner.call('mapCreate', {
        params,
        body: { ...FIRST_FLOOR, name: `Floor ${floor}`, floor },
      });
      const one = { ...params, mapId: map.id };
      await owner.call('mapSave', {
        params: one,
        body: { baseVersion: 1, plan: { ...EMPTY, planned: [ap] } },
      });
      const path = `/api/v1/projects/${params.projectId}/maps/${map.id}/grid?band=ghz${floor % 2 === 0 ? 2 : 5}`;
      const [grid] = await Promise.all([owner.fetch(path), owner.call('mapDelete', { params: one })]);
      expect([200, 404]).toContain(grid.status);
      if (grid.status === 200) {
        const bytes = Buffer.from(await grid.arrayBuffer());
        expect((bytes[12 + 50 * 500 + 100] ?? 0) / 2 - 120).toBeGreaterThan(-45);
      }
    }
  });
});
