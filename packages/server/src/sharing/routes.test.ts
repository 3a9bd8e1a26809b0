import { ERRORS, SHARE_LIMITS } from '@northlight/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import {
  acceptTransfer,
  createProject,
  startTestServer,
  TEST_PASSWORD,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

const OWNER = 'sharing-owner@example.com';
const NO_PROJECT = 9_999_999;

let server: TestServer;
let owner: TestBrowser;
let accounts = 0;

/** Creates accounts with browsers. Advances the clock, because some limits count per minute. */
async function people(count: number): Promise<{ account: string; browser: TestBrowser }[]> {
  const made = [];
  for (let index = 0; index < count; index++) {
    const account = `receiver${++accounts}@example.com`;
    made.push({ account, browser: await server.signedUp(account) });
    await server.clock.advance(2 * MINUTE_MS);
  }
  return made;
}

const share = (projectId: number, account: string, right: 'r' | 'rw', more: object = {}) => ({
  params: { projectId },
  body: { account, right, validity: { kind: 'permanent' as const }, ...more },
});

const get = (projectId: number) => ({ params: { projectId } });

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  owner = await server.signedUp(OWNER);
  await server.clock.advance(MINUTE_MS);
});
afterAll(() => server[Symbol.asyncDispose]());

const confirmIdentity = () => owner.call('identityConfirm', { body: { password: TEST_PASSWORD } });
beforeEach(confirmIdentity);

describe('a share', () => {
  it('gives its receiver access with reasons for denied operations', async () => {
    const project = await createProject(owner);
    const [reader, writer] = await people(2);
    await owner.call('shareCreate', share(project.id, reader!.account, 'r'));
    await owner.call('shareCreate', share(project.id, writer!.account, 'rw'));
    const seen = await reader!.browser.call('projectGet', get(project.id));
    expect(seen).toMatchObject({ right: 'r', property: 'shared-read-only', isShare: true });
    expect(seen.can.write).toMatchObject({ allowed: false, code: 173, askWho: seen.owner });
    const managed = await writer!.browser.call('projectGet', get(project.id));
    expect(managed).toMatchObject({ right: 'rw', property: 'shared-manageable' });
    expect(managed.can).toMatchObject({ write: { allowed: true }, own: { allowed: false, code: 173 } });
    const { items } = await reader!.browser.call('projectList', { query: {} });
    expect(items.map(({ id }) => id)).toEqual([project.id]);
    const refused = await reader!.browser.refused('projectPasswordReveal', get(project.id));
    expect(refused).toMatchObject({ status: 403, body: { code: 173 } });
    const owners = await writer!.browser.refused('projectDelete', get(project.id));
    expect(owners).toMatchObject({ status: 403, body: { code: 173 } });
  });

  it('is listed for other receivers only to the owner', async () => {
    const project = await createProject(owner);
    const [one, two] = await people(2);
    await owner.call('shareCreate', share(project.id, one!.account, 'r'));
    await owner.call('shareCreate', share(project.id, two!.account, 'rw'));
    expect((await owner.call('sharingGet', get(project.id))).items).toHaveLength(2);
    const { items, can } = await two!.browser.call('sharingGet', get(project.id));
    expect(items.map(({ account }) => account)).toEqual([two!.account]);
    expect(can).toMatchObject({ share: { allowed: false, code: 173 }, leave: { allowed: true } });
  });

  it('expires with code 74 for 30 days, and then with code 73 like a missing project', async () => {
    const project = await createProject(owner);
    const [receiver] = await people(1);
    const created = await owner.call(
      'shareCreate',
      share(project.id, receiver!.account, 'rw', { validity: { kind: 'hours', hours: 2 } }),
    );
    await receiver!.browser.call('projectGet', get(project.id));
    await server.clock.leap(2 * HOUR_MS);
    expect((await receiver!.browser.refused('projectGet', get(project.id))).body.code).toBe(74);
    expect((await receiver!.browser.call('projectList', { query: {} })).items).toEqual([]);
    const mine = await receiver!.browser.call('shareReceivedList', {});
    expect(mine.items).toMatchObject([{ id: created.id, state: 'expired' }]);
    await receiver!.browser.call('shareExtensionAsk', {
      params: { shareId: created.id },
      body: { note: 'Not done yet' },
    });
    const listed = await owner.call('sharingGet', get(project.id));
    expect(listed.items[0]?.extension?.note).toBe('Not done yet');
    await confirmIdentity();
    await owner.call('shareChange', {
      params: { projectId: project.id, shareId: created.id },
      body: { validity: { kind: 'hours', hours: 1 } },
    });
    await receiver!.browser.call('projectGet', get(project.id));
    await server.clock.leap(HOUR_MS + 29 * DAY_MS);
    const account = { account: receiver!.account, password: 'correct horse battery', remember: true };
    await receiver!.browser.call('signIn', { body: account });
    expect((await receiver!.browser.refused('projectGet', get(project.id))).body.code).toBe(74);
    await server.clock.leap(DAY_MS);
    const gone = await receiver!.browser.refused('projectGet', get(project.id));
    const none = await receiver!.browser.refused('projectGet', get(NO_PROJECT));
    expect({ ...gone.body, requestId: '' }).toEqual({ ...none.body, requestId: '' });
    expect(gone.body.code).toBe(73);
    await owner.call('signIn', { body: { ...account, account: OWNER } });
  });

  it('can be removed by the owner and left by its receiver', async () => {
    const project = await createProject(owner);
    const [one, two] = await people(2);
    const { id } = await owner.call('shareCreate', share(project.id, one!.account, 'rw'));
    await owner.call('shareCreate', share(project.id, two!.account, 'r'));
    await owner.call('shareRemove', { params: { projectId: project.id, shareId: id } });
    expect((await one!.browser.refused('projectGet', get(project.id))).body.code).toBe(73);
    await two!.browser.call('shareLeave', get(project.id));
    expect((await two!.browser.refused('projectGet', get(project.id))).body.code).toBe(73);
    expect((await owner.call('sharingGet', get(project.id))).items).toEqual([]);
    const again = await owner.refused('shareRemove', { params: { projectId: project.id, shareId: id } });
    expect(again.body.code).toBe(ERRORS.shareGone.code);
  });

  it('replaces an earlier share only on request (code 63) and rejects an equal share (code 21)', async () => {
    const project = await createProject(owner);
    const [receiver] = await people(1);
    const { account } = receiver!;
    await owner.call('shareCreate', share(project.id, account, 'r'));
    expect((await owner.refused('shareCreate', share(project.id, account, 'r'))).body.code).toBe(21);
    expect((await owner.refused('shareCreate', share(project.id, account, 'rw'))).body.code).toBe(63);
    await owner.call('shareCreate', share(project.id, account, 'rw', { overwrite: true }));
    const { items } = await owner.call('sharingGet', get(project.id));
    expect(items.map(({ right }) => right)).toEqual(['rw']);
  });

  it('is rejected for the owner (code 28), an unknown account (22), a foreign project (73) and a past time', async () => {
    const project = await createProject(owner);
    const [receiver] = await people(1);
    expect((await owner.refused('shareCreate', share(project.id, OWNER.toUpperCase(), 'r'))).body.code).toBe(
      28,
    );
    const unknown = await owner.refused('shareCreate', share(project.id, 'unknown@example.com', 'r'));
    expect(unknown.body).toMatchObject({ code: 22, fields: { account: ERRORS.shareAccountUnknown.message } });
    const foreign = await receiver!.browser.refused('shareCreate', share(project.id, OWNER, 'r'));
    expect(foreign.body.code).toBe(73);
    const past = share(project.id, receiver!.account, 'r', {
      validity: { kind: 'until', at: new Date(server.clock.now() - 1).toISOString() },
    });
    expect((await owner.refused('shareCreate', past)).body.fields).toHaveProperty('validity.at');
  });

  it('limits "account does not exist" answers to 20 an hour', async () => {
    const [curious] = await people(1);
    const project = await createProject(curious!.browser);
    await server.clock.leap(HOUR_MS);
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        curious!.browser.refused('shareCreate', share(project.id, `unknown${index}@example.com`, 'r')),
      ),
    );
    expect(tries.filter(({ body }) => body.code === 22)).toHaveLength(20);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it(
    'respects the limits per project and per receiver under fifty parallel calls',
    { tags: ['proof'] },
    async () => {
      const project = await createProject(owner);
      const crowd = await people(50);
      await confirmIdentity();
      const outcomes = async (body: (account: string) => ReturnType<typeof share>) => {
        const answers = await Promise.all(
          crowd.map(({ account }) =>
            owner.fetch(`/api/v1/projects/${project.id}/shares`, post(body(account).body)),
          ),
        );
        return answers.map(({ status }) => status);
      };
      const permanent = await outcomes((account) => share(project.id, account, 'rw'));
      expect(permanent.filter((status) => status === 201)).toHaveLength(
        SHARE_LIMITS.permanentWritePerProject,
      );
      const timed = await outcomes((account) =>
        share(project.id, account, 'rw', { validity: { kind: 'hours', hours: 24 }, overwrite: true }),
      );
      // Replacing a permanent share by a temporary one frees no slot in the total limit.
      expect(timed.filter((status) => status === 201).length).toBeGreaterThanOrEqual(
        SHARE_LIMITS.writePerProject - SHARE_LIMITS.permanentWritePerProject,
      );
      expect((await owner.call('sharingGet', get(project.id))).counts?.write).toBe(
        SHARE_LIMITS.writePerProject,
      );

      const [receiver] = crowd;
      const projects = [];
      for (let index = 0; index < 50; index++) projects.push(await createProject(owner));
      const reading = await Promise.all(
        projects.map(({ id }) =>
          owner.fetch(`/api/v1/projects/${id}/shares`, post(share(id, receiver!.account, 'r').body)),
        ),
      );
      expect(reading.filter(({ status }) => status === 201)).toHaveLength(SHARE_LIMITS.readPerReceiver);
      const writing = await Promise.all(
        projects.map(({ id }) =>
          owner.fetch(
            `/api/v1/projects/${id}/shares`,
            post(share(id, receiver!.account, 'rw', { overwrite: true }).body),
          ),
        ),
      );
      const { items } = await receiver!.browser.call('shareReceivedList', {});
      expect(writing.some(({ status }) => status === 409)).toBe(true);
      expect(items.filter(({ right }) => right === 'rw')).toHaveLength(SHARE_LIMITS.writePerReceiver);
    },
  );
});

function post(body: object): RequestInit {
  return {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  };
}

describe('a transfer', () => {
  it('moves the project to the receiver only when it is accepted', async () => {
    const project = await createProject(owner);
    const [receiver] = await people(1);
    await owner.call('shareCreate', share(project.id, receiver!.account, 'r'));
    const offer = await owner.call('transferCreate', {
      ...get(project.id),
      body: { account: receiver!.account },
    });
    expect(
      (await owner.refused('transferCreate', { ...get(project.id), body: { account: receiver!.account } }))
        .body.code,
    ).toBe(ERRORS.transferPending.code);
    expect((await receiver!.browser.call('transferReceivedList', {})).items).toMatchObject([
      { id: offer.id },
    ]);
    const review = await receiver!.browser.call('transferReview', { params: { transferId: offer.id } });
    expect(review).toMatchObject({ devices: [], openAlarms: [], pendingChanges: [], shares: 1 });
    await owner.call('projectGet', get(project.id));
    const taken = await receiver!.browser.call('transferAccept', {
      params: { transferId: offer.id },
      body: { revision: review.revision },
    });
    expect(taken.projectId).toBe(project.id);
    expect((await owner.refused('projectGet', get(project.id))).body.code).toBe(73);
    const now = await receiver!.browser.call('projectGet', get(project.id));
    expect(now).toMatchObject({ property: 'own', right: 'rw' });
    expect((await receiver!.browser.call('sharingGet', get(project.id))).items).toEqual([]);
    await receiver!.browser.call('transferCreate', {
      ...get(project.id),
      body: { account: OWNER },
    });
  });

  it('is refused when the project has changed since the review', async () => {
    const project = await createProject(owner);
    const [receiver, third] = await people(2);
    await confirmIdentity();
    const offer = await owner.call('transferCreate', {
      ...get(project.id),
      body: { account: receiver!.account },
    });
    const params = { transferId: offer.id };
    const { revision } = await receiver!.browser.call('transferReview', { params });
    await owner.call('shareCreate', share(project.id, third!.account, 'rw'));
    const refused = await receiver!.browser.refused('transferAccept', { params, body: { revision } });
    expect(refused).toMatchObject({ status: 409, body: { code: ERRORS.configConflict.code } });
    expect((await owner.call('projectGet', get(project.id))).property).toBe('own');
    await acceptTransfer(receiver!.browser, offer.id);
  });

  it('is visible to its receiver only, expires after 7 days (error 64), and can be cancelled or declined', async () => {
    const project = await createProject(owner);
    const [receiver, stranger] = await people(2);
    const offer = () =>
      owner.call('transferCreate', { ...get(project.id), body: { account: receiver!.account } });
    const first = await offer();
    const params = { transferId: first.id };
    expect((await stranger!.browser.refused('transferReview', { params })).body.code).toBe(
      ERRORS.transferInvalid.code,
    );
    expect(
      (await stranger!.browser.refused('transferAccept', { params, body: { revision: '' } })).body.code,
    ).toBe(ERRORS.transferInvalid.code);
    await owner.call('transferCancel', get(project.id));
    expect(
      (await receiver!.browser.refused('transferAccept', { params, body: { revision: '' } })).body.code,
    ).toBe(ERRORS.transferInvalid.code);
    const second = await offer();
    await receiver!.browser.call('transferDecline', { params: { transferId: second.id } });
    const third = await offer();
    await server.clock.leap(7 * DAY_MS);
    const account = { account: receiver!.account, password: 'correct horse battery', remember: true };
    await receiver!.browser.call('signIn', { body: account });
    await owner.call('signIn', { body: { ...account, account: OWNER } });
    const late = await receiver!.browser.refused('transferAccept', {
      params: { transferId: third.id },
      body: { revision: '' },
    });
    expect(late.body.code).toBe(64);
    await offer();
    expect((await owner.refused('projectDelete', get(project.id))).body.code).toBe(
      ERRORS.transferPending.code,
    );
    expect((await owner.call('projectGet', get(project.id))).property).toBe('own');
  });

  it('has one outcome when it is accepted and cancelled in parallel', { tags: ['proof'] }, async () => {
    const [receiver] = await people(1);
    for (let round = 0; round < 10; round++) {
      const project = await createProject(owner);
      const offer = await owner.call('transferCreate', {
        ...get(project.id),
        body: { account: receiver!.account },
      });
      const [accepted, cancelled] = await Promise.all([
        receiver!.browser.fetch(`/api/v1/transfers/${offer.id}/accept`, { method: 'POST' }),
        owner.fetch(`/api/v1/projects/${project.id}/transfer`, { method: 'DELETE' }),
      ]);
      expect([accepted.status, cancelled.status].filter((status) => status === 200)).toHaveLength(1);
      const holder = accepted.status === 200 ? receiver!.browser : owner;
      const other = accepted.status === 200 ? owner : receiver!.browser;
      await holder.call('projectGet', get(project.id));
      expect((await other.refused('projectGet', get(project.id))).body.code).toBe(73);
    }
  });
});
