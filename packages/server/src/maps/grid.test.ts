import { DEFAULT_PLAN_SETTINGS } from '@northlight/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { createSite, createWall, EMPTY, FIRST_FLOOR, place } from './testing/map-site.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

describe('the grid of a floor', () => {
  it('has the strongest signal at a planned access point, and less behind a wall', async () => {
    const { one, owner, params, reader, save } = await createSite(world);
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
    const { one, params, reader, owner, save } = await createSite(world);
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
    const { one, owner, params, reader, save } = await createSite(world);
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
    const { one, owner, params, reader, save } = await createSite(world);
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
    const { one, owner, params, reader, writer } = await createSite(world);
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
    const { owner, params } = await createSite(world);
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
