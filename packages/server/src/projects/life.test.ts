import { ERRORS, MAX_CUSTOM_SCENARIOS, PROJECT_UNDO_DAYS } from '@northlight/contract';
import { logSystem } from '../logs/index.ts';
import { deleteProjectContents } from '../project-contents.ts';
import { purgeDeletedProjects } from './removal.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@northlight/runtime';
import {
  createProject,
  startTestServer,
  TEST_PASSWORD,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

let server: TestServer;
let owner: TestBrowser;
let other: TestBrowser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  owner = await server.signedUp('owner@example.com');
  await server.clock.advance(2 * MINUTE_MS);
  other = await server.signedUp('other@example.com');
});
afterAll(() => server[Symbol.asyncDispose]());

const at = (projectId: number) => ({ params: { projectId } });

describe('a project', () => {
  it('is changed field by field and gets the position of its location', async () => {
    const project = await createProject(owner, { name: 'Harbour', country: 'Portugal' });
    expect(project.position?.latitude).toBeCloseTo(39.5, 0);
    const changed = await owner.call('projectChange', {
      ...at(project.id),
      body: { name: 'Harbour house', province: 'Lisbon', city: 'Lisbon', timeZone: 'Europe/Lisbon' },
    });
    expect(changed).toMatchObject({ name: 'Harbour house', country: 'Portugal', city: 'Lisbon' });
    expect(changed.position?.latitude).toBeCloseTo(38.7, 0);
    const taken = await createProject(owner);
    const refused = await owner.refused('projectChange', {
      ...at(taken.id),
      body: { name: 'HARBOUR HOUSE' },
    });
    expect(refused.body.fields).toHaveProperty('name');
    const records = await owner.call('auditList', { ...at(project.id), query: { action: 'project.change' } });
    expect(records.items[0]?.after).toContain('Harbour house');
  });

  it('keeps its position when its stored location is unknown and does not change', async () => {
    const { id } = await createProject(owner, { country: 'Portugal', province: 'Lisbon', city: 'Lisbon' });
    const former = { country: 'Former Country', province: 'Former Province', city: 'Former City' };
    await server.services.db.updateTable('projects').set(former).where('id', '=', id).execute();
    const renamed = await owner.call('projectChange', { ...at(id), body: { name: 'Renamed', ...former } });
    expect(renamed).toMatchObject({ name: 'Renamed', ...former });
    expect(renamed.position?.latitude).toBeCloseTo(38.7, 0);
    const moved = await owner.call('projectChange', { ...at(id), body: { country: 'Turkey' } });
    expect(moved.position?.latitude).toBeCloseTo(39, -1);
    const nowhere = await owner.call('projectChange', { ...at(id), body: { country: 'Atlantis' } });
    expect(nowhere.position).toBeUndefined();
  });

  it.each(['constructor', 'toString', '__proto__'])('can have texts such as %s', async (text) => {
    const { id } = await createProject(owner, { country: text, province: text, city: text, address: text });
    const project = await owner.call('projectChange', { ...at(id), body: { name: text } });
    expect(project).toMatchObject({ name: text, country: text });
    expect(project.position).toBeUndefined();
    const { scope } = await owner.call('networkConfigGet', at(id));
    expect(scope.wireless.country).toBeUndefined();
  });

  it('ignores fields that its owner cannot set', async () => {
    const project = await createProject(owner);
    const { id } = await owner.call('projectChange', {
      ...at(project.id),
      body: { netMode: 1, typeFlag: 9, ownerId: 'x', id: 500_000, right: 'r' } as object,
    });
    const after = await owner.call('projectGet', at(id));
    expect(after).toMatchObject({ id: project.id, netMode: 0, typeFlag: 0, right: 'rw', property: 'own' });
  });

  it('is deleted at once and can be restored only within the undo window', async () => {
    const project = await createProject(owner, { name: 'Short life' });
    const deleted = await owner.call('projectDelete', at(project.id));
    expect(deleted.name).toBe('Short life');
    expect((await owner.refused('projectGet', at(project.id))).body.code).toBe(73);
    expect((await other.refused('projectRestore', at(project.id))).body.code).toBe(73);
    expect((await owner.call('projectDeletedList', {})).items).toMatchObject([{ id: project.id }]);
    await createProject(owner, { name: 'Short life' });
    expect((await owner.refused('projectRestore', at(project.id))).body.fields).toHaveProperty('name');
    const { items } = await owner.call('projectList', { query: { search: 'SHORT' } });
    await owner.call('projectChange', { ...at(items[0]!.id), body: { name: 'Another' } });
    const restored = await owner.call('projectRestore', at(project.id));
    expect(restored).toMatchObject({ id: project.id, name: 'Short life' });
    await owner.call('projectDelete', at(project.id));
    await server.clock.leap(PROJECT_UNDO_DAYS * DAY_MS + MINUTE_MS);
    await owner.call('signIn', {
      body: { account: 'owner@example.com', password: 'correct horse battery', remember: true },
    });
    await other.call('signIn', {
      body: { account: 'other@example.com', password: 'correct horse battery', remember: true },
    });
    expect((await owner.refused('projectRestore', at(project.id))).body.code).toBe(73);
    expect((await owner.call('projectDeletedList', {})).items).toEqual([]);
  });

  it('leaves no client names, visits or logs after its final deletion', async () => {
    const { db } = server.services;
    const project = await createProject(owner);
    const [project_id, mac, at_] = [project.id, 'aa:bb:cc:00:00:01', new Date(server.clock.now())];
    const visit = { until_at: null, device_id: 'd', device_name: 'AP', ssid: null, band: null, port: null };
    await db
      .insertInto('client_visits')
      .values({ project_id, mac, from_at: at_, ...visit })
      .execute();
    await owner.call('clientRename', { params: { projectId: project_id, mac }, body: { name: 'Reception' } });
    await logSystem(db, server.services.entropy, server.clock.now(), { project_id, event: 'Planted' });
    await owner.call('projectDelete', at(project.id));
    await purgeDeletedProjects(db, new Date(server.clock.now() + MINUTE_MS), deleteProjectContents);
    for (const table of ['client_names', 'client_visits', 'run_logs'] as const)
      expect(
        await db.selectFrom(table).select('project_id').where('project_id', '=', project_id).execute(),
        table,
      ).toEqual([]);
  });

  it('has marks that only their account sees', async () => {
    const project = await createProject(owner);
    await owner.call('projectMark', {
      ...at(project.id),
      body: { favourite: true, tags: ['Key site', 'key SITE'] },
    });
    expect(await owner.call('projectGet', at(project.id))).toMatchObject({
      favourite: true,
      tags: ['key SITE'],
    });
    const share = {
      account: 'other@example.com',
      right: 'r' as const,
      validity: { kind: 'permanent' as const },
    };
    await owner.call('shareCreate', { ...at(project.id), body: share });
    expect(await other.call('projectGet', at(project.id))).toMatchObject({ favourite: false, tags: [] });
    const tags = ['😀'];
    const refused = await owner.refused('projectMark', {
      ...at(project.id),
      body: { favourite: true, tags },
    });
    expect(refused.status).toBe(400);
  });

  it('changes the version of the project list of the accounts that see the change, and of no other', async () => {
    const versions = async () => [
      (await owner.call('sessionGet', { query: {} })).projectListVersion,
      (await other.call('sessionGet', { query: {} })).projectListVersion,
    ];
    /** Runs a change; returns for the owner and for the other account whether their version changed. */
    const changes = async (change: () => Promise<unknown>) => {
      const before = await versions();
      await change();
      const after = await versions();
      return after.map((version, index) => version !== before[index]);
    };
    const project = await createProject(owner);
    const rename = (name: string) => () => owner.call('projectChange', { ...at(project.id), body: { name } });
    expect(await changes(rename('Listed'))).toEqual([true, false]);
    expect(await changes(() => versions())).toEqual([false, false]);
    const share = {
      account: 'other@example.com',
      right: 'r' as const,
      validity: { kind: 'hours' as const, hours: 1 },
    };
    expect(await changes(() => owner.call('shareCreate', { ...at(project.id), body: share }))).toEqual([
      false,
      true,
    ]);
    expect(await changes(rename('Listed again'))).toEqual([true, true]);
    const mark = { favourite: true, tags: [] };
    expect(await changes(() => owner.call('projectMark', { ...at(project.id), body: mark }))).toEqual([
      true,
      false,
    ]);
    const second = await createProject(owner);
    expect(await changes(() => owner.call('projectDelete', at(second.id)))).toEqual([true, false]);
    // The share ends by the clock, without a change in the database.
    expect(await changes(() => server.clock.advance(61 * MINUTE_MS))).toEqual([false, true]);
  });

  it('reveals its device password only with write access, encrypted for the session', async () => {
    const project = await createProject(owner, { devicePassword: 'N0rthl!ght-secret' });
    await owner.call('identityConfirm', { body: { password: TEST_PASSWORD } });
    const { ciphertext } = await owner.call('projectPasswordReveal', at(project.id));
    expect(ciphertext).toMatch(/^[0-9a-f]+$/);
    const { key } = await owner.call('sessionKey', {});
    const { createDecipheriv } = await import('node:crypto');
    const bytes = Buffer.from(ciphertext, 'hex');
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    expect(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')).toBe(
      'N0rthl!ght-secret',
    );
    const share = {
      account: 'other@example.com',
      right: 'r' as const,
      validity: { kind: 'permanent' as const },
    };
    await owner.call('shareCreate', { ...at(project.id), body: share });
    expect((await other.refused('projectPasswordReveal', at(project.id))).body.code).toBe(173);
    const records = await owner.call('auditList', { ...at(project.id), query: { action: 'project.reveal' } });
    expect(records.items).toHaveLength(1);
  });
});

describe('custom scenarios', () => {
  it('are limited to twenty per account, also under fifty parallel requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        owner.fetch('/api/v1/scenarios', {
          method: 'POST',
          body: JSON.stringify({ name: `Scenario ${index}` }),
          headers: { 'content-type': 'application/json' },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_CUSTOM_SCENARIOS);
    const { items } = await owner.call('scenarioList', {});
    expect(items).toHaveLength(MAX_CUSTOM_SCENARIOS);
    const [scenario] = items;
    expect((await createProject(owner, { scenario: scenario!.name })).scenario).toBe(scenario!.name);
    const foreign = { name: 'Foreign one', devicePassword: 'Str0ng!Device', netMode: 0 as const };
    const body = { ...foreign, scenario: scenario!.name, timeZone: 'Europe/Lisbon' };
    expect((await other.refused('projectCreate', { body })).body.fields).toHaveProperty('scenario');
    await owner.call('scenarioRemove', { params: { scenarioId: scenario!.id } });
    expect((await owner.refused('scenarioRemove', { params: { scenarioId: scenario!.id } })).status).toBe(
      404,
    );
  });
});

describe('demo copies', () => {
  it('are rejected with the reason by a server without the demo', async () => {
    const refused = await owner.refused('demoCopyCreate', { body: { scene: 'wlan' } });
    expect(refused.body).toMatchObject({
      code: ERRORS.demoProject.code,
      message: 'This server does not include the demo.',
    });
  });
});
