import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@northlight/runtime';
import { startTestServer, TEST_PASSWORD, type TestBrowser, type TestServer } from '../../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const upload = (browser: TestBrowser, file: File, query = {}) =>
  browser.call('avatarUpload', { query, file } as never);
const createFile = (bytes: Buffer, name = 'me.png'): File => new File([new Uint8Array(bytes)], name);
const picture = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#abc' } })
    .png()
    .toBuffer();

test('updates the given profile fields, ignores fields that users cannot set, and rejects invalid values', async () => {
  const browser = await world.signedUp();
  const body = { nickname: 'Ada', roleTitle: 'Installer, north', role: 2, kind: 1, id: 'x', account: 'root' };
  expect(await browser.call('profileUpdate', { body })).toMatchObject({
    nickname: 'Ada',
    roleTitle: 'Installer, north',
  });
  const { account } = await browser.call('sessionGet', {});
  expect(account).toMatchObject({
    nickname: 'Ada',
    role: 0,
    kind: 0,
    account: expect.stringContaining('user'),
  });
  for (const roleTitle of [' x', 'x ', '😀', 'a\u202eb', 'x'.repeat(65), 7])
    expect(
      (await browser.refused('profileUpdate', { body: { roleTitle: roleTitle as string } })).body.fields,
    ).toHaveProperty('roleTitle');
});

test('keeps the unit of lengths with the account, metres by default', async () => {
  const browser = await world.signedUp();
  expect(await browser.call('profileGet', {})).toMatchObject({ lengthUnit: 'm' });
  await browser.call('profileUpdate', { body: { lengthUnit: 'ft' } });
  expect(await browser.call('profileGet', {})).toMatchObject({ lengthUnit: 'ft' });
  expect((await browser.call('sessionGet', {})).account).toMatchObject({ lengthUnit: 'ft' });
});

test('changes company name and location once a year each, also under fifty parallel calls', async () => {
  const browser = await world.signedUp();
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ companyName: `Company ${index}` });
      const answer = await browser.fetch('/api/v1/account/profile', { method: 'PATCH', headers, body });
      return answer.ok ? 0 : ((await answer.json()) as { code: number }).code;
    }),
  );
  expect(outcomes.filter((code) => code === 0)).toHaveLength(1);
  expect(outcomes.filter((code) => code === 14)).toHaveLength(49);
  await browser.call('profileUpdate', { body: { companyLocation: 'Porto' } });
  const refused = async (body: object) => (await browser.refused('profileUpdate', { body })).body.code;
  expect(await refused({ companyLocation: 'Lisbon' })).toBe(15);
  expect(await refused({ companyName: 'Other', companyLocation: 'Lisbon' })).toBe(65);
  // A value that stays the same is not a change. One rejected field rejects the whole request.
  await browser.call('profileUpdate', { body: { companyLocation: 'Porto' } });
  expect(await refused({ companyName: 'Other', nickname: 'Eve' })).toBe(14);
  expect(await browser.call('profileGet', {})).toMatchObject({
    nickname: 'Installer',
    companyLocationChangesAt: new Date(world.clock.now() + 365 * DAY_MS).toISOString(),
  });
});

test('changes e-mail address and account name after a code and the password, and notifies the old address', async () => {
  const browser = await world.signedUp('old@example.com');
  const email = 'new@example.com';
  const { flowId } = await browser.call('emailCodeRequest', { body: { email } });
  const code = world.codeFor(email);
  const body = { flowId, code, email, password: TEST_PASSWORD };
  expect((await browser.refused('emailChange', { body: { ...body, password: 'not mine' } })).body.code).toBe(
    100,
  );
  expect(
    (await browser.refused('emailChange', { body: { ...body, email: 'third@example.com' } })).body.code,
  ).toBe(12);
  expect(await browser.call('emailChange', { body })).toMatchObject({ account: email, email });
  expect((await browser.refused('emailChange', { body })).body.code).toBe(12);
  await world.browser().call('signIn', { body: { account: email, password: TEST_PASSWORD } });
  const notices = world.services.mailer.outbox?.list().filter(({ to }) => to === 'old@example.com') ?? [];
  expect(notices.map(({ subject }) => subject)).toContain('Your Northlight e-mail address was changed');
  const twin = await world.signedUp('twin@example.com');
  await world.clock.advance(2 * MINUTE_MS);
  const second = await twin.call('emailCodeRequest', { body: { email } });
  const taken = { flowId: second.flowId, code: world.codeFor(email), email, password: TEST_PASSWORD };
  expect((await twin.refused('emailChange', { body: taken })).body).toMatchObject({
    code: 13,
    fields: { email: expect.any(String) },
  });
});

test('re-encodes an avatar, and serves it until it is replaced or removed', async () => {
  const browser = await world.signedUp();
  const { avatarUrl } = await upload(browser, createFile(await picture(), '<script>.html'));
  const answer = await browser.fetch(avatarUrl);
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('x-content-type-options'),
  ]).toEqual([200, 'image/webp', 'nosniff']);
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(256);
  expect((await browser.call('sessionGet', {})).account.avatarUrl).toBe(avatarUrl);
  expect((await world.browser().fetch(avatarUrl)).status).toBe(401);
  const next = await upload(browser, createFile(await picture()), { x: 0, y: 0, size: 10 });
  expect((await browser.fetch(avatarUrl)).status).toBe(404);
  await browser.call('avatarRemove', {});
  expect(((await (await browser.fetch(next.avatarUrl)).json()) as { code: number }).code).toBe(259);
});

test('rejects a file that is not a picture with code 260, and a file larger than 10 MB with code 251', async () => {
  const browser = await world.signedUp();
  const code = async (file: File) => {
    const form = new FormData();
    form.set('file', file);
    const answer = await browser.fetch('/api/v1/account/avatar', { method: 'PUT', body: form });
    return [answer.status, ((await answer.json()) as { code: number }).code];
  };
  expect(await code(createFile(Buffer.from('<svg><script/></svg>'), 'me.png'))).toEqual([422, 260]);
  expect(await code(createFile(Buffer.concat([await picture(), Buffer.alloc(10 * 1024 * 1024)])))).toEqual([
    413, 251,
  ]);
});

test('rejects a picture whose first chunk reaches the size limit and whose second chunk exceeds the limit', async () => {
  const browser = await world.signedUp();
  const head = 'Content-Disposition: form-data; name="file"; filename="me.png"\r\nContent-Type: image/png';
  const whole = Buffer.alloc(10 * 1024 * 1024);
  (await picture()).copy(whole);
  const pieces = [
    Buffer.concat([Buffer.from(`--piece\r\n${head}\r\n\r\n`), whole]),
    Buffer.from('x\r\n--piece--\r\n'),
  ];
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = pieces.shift();
      if (!next) return controller.close();
      // Ensures that the server has read the previous chunk.
      if (pieces.length === 0) await browser.call('sessionGet', {});
      controller.enqueue(next);
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=piece' };
  const init = { method: 'PUT', headers, body, duplex: 'half' } as const;
  const answer = await browser.fetch('/api/v1/account/avatar', init);
  expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([413, 251]);
});

test('regenerates a cloud code of eight characters and invalidates the old one', async () => {
  const browser = await world.signedUp();
  const { cloudCode } = await browser.call('cloudCodeGet', {});
  const next = await browser.call('cloudCodeRegenerate', {});
  expect(next.cloudCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(next.qrText).toBe(`northlight:cloud:${next.cloudCode}`);
  expect((await browser.call('sessionGet', {})).account.cloudCode).toBe(next.cloudCode);
  const old = world.services.db.selectFrom('accounts').select('id').where('cloud_code', '=', cloudCode);
  expect(await old.execute()).toEqual([]);
});

const COLUMNS = {
  visibility: { mac: false },
  order: ['name'],
  widths: { name: 240 },
  density: 'comfortable' as const,
};

test('stores the columns and the saved filters of a list per account and independently of each other', async () => {
  const browser = await world.signedUp();
  expect(await browser.call('listViewList', {})).toEqual({ items: [] });
  const params = { list: 'devices' as const };
  await browser.call('listViewSet', { params, body: { columns: COLUMNS } });
  const filters = [{ name: 'Offline', filter: 'Status = Offline' }];
  const view = { columns: COLUMNS, filters };
  expect(await browser.call('listViewSet', { params, body: { filters } })).toEqual({ list: 'devices', view });
  expect(await browser.call('listViewList', {})).toEqual({ items: [{ list: 'devices', view }] });
  const other = await world.signedUp();
  expect(await other.call('listViewList', {})).toEqual({ items: [] });
});

test.each<[string, object]>([
  ['another density', { columns: { ...COLUMNS, density: 'wide' } }],
  ['a column name with a dot', { columns: { ...COLUMNS, order: ['a.b'] } }],
  ['too many columns', { columns: { ...COLUMNS, order: Array.from({ length: 61 }, () => 'name') } }],
  ['a negative width', { columns: { ...COLUMNS, widths: { name: -1 } } }],
  ['too many filters', { filters: Array.from({ length: 21 }, () => ({ name: 'a', filter: 'b' })) }],
  ['a filter of more than 1000 characters', { filters: [{ name: 'a', filter: 'b'.repeat(1001) }] }],
])('refuses a view with %s', async (_title, body) => {
  const browser = await world.signedUp();
  await browser.refused('listViewSet', { params: { list: 'devices' }, body });
  expect(await browser.call('listViewList', {})).toEqual({ items: [] });
});
