import { DEVICE_SORTS, type DeviceQuery } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';

const DEVICES = 23;
const MODELS = [
  'NL-GW10',
  ...Array.from({ length: DEVICES - 1 }, (_, at) => (at % 3 ? 'NL-AP6C' : 'NL-SW8P')),
];

let world: TestServer;
let owner: TestBrowser;
let projectId: number;

/** Creates the devices `d00` to `d22`. All but the last two have figures, many of them equal. */
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  projectId = (await createProject(owner)).id;
  const base = await world.register(...MODELS.map((model) => ({ model })));
  const { db } = world.services;
  for (const [index, { claimCode, sn }] of base.entries()) {
    const name = `d${String((index * 7) % DEVICES).padStart(2, '0')}`;
    const { id } = await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode, name } });
    const number = Number(name.slice(1));
    if (number < DEVICES - 2)
      await db
        .insertInto('device_state')
        .values({
          device_id: id,
          project_id: projectId,
          cpu: number % 5,
          ip: `10.0.0.${number}`,
          reported_at: new Date(world.clock.now()),
        })
        .onConflict((conflict) =>
          conflict.column('device_id').doUpdateSet({ cpu: number % 5, ip: `10.0.0.${number}` }),
        )
        .execute();
    if (number < 4) await db.updateTable('devices').set({ state: 1 }).where('id', '=', id).execute();
  }
});
afterAll(() => world[Symbol.asyncDispose]());

async function list(query: Partial<DeviceQuery>) {
  const { items, total } = await owner.call('deviceList', { params: { projectId }, query });
  return { names: items.map(({ name }) => name), items, total };
}

const all = Array.from({ length: DEVICES }, (_, index) => `d${String(index).padStart(2, '0')}`);

test('lists all devices by name without a query', async () => {
  const { items, total } = await owner.call('deviceList', { params: { projectId } });
  expect([items.map(({ name }) => name), total]).toEqual([all, DEVICES]);
});

test('sorts devices by a figure in both directions: devices without the figure last, equal figures by name', async () => {
  const withFigures = all.slice(0, -2);
  const digit = (name: string): number => Number(name.slice(1)) % 5;
  const up = withFigures.toSorted((a, b) => digit(a) - digit(b) || (a < b ? -1 : 1));
  const down = withFigures.toSorted((a, b) => digit(b) - digit(a) || (a < b ? -1 : 1));
  expect((await list({ sort: 'cpu' })).names).toEqual([...up, ...all.slice(-2)]);
  expect((await list({ sort: 'cpu', order: 'desc' })).names).toEqual([...down, ...all.slice(-2)]);
});

test.each(DEVICE_SORTS)('lists every device once in pages by %s', async (sort) => {
  const whole = (await list({ sort, order: 'desc' })).names;
  expect(whole.toSorted()).toEqual(all);
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await owner.call('deviceList', {
      params: { projectId },
      query: { sort, order: 'desc', limit: 5, ...(cursor !== undefined && { cursor }) },
    });
    expect(page.total).toBe(DEVICES);
    pages.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(pages).toEqual(whole);
});

test.each([
  [{ kind: 'ap' }, 14],
  [{ kind: 'switch' }, 8],
  [{ state: 1 }, 4],
  [{ state: 1, kind: 'gateway' }, 1],
  [{ search: 'D1' }, 10],
  [{ search: '10.0.0.1' }, 11],
  [{ search: '%' }, 0],
  [{ search: '_' }, 0],
  [{ search: 'd22' }, 1],
] as const)('filter %j matches %i devices on every page', async (filter, count) => {
  const { names, total } = await list(filter);
  expect([names.length, total]).toEqual([count, count]);
  expect((await list({ ...filter, limit: 1 })).total).toBe(count);
});

test('finds a device by its MAC address, and a part of it, in any notation', async () => {
  const { items } = await list({});
  const { mac, name } = items[7] ?? { mac: '', name: '' };
  const digits = mac.replaceAll(':', '');
  const cisco = digits.match(/.{4}/g)?.join('.') ?? '';
  const hyphens = mac.toUpperCase().replaceAll(':', '-');
  for (const search of [mac, digits, cisco, hyphens, ` ${hyphens}\u00a0`, hyphens.slice(3), cisco.slice(2)])
    expect((await list({ search })).names, search).toContain(name);
  expect((await list({ search: digits })).names).toEqual([name]);
});

test('lists names in natural order, whole and in pages', async () => {
  const { id } = await createProject(owner);
  const natural = ['7 a', 'ap', 'AP 1', 'AP 01', 'AP 2', 'AP 10', 'AP 10 b', 'AP 10 c', 'AP 100', 'Ap x'];
  const base = await world.register(...natural.map(() => ({ model: 'NL-AP6C' })));
  for (const [index, name] of natural.toReversed().entries()) {
    const { claimCode = '', sn = '' } = base[index] ?? {};
    await owner.call('deviceAdd', { params: { projectId: id }, body: { sn, claimCode, name } });
  }
  const params = { projectId: id };
  const page = async (query: Partial<DeviceQuery>) => owner.call('deviceList', { params, query });
  const found: string[] = [];
  for (let cursor: string | undefined, pages = 0; pages < 20; pages++) {
    const { items, nextCursor } = await page({ sort: 'name', limit: 3, ...(cursor && { cursor }) });
    found.push(...items.map(({ name }) => name));
    cursor = nextCursor;
    if (cursor === undefined) break;
  }
  const sorted = ['7 a', 'ap', 'AP 01', 'AP 1', 'AP 2', 'AP 10', 'AP 10 b', 'AP 10 c', 'AP 100', 'Ap x'];
  expect(found).toEqual(sorted);
  const down = (await page({ sort: 'name', order: 'desc' })).items.map(({ name }) => name);
  expect(down.filter((name) => !name.endsWith('1'))).toEqual(
    sorted.toReversed().filter((name) => !name.endsWith('1')),
  );
});

test('rejects a cursor with a text as the value of a numeric sort column', async () => {
  const cursor = Buffer.from('["cpu","much","d01"]').toString('base64url');
  const { status, body } = await owner.refused('deviceList', {
    params: { projectId },
    query: { sort: 'cpu', cursor },
  });
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['cursor']]);
});

test.each([
  { sort: 'caps' },
  { sort: 'name; drop table devices' },
  { order: 'up' },
  { kind: 'toaster' },
  { state: 10 },
  { limit: 0 },
  { limit: 1001 },
  { limit: 'many' },
  { cursor: 'x' },
  { cursor: Buffer.from('["cpu","1","d01"]').toString('base64url') },
  { cursor: Buffer.from('["name","\\u0000","d01"]').toString('base64url') },
  { search: 'x'.repeat(61) },
  { search: '\0' },
])('rejects the query %j on its field', async (query) => {
  const answer = await owner.refused('deviceList', { params: { projectId }, query: query as never });
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, Object.keys(query)]);
});
