import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

async function createCode() {
  const page = world.browser();
  const { code } = await page.call('qrCodeCreate', {});
  await world.clock.advance(4_000);
  return { page, params: { code } };
}
type Key = 'qrCodeGet' | 'qrCodeSignIn' | 'qrCodeScan' | 'qrCodeConfirm' | 'qrCodeRefuse';
const refusal = async (browser: TestBrowser, key: Key, params: { code: string }): Promise<number> =>
  (await browser.refused(key, { params })).body.code;

test('signs in once after scan and confirmation, in the browser that shows the code', async () => {
  const phone = await world.signedUp('phone@example.com');
  const { page, params } = await createCode();
  const state = async () => (await page.call('qrCodeGet', { params })).state;
  expect(await state()).toBe('scanning');
  expect(await refusal(page, 'qrCodeSignIn', params)).toBe(3101);
  // A code cannot be confirmed before it was scanned.
  expect(await refusal(phone, 'qrCodeConfirm', params)).toBe(3101);
  expect(await phone.call('qrCodeScan', { params })).toMatchObject({
    network: '127.0.0.1',
    userAgent: 'node',
  });
  expect(await state()).toBe('scanned');
  const other = await world.signedUp();
  expect(await refusal(other, 'qrCodeScan', params)).toBe(3101);
  expect(await refusal(other, 'qrCodeConfirm', params)).toBe(3101);
  await phone.call('qrCodeConfirm', { params });
  expect(await state()).toBe('logging-in');
  expect(await refusal(phone, 'qrCodeConfirm', params)).toBe(3102);
  expect(await refusal(world.browser(), 'qrCodeSignIn', params)).toBe(3101);
  expect(await refusal(world.browser(), 'qrCodeGet', params)).toBe(3101);
  const all = await Promise.allSettled(
    Array.from({ length: 5 }, () => page.call('qrCodeSignIn', { params })),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await page.call('sessionGet', {})).account.account).toBe('phone@example.com');
  expect(await refusal(page, 'qrCodeGet', params)).toBe(3102);
  expect(await refusal(page, 'qrCodeSignIn', params)).toBe(3102);
});

test('expires a QR code after 2 min or a refusal, and rejects guessed codes', async () => {
  const phone = await world.signedUp();
  const late = await createCode();
  await phone.call('qrCodeScan', { params: late.params });
  await phone.call('qrCodeConfirm', { params: late.params });
  await world.clock.advance(120_000);
  expect((await late.page.call('qrCodeGet', { params: late.params })).state).toBe('expired');
  expect(await refusal(late.page, 'qrCodeSignIn', late.params)).toBe(3103);
  const no = await createCode();
  await phone.call('qrCodeScan', { params: no.params });
  await phone.call('qrCodeRefuse', { params: no.params });
  expect((await no.page.call('qrCodeGet', { params: no.params })).state).toBe('expired');
  expect(await refusal(phone, 'qrCodeConfirm', no.params)).toBe(3103);
  for (const code of ['x', '0'.repeat(22), '%00', '__proto__'])
    expect(await refusal(phone, 'qrCodeScan', { code })).not.toBe(3103);
});

test('limits a network to twenty codes a minute', async () => {
  await world.clock.advance(60_000);
  const all = await Promise.allSettled(
    Array.from({ length: 50 }, () => world.browser().call('qrCodeCreate', {})),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  const refused = await world.browser().refused('qrCodeCreate', {});
  expect([refused.status, refused.body.code]).toEqual([429, 80]);
});

test('rejects the sign-in of an account that was disabled after the confirmation', async () => {
  await world.clock.advance(60_000);
  const phone = await world.signedUp('gone@example.com');
  const { page, params } = await createCode();
  await phone.call('qrCodeScan', { params });
  await phone.call('qrCodeConfirm', { params });
  const off = { disabled_at: new Date(world.clock.now()) };
  await world.services.db
    .updateTable('accounts')
    .set(off)
    .where('account', '=', 'gone@example.com')
    .execute();
  expect(await refusal(page, 'qrCodeSignIn', params)).toBe(3101);
});
