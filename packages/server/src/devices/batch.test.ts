import { ERRORS } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import type { BaseDevice } from './base-devices.ts';
import { buildXlsx } from './import/testing/build-xlsx.ts';
import { importSheet } from './testing/import-sheet.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const toEntry = ({ sn, claimCode }: BaseDevice, name?: string) => ({ sn, claimCode, ...(name && { name }) });
const UNKNOWN = { sn: 'NLUNKNOWN0000000', claimCode: '0123456789' };

const createEntries = async (count: number) =>
  (await world.register(...Array.from({ length: count }, () => ({ model: 'NL-AP6C' })))).map((base) =>
    toEntry(base),
  );

test('checks every row in one pass without adding devices, and names model and kind of correct rows', async () => {
  const { id: projectId } = await createProject(owner);
  const [lobby, lite, ap, mesh] = (await world.register(
    { model: 'NL-GW5' },
    { model: 'NL-GW5L' },
    { model: 'NL-AP6C' },
    { model: 'NL-MESHP' },
  )) as [BaseDevice, BaseDevice, BaseDevice, BaseDevice];
  await owner.call('deviceAdd', { params: { projectId }, body: toEntry(lobby, 'Lobby') });
  const devices = [
    toEntry(lobby),
    toEntry(lite),
    toEntry(ap, 'Bar'),
    toEntry(ap, 'Bar-2'),
    toEntry(mesh),
    UNKNOWN,
    { sn: 'SHORT', claimCode: 'x', name: 'two\u200bparts' },
  ];
  const { rows } = await owner.call('deviceBatchCheck', { params: { projectId }, body: { devices } });
  expect(rows.map(({ row, code }) => [row, code])).toEqual([
    [1, 149],
    [2, 1162],
    [3, undefined],
    [4, 400],
    [5, 166],
    [6, 140],
    [7, 400],
  ]);
  expect(rows[0]?.error).toBe('This device is already in the project as Lobby.');
  expect(rows[1]?.error).toBe('GW5 Lite is a gateway; a project has 1 gateway or AC and Lobby is it.');
  expect(rows[2]).toMatchObject({ name: 'Bar', modelName: 'Ceiling AP AP6C', kind: 'ap' });
  expect(rows[3]?.fields).toEqual({ sn: 'The serial number is already in row 3.' });
  expect(Object.keys(rows[6]?.fields ?? {})).toEqual(expect.arrayContaining(['sn', 'claimCode']));
  expect((await owner.call('deviceList', { params: { projectId } })).total).toBe(1);
});

test('adds the valid rows, also when another row has a wrong claim code', async () => {
  const { id: projectId } = await createProject(owner);
  const [first, second] = await createEntries(2);
  const devices = [{ ...first, row: 7, name: 'Bar' }, UNKNOWN, { ...second }] as never[];
  const answer = await owner.call('deviceBatchAdd', { params: { projectId }, body: { devices } });
  expect(answer).toMatchObject({
    added: 2,
    rows: [
      { row: 7, name: 'Bar', deviceId: expect.any(String) },
      { row: 2, code: 140, fields: { claimCode: ERRORS.claimRefused.message } },
      { row: 3, name: expect.stringContaining('NL-AP6C-'), deviceId: expect.any(String) },
    ],
  });
  const { items } = await owner.call('deviceList', { params: { projectId } });
  expect(items.map(({ id }) => id).sort()).toEqual(
    answer.rows.flatMap(({ deviceId }) => deviceId ?? []).sort(),
  );
});

test('names the earlier row that takes the only slot for a gateway or AC', async () => {
  const { id: projectId } = await createProject(owner);
  const [one, two] = (await world.register({ model: 'NL-GW5' }, { model: 'NL-AC100' })) as [
    BaseDevice,
    BaseDevice,
  ];
  const body = { devices: [toEntry(one), toEntry(two)] };
  const { added, rows } = await owner.call('deviceBatchAdd', { params: { projectId }, body });
  expect(added).toBe(1);
  expect(rows[1]?.error).toBe('AC100 is an AC; a project has 1 gateway or AC and row 1 is it.');
});

test('gives the same answer to an unknown serial number, a device of another project and a wrong claim code', async () => {
  const { id: projectId } = await createProject(owner);
  const { id: otherId } = await createProject(owner);
  const [taken, free] = await createEntries(2);
  await owner.call('deviceAdd', { params: { projectId: otherId }, body: taken as never });
  const devices = [UNKNOWN, taken, { ...free, claimCode: '0000000000' }] as never[];
  const { rows } = await owner.call('deviceBatchCheck', { params: { projectId }, body: { devices } });
  const details = rows.map(({ row: _row, sn: _sn, claimCode: _code, ...rest }) => JSON.stringify(rest));
  expect(new Set(details).size).toBe(1);
});

test('rejects 501 rows with the code of a file of 501 rows, and does not parse long texts', async () => {
  const { id: projectId } = await createProject(owner);
  const params = { projectId };
  const long = { devices: Array.from({ length: 501 }, () => UNKNOWN) };
  const file = importSheet(long.devices.map(({ claimCode, sn }) => [sn, claimCode]));
  const answers = [
    await owner.refused('deviceBatchCheck', { params, body: long }),
    await owner.refused('deviceBatchAdd', { params, body: long }),
    await owner.refused('deviceImport', { params, file } as never),
  ];
  expect(answers.map(({ body, status }) => [status, body.code, body.message])).toEqual(
    answers.map(() => [422, 154, ERRORS.importTooLong.message]),
  );
  expect(answers.map(({ body }) => Object.keys(body.fields ?? {}))).toEqual([
    ['devices'],
    ['devices'],
    ['file'],
  ]);
  const wide = { devices: [{ ...UNKNOWN, sn: 'A'.repeat(65) }] };
  expect((await owner.refused('deviceBatchAdd', { params, body: wide })).status).toBe(400);
});

test('checks a file without adding its devices, and reads names from its third column', async () => {
  const { id: projectId } = await createProject(owner);
  const [one, two] = (await createEntries(2)) as [BaseDevice, BaseDevice];
  const file = importSheet([
    [one.sn, one.claimCode, 'Bar'],
    [two.sn, '0000000000'],
  ]);
  const input = { params: { projectId }, query: { mode: 'check' }, file } as never;
  expect(await owner.call('deviceImport', input)).toMatchObject({
    accepted: false,
    added: 0,
    rows: [
      { row: 2, name: 'Bar', kind: 'ap' },
      { row: 3, code: 140 },
    ],
  });
  expect((await owner.call('deviceList', { params: { projectId } })).total).toBe(0);
});

test.each([
  ['UTF-8', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf8')],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['the Western code page', (text: string) => Buffer.from(text, 'latin1')],
])('imports a .csv file in %s', async (_encoding, encode) => {
  const { id: projectId } = await createProject(owner);
  const [one] = (await createEntries(1)) as [BaseDevice];
  const text = `Seriennummer (serial);Claim code;Name\r\n${one.sn};${one.claimCode};Büro\r\n`;
  const file = new File([encode(text)], 'devices.csv');
  expect(await owner.call('deviceImport', { params: { projectId }, file } as never)).toMatchObject({
    accepted: true,
    added: 1,
    rows: [{ row: 2, name: 'Büro' }],
  });
});

/** Returns a file of text lines. */
const createFile = (rows: readonly (readonly string[])[]): File =>
  new File([rows.map((cells) => cells.join(';')).join('\r\n')], 'devices.csv');

test.each([
  ['letters and digits', '7N3HZDV9Q5', '81TKC5YQG9'],
  ['letters alone', 'TSRQPNMKJH', 'XXXXXXXXXX'],
  ['digits alone', '0123456789', '5556667778'],
])(
  'reads the columns whose claim codes of %s are right, if several look alike, and those that the user chooses',
  async (_signs, ...claimCodes) => {
    const { id: projectId } = await createProject(owner);
    const bases = await world.register(...claimCodes.map((claimCode) => ({ model: 'NL-AP6C', claimCode })));
    const rows = bases.map(({ claimCode, sn }, index) => [
      `MAKER00000000000${index}`,
      sn,
      `1A2B3C4D5${index}`,
      claimCode,
      `Room ${index}`,
    ]);
    const read = (file: File, query: object = {}) =>
      owner.call('deviceImport', {
        params: { projectId },
        query: { mode: 'check', ...query },
        file,
      } as never);
    const found = await read(createFile(rows));
    expect(found.list).toEqual({
      columns: [1, 2, 3, 4, 5].map((number) => ({ number })),
      chosen: { sn: 2, claimCode: 4, name: 0 },
      sheets: [],
      hiddenRows: 0,
    });
    expect(found.rows.map(({ code, kind }) => [code, kind])).toEqual([
      [undefined, 'ap'],
      [undefined, 'ap'],
    ]);
    const headings = ['Serial number', 'S/N', 'Claim code', 'Code', 'Name'];
    const headed = await read(createFile([headings, ...rows]));
    expect(headed.list?.chosen).toEqual({ sn: 2, claimCode: 4, name: 5 });
    expect(headed.rows.map(({ name }) => name)).toEqual(['Room 0', 'Room 1']);
    const chosen = await read(createFile([headings, ...rows]), {
      snColumn: 1,
      claimCodeColumn: 3,
      nameColumn: 0,
    });
    expect(chosen.list?.chosen).toEqual({ sn: 1, claimCode: 3, name: 0 });
    expect(chosen.rows.map(({ code, name }) => [code, name])).toEqual([
      [140, undefined],
      [140, undefined],
    ]);
    const params = { projectId };
    const wrong = { query: { mode: 'check', snColumn: 0 }, params, file: createFile(rows) } as never;
    expect((await owner.refused('deviceImport', wrong)).body.fields).toHaveProperty('snColumn');
  },
);

test('counts the claim codes of columns that were only tried against the limit', async () => {
  const guesser = await world.signedUp();
  const { id: projectId } = await createProject(guesser);
  const rows = Array.from({ length: 10 }, (_, row) => [
    `NLUNKNOWN0000${String(row).padStart(3, '0')}`,
    ...Array.from({ length: 3 }, (_unused, column) => `${column}A2B3C4D${String(row).padStart(2, '0')}`),
  ]);
  const countTried = () =>
    world.services.db
      .selectFrom('attempts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('key', 'like', 'claim-wrong:%')
      .executeTakeFirstOrThrow();
  const before = Number((await countTried()).count);
  const input = { params: { projectId }, query: { mode: 'check' }, file: createFile(rows) } as never;
  expect((await guesser.call('deviceImport', input)).list?.chosen).toMatchObject({ sn: 1, claimCode: 2 });
  expect(Number((await countTried()).count) - before).toBe(30);
});

test('leaves hidden rows of a workbook out, and reads them on request', async () => {
  const { id: projectId } = await createProject(owner);
  const [one, two] = (await createEntries(2)) as [BaseDevice, BaseDevice];
  const rows = [
    ['SN', 'Claim code'],
    [one.sn, one.claimCode],
    [two.sn, two.claimCode],
  ];
  const file = new File([buildXlsx([{ rows, hiddenRows: [3] }])], 'devices.xlsx');
  const read = (query: object) => owner.call('deviceImport', { params: { projectId }, query, file } as never);
  expect(await read({ mode: 'check' })).toMatchObject({
    rows: [{ row: 2 }],
    list: { hiddenRows: 1, sheet: 'Sheet1' },
  });
  expect(await read({ hiddenRows: 'include' })).toMatchObject({ added: 2, rows: [{ row: 2 }, { row: 3 }] });
});
