import { DEFAULT_MATERIALS } from '@northlight/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { createSite, createWall, EMPTY, FIRST_FLOOR, place } from './testing/map-site.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

describe('a floor plan', () => {
  it('is saved as versions that can be read again', async () => {
    const { one, owner, params, reader, save } = await createSite(world);
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
    const { one, owner, save, writer } = await createSite(world);
    await save(owner, 1, { walls: [createWall('a')] });
    const merged = await save(writer, 1, { walls: [createWall('b')] });
    expect(merged.plan.walls.map(({ id }) => id)).toEqual(['a', 'b']);
    expect((await owner.call('mapGet', { params: one })).version).toBe(3);
  });

  it('refuses a change of an item that another person has changed, by name, and saves nothing', async () => {
    const { names, one, owner, refuse, save, writer } = await createSite(world);
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
    const { deviceId, map, owner, params, save } = await createSite(world);
    await save(owner, 1, { walls: [createWall('a')], devices: [place(deviceId)] });
    const copy = await owner.call('mapCreate', {
      params,
      body: { ...FIRST_FLOOR, name: 'Second floor', floor: 1, copyOf: map.id },
    });
    expect(copy.plan).toEqual({ ...EMPTY, walls: [createWall('a')] });
  });

  it('needs a name that its building does not have yet', async () => {
    const { owner, params } = await createSite(world);
    expect(
      await owner.refused('mapCreate', { params, body: { ...FIRST_FLOOR, name: 'FIRST FLOOR' } }),
    ).toMatchObject({ body: { fields: { name: expect.any(String) } } });
  });

  it('of several pages is created with the others or not at all', async () => {
    const { owner, params } = await createSite(world);
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
    const { one, owner, refuse, writer } = await createSite(world);
    await owner.call('mapDraftSave', { params: one, body: { version: 0, baseVersion: 1, plan: EMPTY } });
    await writer.call('mapDelete', { params: one });
    expect(await refuse(owner, 1, { walls: [createWall('a')] })).toMatchObject({
      status: 404,
      body: { message: 'This floor plan no longer exists.' },
    });
  });

  it('can be read, but not changed with a read-only share', async () => {
    const { one, reader, refuse } = await createSite(world);
    expect((await reader.call('mapGet', { params: one })).plan).toEqual(EMPTY);
    expect(await refuse(reader, 1, {})).toMatchObject({ status: 403 });
  });

  it('is refused with 30,000 walls, and none is stored', async () => {
    const { one, owner, refuse } = await createSite(world);
    const walls = Array.from({ length: 30_000 }, (_, index) => createWall(`w${index}`));
    expect(await refuse(owner, 1, { walls })).toMatchObject({
      status: 400,
      body: { fields: { 'plan.walls': 'A floor has at most 5,000 walls.' } },
    });
    expect((await owner.call('mapGet', { params: one })).version).toBe(1);
  });
});

describe('a draft', () => {
  it('is kept per account and ends with the save', async () => {
    const { one, owner, save, writer } = await createSite(world);
    const plan = { ...EMPTY, walls: [createWall('a')] };
    await owner.call('mapDraftSave', { params: one, body: { version: 0, baseVersion: 1, plan } });
    expect((await owner.call('mapDraftGet', { params: one })).draft).toMatchObject({ version: 1, plan });
    expect(await writer.call('mapDraftGet', { params: one })).toEqual({});
    await save(owner, 1, plan);
    expect(await owner.call('mapDraftGet', { params: one })).toEqual({});
  });

  it('of two windows is not overwritten', async () => {
    const { one, owner } = await createSite(world);
    const body = { version: 0, baseVersion: 1, plan: EMPTY };
    await owner.call('mapDraftSave', { params: one, body });
    expect(await owner.refused('mapDraftSave', { params: one, body })).toMatchObject({ status: 409 });
  });
});

describe('a device', () => {
  it('is placed by a program, and listed with its radios and its floor', async () => {
    const { deviceId, one, owner, params, reader } = await createSite(world);
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
      const { deviceId, one, owner } = await createSite(world);
      expect(
        await owner.refused('mapPlacementSave', { params: one, body: { items: [place(deviceId, x)] } }),
      ).toMatchObject({ body: { fields: { 'items.0.x': message } } });
    },
  );

  it('is on one plan only', async () => {
    const { deviceId, owner, params, save } = await createSite(world);
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
    const { deviceId, one, owner, params, refuse, save } = await createSite(world);
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

describe('materials', () => {
  it('are changed per project, and not by two people at once', async () => {
    const { owner, params, writer } = await createSite(world);
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
    const { one, owner, params, reader, save } = await createSite(world);
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
    const { owner, params, save } = await createSite(world);
    await save(owner, 1, { walls: [createWall('a')] });
    expect(
      await owner.refused('mapMaterialsSave', {
        params,
        body: { version: 0, items: DEFAULT_MATERIALS.filter(({ id }) => id !== 'brick') },
      }),
    ).toMatchObject({ body: { fields: { items: expect.stringContaining('Brick') } } });
  });
});
