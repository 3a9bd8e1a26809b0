import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import type { BaseDevice } from './base-devices.ts';
import { WRONG_CODES_PER_HOUR } from './claim-limit.ts';
import { importSheet } from './testing/import-sheet.ts';

const HOUR_MS = 3_600_000;
const REFUSED = 140;
const LOCKED = 80;
const MAX_ROWS = 500;

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

interface Guesser {
  readonly browser: TestBrowser;
  readonly params: { readonly projectId: number };
}

/** Signs up an account with a project in the time zone of Kolkata, 5 h 30 min ahead of UTC. */
async function signUp(): Promise<Guesser> {
  const browser = await world.signedUp();
  const { id: projectId } = await createProject(browser, { timeZone: 'Asia/Kolkata' });
  return { browser, params: { projectId } };
}

let last = 0;
const createWrong = (count: number) =>
  Array.from({ length: count }, () => {
    last += 1;
    return { sn: `NLUNKNOWN${String(last).padStart(8, '0')}`, claimCode: '0123456789' };
  });
const registerEntry = async () => {
  const [base] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  return { sn: base.sn, claimCode: base.claimCode };
};
type Entry = Awaited<ReturnType<typeof registerEntry>>;

const check = async ({ browser, params }: Guesser, devices: readonly Entry[]) =>
  (await browser.call('deviceBatchCheck', { params, body: { devices: [...devices] } })).rows;
const addList = async ({ browser, params }: Guesser, devices: readonly Entry[]) =>
  (await browser.call('deviceBatchAdd', { params, body: { devices: [...devices] } })).rows;
const addFile = ({ browser, params }: Guesser, devices: readonly Entry[]) =>
  browser.call('deviceImport', {
    params,
    file: importSheet(devices.map(({ claimCode, sn }) => [sn, claimCode])),
  } as never);
const addOne = ({ browser, params }: Guesser, body: Entry) => browser.refused('deviceAdd', { params, body });
const listCodes = (rows: readonly { readonly code?: number | undefined }[]) =>
  new Set(rows.map(({ code }) => code));

/** Makes ten additions with a wrong claim code. */
async function lockAccount(guesser: Guesser): Promise<void> {
  for (const wrong of createWrong(10)) expect((await addOne(guesser, wrong)).body.code).toBe(REFUSED);
}

/** Formats a time of the project's clock in full minutes, rounded up. */
const formatMinute = (time: number): string => {
  const minutes = Math.ceil(time / 60_000) + 5 * 60 + 30;
  return [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
};

describe('the limit of wrong claim codes', () => {
  test('locks an account after ten additions with a wrong claim code, and names the end', async () => {
    const guesser = await signUp();
    const begin = world.clock.now();
    await lockAccount(guesser);
    await world.clock.leap(600_000);
    const answer = await guesser.browser.fetch(`/api/v1/projects/${guesser.params.projectId}/devices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(createWrong(1)[0]),
    });
    const body = (await answer.json()) as { code: number; message: string };
    const seconds = Math.ceil((begin + HOUR_MS - world.clock.now()) / 1000);
    expect([answer.status, body.code, answer.headers.get('retry-after')]).toEqual([
      429,
      LOCKED,
      String(seconds),
    ]);
    expect(body.message).toBe(`Locked until ${formatMinute(begin + HOUR_MS)} after 10 wrong claim codes.`);
    const [row] = await check(guesser, createWrong(1));
    expect(row).toMatchObject({
      code: LOCKED,
      error: body.message,
      lockedUntil: new Date(begin + HOUR_MS).toISOString(),
    });
    await world.clock.leap(seconds * 1000);
    expect((await addOne(guesser, createWrong(1)[0] as Entry)).body.code).toBe(REFUSED);
  });

  test('counts fifty parallel additions one after another', async () => {
    const guesser = await signUp();
    const answers = await Promise.all(createWrong(50).map((wrong) => addOne(guesser, wrong)));
    expect(answers.filter(({ body }) => body.code === REFUSED)).toHaveLength(10);
  });

  test('counts a list or a file as one attempt, however many of its claim codes are wrong', async () => {
    const guesser = await signUp();
    const right = await registerEntry();
    for (let attempt = 0; attempt < 4; attempt++) {
      expect(listCodes(await addList(guesser, createWrong(16)))).toEqual(new Set([REFUSED]));
      expect(listCodes((await addFile(guesser, createWrong(16))).rows)).toEqual(new Set([REFUSED]));
    }
    expect((await addOne(guesser, createWrong(1)[0] as Entry)).body.code).toBe(REFUSED);
    expect(listCodes(await addList(guesser, [...createWrong(16), right]))).toEqual(
      new Set([REFUSED, undefined]),
    );
    expect(listCodes(await addList(guesser, createWrong(2)))).toEqual(new Set([LOCKED]));
  });

  test('is not reached by checks while a user corrects a list', async () => {
    const guesser = await signUp();
    const right = await registerEntry();
    const list = createWrong(16);
    for (const { sn } of list)
      for (const claimCode of ['1123456789', '2123456789']) {
        const corrected = list.map((entry) => (entry.sn === sn ? { sn, claimCode } : entry));
        expect(listCodes(await check(guesser, corrected))).toEqual(new Set([REFUSED]));
      }
    expect(listCodes(await addList(guesser, [right]))).toEqual(new Set([undefined]));
  });

  test('admits rows whose claim codes were right before, while the account is locked', async () => {
    const guesser = await signUp();
    const [proven, unproven] = [await registerEntry(), await registerEntry()];
    expect(listCodes(await check(guesser, [proven]))).toEqual(new Set([undefined]));
    await lockAccount(guesser);
    const rows = await addList(guesser, [proven, unproven, { ...proven, sn: unproven.sn }]);
    expect(rows.map(({ code, deviceId }) => [code, deviceId !== undefined])).toEqual([
      [undefined, true],
      [LOCKED, false],
      [400, false],
    ]);
    // A claim code that was right for another account is no proof for this one.
    const other = await signUp();
    await check(other, [unproven]);
    expect((await addOne(guesser, unproven)).body.code).toBe(LOCKED);
  });

  test(
    'ends comparisons after many different wrong claim codes, and counts each of them once',
    { tags: ['proof'] },
    async () => {
      const guesser = await signUp();
      const right = await registerEntry();
      const begin = world.clock.now();
      const lists = Array.from({ length: WRONG_CODES_PER_HOUR / MAX_ROWS }, () => createWrong(MAX_ROWS));
      const [first = []] = lists;
      for (const list of lists.slice(0, -1)) await check(guesser, list);
      for (let again = 0; again < 3; again++) await check(guesser, first);
      const rows = await check(guesser, [...(lists.at(-1) ?? []).slice(1), right]);
      expect(rows.filter(({ code }) => code === REFUSED)).toHaveLength(MAX_ROWS - 1);
      expect(rows.at(-1)?.code).toBeUndefined();
      const beyond = await check(guesser, createWrong(3));
      expect(beyond.map(({ code }) => code)).toEqual([REFUSED, LOCKED, LOCKED]);
      expect(beyond[1]?.error).toBe(
        `Locked until ${formatMinute(begin + HOUR_MS)} after 2,000 wrong claim codes.`,
      );
      expect(listCodes(await addList(guesser, [right]))).toEqual(new Set([undefined]));
      expect((await addOne(guesser, await registerEntry())).body.code).toBe(LOCKED);
      await world.clock.leap(HOUR_MS);
      expect(listCodes(await check(guesser, createWrong(3)))).toEqual(new Set([REFUSED]));
    },
  );
});
