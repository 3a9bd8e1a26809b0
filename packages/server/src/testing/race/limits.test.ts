import { API_TOKENS_MAX, DISPLAYS_MAX, MAX_CUSTOM_SCENARIOS, SHARE_LIMITS } from '@northlight/contract';
import { createRandomBase62 } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { insertAccount } from '../../accounts/store.ts';
import { createPrincipalSession } from '../matrix/principal-session.ts';
import { createProject, createSampleDevice, startTestServer, type TestServer } from '../test-server.ts';
import type { TestBrowser } from '../browser.ts';

/** Number of rounds; NORTHLIGHT_RACE_ROUNDS=20 gives the full measurement. */
const ROUNDS = Number(process.env['NORTHLIGHT_RACE_ROUNDS'] ?? 2);
const CALLS = 50;
const TIMED = { timeout: 60_000 * ROUNDS };
const SLOW = { tags: ['proof'], ...TIMED };

let server: TestServer;
let owner: TestBrowser;
let serial = 0;

interface Person {
  readonly id: string;
  readonly account: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates an account with a session, without codes and password hashes. */
async function person(): Promise<Person> {
  const { services } = server;
  const account = `racer${++serial}@example.com`;
  const created = await insertAccount(services, services.db, {
    account,
    nickname: 'Racer',
    passwordHash: createRandomBase62(services.entropy, 20),
  });
  const { address } = server.server;
  const { cookieName } = services.config;
  const { headers } = await createPrincipalSession({ ...services, address, cookieName }, created.id);
  return { id: created.id, account, headers };
}

const people = (count: number): Promise<Person[]> => Promise.all(Array.from({ length: count }, person));

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  owner = await server.signedUp();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Ends all shares to reset the limits. */
const endShares = () =>
  server.services.db
    .updateTable('shares')
    .set({ ended_at: new Date(server.clock.now()) })
    .execute();

/** Sends all calls in parallel. Returns the number of accepted ones. */
async function race(
  calls: readonly { path: string; method?: string; body: object; as?: Person }[],
): Promise<number> {
  const answers = await Promise.all(
    calls.map(({ path, method = 'POST', body, as }) => {
      const init = {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...as?.headers },
      };
      return as ? fetch(new URL(path, server.server.address), init) : owner.fetch(path, init);
    }),
  );
  for (const answer of answers) expect(answer.status).toBeLessThan(500);
  return answers.filter(({ ok }) => ok).length;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const share = (account: string, right: 'r' | 'rw', permanent: boolean) => ({
  account,
  right,
  validity: permanent ? { kind: 'permanent' } : { kind: 'hours', hours: 24 },
});

it.each([
  ['permanent read-write shares of a project', SHARE_LIMITS.permanentWritePerProject, 'rw', true],
  ['read-write shares of a project', SHARE_LIMITS.writePerProject, 'rw', false],
] as const)('never allows more %s than %i', SLOW, async (_name, limit, right, permanent) => {
  const receivers = await people(CALLS);
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createProject(owner);
    const path = `/api/v1/projects/${id}/shares`;
    expect(
      await race(receivers.map(({ account }) => ({ path, body: share(account, right, permanent) }))),
    ).toBe(limit);
    await endShares();
  }
});

it.each([
  ['read-only shares of a receiver', SHARE_LIMITS.readPerReceiver, 'r'],
  ['read-write shares of a receiver', SHARE_LIMITS.writePerReceiver, 'rw'],
] as const)('never allows more %s than %i', SLOW, async (_name, limit, right) => {
  const projects = [];
  for (let index = 0; index < CALLS; index++) projects.push((await createProject(owner)).id);
  for (let round = 0; round < ROUNDS; round++) {
    const { account } = await person();
    const calls = projects.map((id) => ({
      path: `/api/v1/projects/${id}/shares`,
      body: share(account, right, false),
    }));
    expect(await race(calls)).toBe(limit);
    await endShares();
  }
});

it('never exceeds the limits of scenarios, API tokens, displays and company changes', SLOW, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const as = await person();
    const scenarios = times(CALLS, (index) => ({
      path: '/api/v1/scenarios',
      body: { name: `S ${index}` },
      as,
    }));
    expect(await race(scenarios)).toBe(MAX_CUSTOM_SCENARIOS);
    const scope = { projects: 'all', write: false };
    const tokens = times(CALLS, (index) => ({
      path: '/api/v1/account/api-tokens',
      body: { name: `T ${index}`, scope, expiresInDays: 7 },
      as,
    }));
    expect(await race(tokens)).toBe(API_TOKENS_MAX);
    const displays = times(CALLS, (index) => ({
      path: '/api/v1/account/displays',
      body: { name: `D ${index}`, projects: 'all', expiresInDays: 7 },
      as,
    }));
    expect(await race(displays)).toBe(DISPLAYS_MAX);
    const profile = (body: object) => ({ path: '/api/v1/account/profile', method: 'PATCH', body, as });
    expect(await race(times(CALLS, (index) => profile({ companyName: `C ${index}` })))).toBe(1);
    expect(await race(times(CALLS, (index) => profile({ companyLocation: `L ${index}` })))).toBe(1);
  }
});

it('never allows more than one gateway per project', TIMED, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createProject(owner);
    const devices = await server.register(...times(CALLS, () => createSampleDevice()));
    const calls = devices.map(({ sn, claimCode }, index) => ({
      path: `/api/v1/projects/${id}/devices`,
      body: { sn, claimCode, name: `GW-${index}` },
    }));
    expect(await race(calls)).toBe(1);
  }
});

it('never allows more than one open transfer per project', SLOW, async () => {
  const receivers = await people(CALLS);
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createProject(owner);
    const path = `/api/v1/projects/${id}/transfer`;
    expect(await race(receivers.map(({ account }) => ({ path, body: { account } })))).toBe(1);
  }
});
