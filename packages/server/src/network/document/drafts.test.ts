import { EDITOR_HEARTBEAT_SECONDS, type NetworkConfig } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const vlan = (id: number, name = `VLAN ${id}`) => ({ id, name, ip: `10.0.${id}.1`, prefix: 24, ports: [] });
const withVlans = (...ids: number[]): NetworkConfig => ({ vlans: ids.map((id) => vlan(id)), dhcpPools: [] });

async function site() {
  const { id: projectId } = await createProject(owner);
  const params = { projectId };
  return {
    params,
    save: async (version: number, config: NetworkConfig, baseVersion = 0) =>
      (await owner.call('networkDraftSave', { params, body: { version, baseVersion, config } })).draft,
    draft: async (who = owner) => (await who.call('networkDraftGet', { params })).draft,
    apply: (baseVersion: number, config: NetworkConfig) =>
      owner.call('networkConfigApply', { params, body: { baseVersion, config } }),
    /** Signs up another account that may configure the project. */
    colleague: async () => {
      const other = await world.signedUp();
      const { account } = await other.call('sessionGet', {});
      await owner.call('shareCreate', {
        params,
        body: { account: account.account, right: 'rw', validity: { kind: 'permanent' } },
      });
      return other;
    },
  };
}

test('stores edits for every window of the account and hides them from other accounts', async () => {
  const { colleague, draft, params, save } = await site();
  expect(await draft()).toBeUndefined();
  const first = await save(0, withVlans(20));
  expect(first).toMatchObject({ version: 1, baseVersion: 0, base: { vlans: [] } });
  expect(await draft()).toEqual(first);
  const other = await colleague();
  expect(await draft(other)).toBeUndefined();
  // A draft may violate rules while it is being edited.
  const broken: NetworkConfig = { vlans: [vlan(20), vlan(20, 'Twice')], dhcpPools: [] };
  expect(await save(1, broken)).toMatchObject({ version: 2, config: broken });
  expect((await owner.call('networkConfigGet', { params })).config.vlans).toEqual([]);
});

test('refuses to overwrite another version of a draft, and deletes a discarded draft', async () => {
  const { draft, params, save } = await site();
  await save(0, withVlans(20));
  await save(1, withVlans(20, 30));
  for (const version of [0, 1, 3]) {
    const refused = await owner.refused('networkDraftSave', {
      params,
      body: { version, baseVersion: 0, config: withVlans(40) },
    });
    expect(refused.status).toBe(409);
  }
  expect(await draft()).toMatchObject({ config: withVlans(20, 30) });
  await owner.call('networkDraftDiscard', { params });
  expect(await draft()).toBeUndefined();
  const late = { version: 2, baseVersion: 0, config: withVlans() };
  expect((await owner.refused('networkDraftSave', { params, body: late })).status).toBe(409);
  expect(await save(0, withVlans(50))).toMatchObject({ version: 1 });
  // Without changes there is no draft.
  expect(await save(1, withVlans())).toBeUndefined();
  expect(await draft()).toBeUndefined();
  expect(await save(0, withVlans())).toBeUndefined();
});

test('refuses an unknown base version and an invalid document at their fields', async () => {
  const { params, save } = await site();
  const refused = await owner.refused('networkDraftSave', {
    params,
    body: { version: 0, baseVersion: 7, config: withVlans(20) },
  });
  expect(refused.body.fields).toHaveProperty('baseVersion');
  const half = { version: 0, baseVersion: 0, config: { vlans: [{ id: 'x' }] } };
  expect((await owner.refused('networkDraftSave', { params, body: half as never })).status).toBe(400);
  await expect(save(0, withVlans(20))).resolves.toBeDefined();
});

test('applies a draft and deletes it, and keeps drafts of other accounts on their old base', async () => {
  const { apply, colleague, draft, params, save } = await site();
  const other = await colleague();
  await other.call('networkDraftSave', {
    params,
    body: { version: 0, baseVersion: 0, config: withVlans(70) },
  });
  await save(0, withVlans(20));
  await apply(0, withVlans(20));
  expect(await draft()).toBeUndefined();
  expect(await draft(other)).toMatchObject({ baseVersion: 0, config: withVlans(70) });
  // The draft cannot be applied over a newer version.
  const refused = await other.refused('networkConfigApply', {
    params,
    body: { baseVersion: 0, config: withVlans(70) },
  });
  expect(refused.status).toBe(409);
});

test('lists another editor until its page is closed and its staged changes are discarded', async () => {
  const { colleague, params } = await site();
  const other = await colleague();
  const editorsSeenBy = async (browser: TestBrowser) =>
    (await browser.call('networkEditorHeartbeat', { params })).items;
  expect(await editorsSeenBy(owner)).toEqual([]);
  expect(await editorsSeenBy(other)).toMatchObject([{ changes: 0, present: true }]);
  await other.call('networkDraftSave', {
    params,
    body: { version: 0, baseVersion: 0, config: withVlans(20, 30) },
  });
  expect(await editorsSeenBy(owner)).toMatchObject([{ changes: 2, present: true }]);
  await world.clock.advance(3 * EDITOR_HEARTBEAT_SECONDS * 1000);
  // The editor has closed the page, but the changes are still staged.
  expect(await editorsSeenBy(owner)).toMatchObject([{ changes: 2, present: false }]);
  await other.call('networkDraftDiscard', { params });
  expect(await editorsSeenBy(owner)).toEqual([]);
});

test('names a job after the VLANs that it applies and removes, also for a VLAN that was removed before', async () => {
  const { apply } = await site();
  await apply(0, withVlans(20, 30));
  const title = async (version: number, config: ReturnType<typeof withVlans>) =>
    (await apply(version, config)).job.title;
  expect(await title(1, withVlans(20))).toBe('Remove VLAN 30');
  expect(await title(2, withVlans(40))).toBe('Apply VLAN 40, remove VLAN 20');
  expect(await title(3, withVlans())).toBe('Remove VLAN 40');
  expect(await title(4, withVlans(50, 60, 70, 80))).toBe('Apply VLAN 50, VLAN 60, VLAN 70 and 1 more');
  expect(await title(5, withVlans(20, 30, 80))).toBe('Apply VLAN 20, VLAN 30, remove VLAN 50 and 2 more');
});

test('stores every applied configuration, compares it with another configuration, and stages it again', async () => {
  const { apply, params, save } = await site();
  await apply(0, withVlans(20));
  await apply(1, withVlans(20, 30));
  await apply(2, withVlans(30));
  const { items } = await owner.call('networkHistoryList', { params });
  expect(items.map(({ version, title }) => [version, title])).toEqual([
    [3, 'Remove VLAN 20'],
    [2, 'Apply VLAN 30'],
    [1, 'Apply VLAN 20'],
  ]);
  expect(items[0]?.jobId).toBeDefined();
  expect(
    items.map(({ changeCount, changes }) => [changeCount, changes.map(({ setting }) => setting)]),
  ).toEqual([
    [1, ['VLAN 20']],
    [1, ['VLAN 30']],
    [1, ['VLAN 20']],
  ]);
  const compare = async (since: number, version: number) =>
    (
      await owner.call('networkHistoryCompare', { params: { ...params, version }, query: { since } })
    ).items.map(({ after, now, setting }) => [setting, now !== undefined, after !== undefined]);
  expect(await compare(1, 3)).toEqual([
    ['VLAN 20', true, false],
    ['VLAN 30', false, true],
  ]);
  expect(await compare(3, 1)).toEqual([
    ['VLAN 30', true, false],
    ['VLAN 20', false, true],
  ]);
  expect(await compare(0, 2)).toHaveLength(2);
  const { config } = await owner.call('networkHistoryGet', { params: { ...params, version: 1 } });
  expect(await save(0, config, 3)).toMatchObject({ config: withVlans(20), base: withVlans(30) });
  const unknown = await owner.refused('networkHistoryGet', { params: { ...params, version: 9 } });
  expect(unknown.status).toBe(404);
});

test('returns a long history in pages', async () => {
  const { apply, params } = await site();
  for (let version = 0; version < 53; version += 1) await apply(version, withVlans(20 + (version % 2)));
  const first = await owner.call('networkHistoryList', { params });
  expect([first.items.length, first.nextCursor]).toEqual([50, '4']);
  const rest = await owner.call('networkHistoryList', {
    params,
    query: { cursor: first.nextCursor },
  });
  expect(rest.items.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(rest).not.toHaveProperty('nextCursor');
});

test('filters the history by author and searches titles', async () => {
  const { apply, params } = await site();
  for (let version = 0; version < 4; version += 1) await apply(version, withVlans(20 + version));
  const versions = async (query: object) =>
    (await owner.call('networkHistoryList', { params, query })).items.map(({ version }) => version);
  const { account } = await owner.call('sessionGet', {});
  expect(await versions({ changedBy: account.account.toUpperCase() })).toEqual([4, 3, 2, 1]);
  expect(await versions({ changedBy: 'unknown@example.com' })).toEqual([]);
  expect(await versions({ search: 'vlan 20' })).toEqual([2, 1]);
  expect(await versions({ search: account.account, limit: 3, cursor: '3' })).toEqual([2, 1]);
  expect(await versions({ search: '%' })).toEqual([]);
});

test('keeps every edit when 24 windows save at once', async () => {
  const { draft, params } = await site();
  const window = async (id: number): Promise<void> => {
    for (;;) {
      const now = await draft();
      const config: NetworkConfig = {
        vlans: [...(now?.config.vlans ?? []), vlan(id)],
        dhcpPools: [],
      };
      const body = { version: now?.version ?? 0, baseVersion: 0, config };
      const saved = await owner.call('networkDraftSave', { params, body }).catch(String);
      if (typeof saved === 'object') return;
      expect(saved).toContain('answered 409');
    }
  };
  const ids = Array.from({ length: 24 }, (_, index) => 100 + index);
  await Promise.all(ids.map(window));
  const kept = await draft();
  expect(kept?.version).toBe(ids.length);
  expect(new Set(kept?.config.vlans.map(({ id }) => id))).toEqual(new Set(ids));
});
