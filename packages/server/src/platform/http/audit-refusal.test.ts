import { setImmediate } from 'node:timers/promises';
import { MINUTE_MS } from '@northlight/runtime';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { RefusalRowLimiter } from './refusal-row-limiter.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const readRows = () => world.services.db.selectFrom('audit').select(['after']).orderBy('id').execute();

describe('refused attempts without a session', () => {
  it('get at most 20 audit rows in 15 min from one network, and the next row states the number of omitted rows', async () => {
    const body = { account: 'flooded@example.com', password: 'wrong password 1', remember: false };
    const codes: number[] = [];
    for (let count = 0; count < 40; count++)
      codes.push((await world.browser().refused('signIn', { body })).body.code);
    expect(codes.filter((code) => code === 80)).toHaveLength(30);
    for (let count = 0; count < 20; count++)
      await world.browser().refused('qrCodeSignIn', { params: { code: `unknown${count}` } });
    expect(await readRows()).toHaveLength(20);
    await world.clock.leap(16 * MINUTE_MS);
    await world.browser().refused('qrCodeSignIn', { params: { code: 'unknown' } });
    const last = (await readRows()).at(-1);
    expect(last?.after).toBe('qr; 40 refused attempts before this one have no row');
  });
});

it('audits a sign-in with a wrong password, but not a sign-in that an overload refuses', async () => {
  await world.clock.leap(16 * MINUTE_MS);
  const before = (await readRows()).length;
  const signIn = async () => {
    const body = { account: 'busy@example.com', password: 'wrong password 1', remember: false };
    return (await world.browser().refused('signIn', { body })).status;
  };
  const answered = new AbortController();
  const fill = async (): Promise<void> => {
    while (!answered.signal.aborted) {
      await Promise.allSettled([world.services.passwords.hash('fills the queue')]);
      await setImmediate();
    }
  };
  const filling = Array.from({ length: 200 }, fill);
  expect(await signIn()).toBe(503);
  answered.abort();
  await Promise.all(filling);
  expect(await readRows()).toHaveLength(before);
  expect(await signIn()).toBe(401);
  expect(await readRows()).toHaveLength(before + 1);
});

it('counts refusals of each network separately', () => {
  const rows = new RefusalRowLimiter();
  for (let count = 0; count < 20; count++) expect(rows.take('a', count)).toBe(0);
  expect([rows.take('a', 100), rows.take('a', 101), rows.take('b', 102)]).toEqual([undefined, undefined, 0]);
  expect(rows.take('a', 15 * MINUTE_MS)).toBe(2);
});
