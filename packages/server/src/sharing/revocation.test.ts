import { findCapabilities, type NetworkConfig } from '@northlight/contract';
import { PROTOCOL_VERSION } from '@northlight/contract/device-protocol';
import type { DeviceConnection } from '@northlight/device-plane';
import { HOUR_MS, MINUTE_MS, hashSha256Hex } from '@northlight/runtime';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { insertDevice } from '../devices/index.ts';
import { commit } from '../platform/work.ts';
import {
  acceptTransfer,
  buildBirth,
  createProject,
  createSampleDevice,
  startTestServer,
  TEST_PASSWORD,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

const SWITCHES = 167;
const CONFIG: NetworkConfig = {
  vlans: [{ id: 30, name: 'Guests', ip: '10.1.30.1', prefix: 24, ports: [] }],
  dhcpPools: [],
};

let server: TestServer;
let owner: TestBrowser;
let helper: TestBrowser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  owner = await server.signedUp('owner@example.com');
  await server.clock.advance(2 * MINUTE_MS);
  helper = await server.signedUp('helper@example.com');
});
afterAll(() => server[Symbol.asyncDispose]());

/** Creates a project with offline switches, shared read-write with the helper. */
async function sharedProject(hours: number): Promise<{ id: number; shareId: string; devices: string[] }> {
  const { id } = await createProject(owner);
  const caps = findCapabilities('NL-SW24P');
  if (!caps) throw new Error('There is no such model.');
  const devices: string[] = [];
  await commit(server.services, async (work) => {
    for (let index = 0; index < SWITCHES; index++) {
      const { sn, mac } = createSampleDevice();
      const own = index < 99 ? caps : { ...caps, tier: 'core' as const };
      const row = {
        projectId: id,
        sn,
        mac,
        model: 'NL-SW24P',
        name: `SW-${index}`,
        caps: own,
        role: 'switch' as const,
      };
      devices.push(await insertDevice(work, row));
    }
    await server.services.assignConfiguration(work, id, devices);
  });
  const share = {
    account: 'helper@example.com',
    right: 'rw' as const,
    validity: { kind: 'hours' as const, hours },
  };
  const created = await owner.call('shareCreate', { params: { projectId: id }, body: share });
  return { id, shareId: created.id, devices };
}

/** Connects a device and returns the number of messages that it is sent. */
async function countSent(deviceId: string): Promise<number> {
  const { plane } = server.services;
  let sent = 0;
  const connection: DeviceConnection = {
    deviceId,
    session: undefined,
    lastActiveAt: server.clock.now(),
    publish: () => void sent++,
    close: () => undefined,
  };
  await plane.connected(connection);
  const base = { ...createSampleDevice(), model: 'NL-SW24P' };
  await plane.receive(connection, 'birth', { ...buildBirth(base), v: PROTOCOL_VERSION, session: deviceId });
  return sent;
}

const apply = (projectId: number, baseVersion = 0) =>
  helper.call('networkConfigApply', { params: { projectId }, body: { baseVersion, config: CONFIG } });

describe('queued work of an account whose permission has ended', () => {
  it(
    'does not run after the share ended or the account was disabled, in 500 pushes',
    { tags: ['proof'], timeout: 120_000 },
    async () => {
      const removed = await sharedProject(24);
      const expired = await sharedProject(1);
      const disabled = await sharedProject(24);
      const kept = await sharedProject(24);
      for (const { id } of [removed, expired, disabled, kept]) await apply(id);

      await owner.call('shareRemove', { params: { projectId: removed.id, shareId: removed.shareId } });
      await server.services.plane.processAll();
      const job = await owner.call('jobList', { params: { projectId: removed.id } });
      expect(new Set(job.items[0]?.rows.map(({ state }) => state))).toEqual(new Set(['skipped']));

      let keptRun = 0;
      for (const id of kept.devices) keptRun += await countSent(id);
      expect(keptRun).toBe(SWITCHES);

      await server.clock.advance(HOUR_MS);
      let run = 0;
      for (const id of [...removed.devices, ...expired.devices]) run += await countSent(id);
      await server.services.db
        .updateTable('accounts')
        .set({ disabled_at: new Date(server.clock.now()) })
        .where('account', '=', 'helper@example.com')
        .execute();
      for (const id of disabled.devices) run += await countSent(id);
      process.stdout.write(
        `S9: ${3 * SWITCHES} queued pushes of a revoked account, ${run} run; ${keptRun} of ${SWITCHES} of one with its right\n`,
      );
      expect(run).toBe(0);
      const { items } = await owner.call('deviceList', { params: { projectId: expired.id } });
      expect(items[0]).toMatchObject({ state: 7, config: { status: 'rejected' } });
      await server.services.db.updateTable('accounts').set({ disabled_at: null }).execute();
    },
  );
});

/** Opens a stream, runs `end` and reads the stream until it ends; returns its text. */
async function endOfStream(
  browser: TestBrowser,
  projectId: number | undefined,
  end: () => Promise<unknown>,
): Promise<string> {
  const path = projectId === undefined ? '/api/v1/live' : `/api/v1/live?projectId=${projectId}`;
  const response = await browser.fetch(path);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('There is no stream.');
  await reader.read();
  await end();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
  }
}

describe('open streams', () => {
  it('end at once when the session ends in any way', async () => {
    const operator = server.browser();
    const { account = '', password = '' } = server.server.administrator ?? {};
    await operator.call('signIn', { body: { account, password } });
    const { items } = await operator.call('accountList', { query: { search: 'helper@' } });
    const params = { accountId: items[0]?.id ?? '' };
    const signInHelper = async (): Promise<TestBrowser> => {
      const browser = server.browser();
      await browser.call('signIn', {
        body: { account: 'helper@example.com', password: 'correct horse battery', remember: true },
      });
      return browser;
    };
    const ends: Record<string, (browser: TestBrowser) => Promise<unknown>> = {
      'signed out': (browser) => browser.call('signOut', {}),
      'ended from another browser': () => helper.call('accountSessionRevokeOthers', {}),
      disabled: () => operator.call('accountUpdate', { params, body: { disabled: true } }),
      'signed out everywhere': () => operator.call('accountSignOut', { params }),
    };
    for (const [how, end] of Object.entries(ends)) {
      const browser = await signInHelper();
      const text = await endOfStream(browser, undefined, () => end(browser));
      expect(text, how).toContain('event: ended');
      await operator.call('accountUpdate', { params, body: { disabled: false } });
    }
    helper = await signInHelper();
  });

  it('end within 1 min after a session that ended without a message', async () => {
    const browser = await server.signedUp();
    const text = await endOfStream(browser, undefined, async () => {
      const sessions = server.services.db
        .updateTable('sessions')
        .set({ ended_at: new Date(), ended_code: 10 });
      await sessions
        .where('token_hash', '=', hashSha256Hex(/northlight=([^;]+)/.exec(browser.cookieHeader)?.[1] ?? ''))
        .execute();
      await server.clock.advance(MINUTE_MS);
    });
    expect(text).toContain('event: ended');
  });

  it('end at once when the share of the project is removed or expires, or the project is deleted or transferred', async () => {
    const make = async () => {
      const { id } = await createProject(owner);
      const share = {
        account: 'helper@example.com',
        right: 'r' as const,
        validity: { kind: 'hours' as const, hours: 1 },
      };
      const { id: shareId } = await owner.call('shareCreate', { params: { projectId: id }, body: share });
      return { id, shareId };
    };
    const ends: Record<string, (made: { id: number; shareId: string }) => Promise<unknown>> = {
      removed: ({ id, shareId }) => owner.call('shareRemove', { params: { projectId: id, shareId } }),
      expired: () => server.clock.advance(5 * MINUTE_MS),
      deleted: async ({ id }) => {
        await owner.call('identityConfirm', { body: { password: TEST_PASSWORD } });
        return owner.call('projectDelete', { params: { projectId: id } });
      },
    };
    for (const [how, end] of Object.entries(ends)) {
      const made = await make();
      // Opens the stream 5 min before the share expires, because a stream lasts 10 min.
      if (how === 'expired') await server.clock.advance(HOUR_MS - 5 * MINUTE_MS);
      const text = await endOfStream(helper, made.id, () => end(made));
      expect(text, how).toContain('event: ended');
    }
    const { id } = await createProject(owner);
    const body = { account: 'helper@example.com' };
    const text = await endOfStream(owner, id, async () => {
      const offer = await owner.call('transferCreate', { params: { projectId: id }, body });
      await acceptTransfer(helper, offer.id);
    });
    expect(text).toContain('event: ended');
  });
});
