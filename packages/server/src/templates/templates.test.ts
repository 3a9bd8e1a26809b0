import {
  EMPTY_WIRELESS,
  ERRORS,
  type NetworkConfig,
  TEMPLATE_LIMIT,
  type Vlan,
  type WifiPolicy,
} from '@northlight/contract';
import { configPush } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { MINUTE_MS } from '@northlight/runtime';
import type { BaseDevice } from '../devices/index.ts';
import { findSecrets, listTableRows } from '../testing/canary/secret-search.ts';
import {
  createProject,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
  createWiredSite,
} from '../testing/index.ts';

const STRANGER = 'stranger@example.com';
const FIRST = 'Kestrel first key';
const SECOND = 'Kestrel second key';

let world: TestServer;
let owner: TestBrowser;
let stranger: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp('templates@example.com');
  await world.clock.advance(2 * MINUTE_MS);
  stranger = await world.signedUp(STRANGER);
});
afterAll(() => world[Symbol.asyncDispose]());

const vlan = (id: number, values: Partial<Vlan> = {}): Vlan => ({
  id,
  name: `V${id}`,
  ip: `10.0.${id}.1`,
  prefix: 24,
  ports: [],
  ...values,
});
const pool = (vlanId: number) => ({
  name: `pool${vlanId}`,
  vlanId,
  start: `10.0.${vlanId}.10`,
  end: `10.0.${vlanId}.99`,
  dns: [],
  leaseMinutes: 60,
});
const policy = (id: string, key?: string): WifiPolicy => ({
  id,
  name: `Policy ${id}`,
  enabled: true,
  ssid: `Lakeside ${id}`,
  hidden: false,
  bands: ['2.4G', '5G'],
  security: {
    mode: 'wpa2-psk',
    ciphers: ['AES'],
    keyUpdateSeconds: 0,
    ...(key !== undefined && { key }),
  },
  maxClients: 32,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
});
const SITE: NetworkConfig = {
  vlans: [vlan(20), vlan(30)],
  dhcpPools: [pool(20), pool(30)],
  wireless: { ...EMPTY_WIRELESS, policies: [policy('staff', FIRST)] },
};
const WHOLE = { vlans: [20, 30], pools: [20, 30], policies: ['staff'] };

async function project(config?: NetworkConfig, person = owner): Promise<number> {
  const { id } = await createProject(person);
  if (config) await apply(id, 0, config, person);
  return id;
}
const apply = (projectId: number, baseVersion: number, config: NetworkConfig, person = owner) =>
  person.call('networkConfigApply', { params: { projectId }, body: { baseVersion, config } });
const readNetworkConfig = async (projectId: number) =>
  (await owner.call('networkConfigGet', { params: { projectId } })).config;
const findKeyId = ({ wireless }: NetworkConfig, id = 'staff'): string | undefined => {
  const security = wireless?.policies.find((each) => each.id === id)?.security;
  return security && 'keyId' in security ? security.keyId : undefined;
};

let names = 0;
async function template(projectId: number, values: Partial<typeof WHOLE> = {}, person = owner) {
  names += 1;
  const body = { projectId, name: `Template ${names}`, ...WHOLE, ...values };
  const { id: templateId } = await person.call('templateCreate', { body });
  return templateId;
}
const preview = (templateId: string, projectId: number, except: string[] = []) =>
  owner.call('templatePreview', { params: { templateId }, body: { projectId, except } });
const outcomes = async (
  templateId: string,
  targets: { projectId: number; baseVersion: number; except?: string[] }[],
  person = owner,
) => {
  const body = { targets: targets.map((target) => ({ except: [], ...target })) };
  return (await person.call('templateApply', { params: { templateId }, body })).items;
};

/** Returns an online access point of a project. */
async function accessPoint(projectId: number): Promise<RawDevice> {
  const [base] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  await owner.call('deviceAdd', {
    params: { projectId },
    body: { sn: base.sn, claimCode: base.claimCode },
  });
  return RawDevice.online(world.mqttPort, base, await RawDevice.provision(world.mqttPort, base));
}

describe('a template', () => {
  it('stores the passwords of its policies and never returns them', async () => {
    const source = await project(SITE);
    const id = await template(source);
    const shown = await owner.call('templateGet', { params: { templateId: id } });
    expect(shown.secrets).toEqual({ staff: 'kept' });
    expect(shown.content.vlans).toEqual(SITE.vlans);
    const { items } = await owner.call('templateList', {});
    expect(items.find((each) => each.id === id)).toMatchObject({
      vlans: [20, 30],
      pools: 2,
      policies: ['Policy staff'],
      secretsMissing: 0,
    });
    const answers = JSON.stringify([shown, items]);
    expect(answers).not.toContain('Kestrel');
    expect(answers).not.toContain(findKeyId(await readNetworkConfig(source)));
    const places = await listTableRows(world.services.db);
    expect(findSecrets(places, new Map([['password', FIRST]]))).toEqual([]);
  });

  it('pushes a network to devices of another project and seals its password there', async () => {
    const source = await project(SITE);
    const target = await project();
    await using device = await accessPoint(target);
    const templateId = await template(source);
    const seen = await preview(templateId, target);
    expect(seen.items.map(({ key, state }) => `${key} ${state}`)).toEqual([
      'vlans/20 new',
      'vlans/30 new',
      'dhcpPools/20 new',
      'dhcpPools/30 new',
      'policies/staff new',
    ]);
    expect(seen.violations).toEqual([]);
    expect(seen.review?.devices).toHaveLength(1);
    expect(JSON.stringify(seen)).not.toContain('Kestrel');
    const [outcome] = await outcomes(templateId, [{ projectId: target, baseVersion: seen.baseVersion }]);
    expect(outcome).toMatchObject({ result: 'applied', version: 1 });
    const push = configPush.parse((await device.next()).payload);
    expect(push.config.wireless?.wlans).toMatchObject([{ ssid: 'Lakeside staff', security: { key: FIRST } }]);
    const [own, theirs] = [
      findKeyId(await readNetworkConfig(target)),
      findKeyId(await readNetworkConfig(source)),
    ];
    expect(own).toBeDefined();
    expect(own).not.toBe(theirs);
    const params = { projectId: target, secretId: theirs ?? '' };
    expect((await owner.refused('networkSecretReveal', { params })).status).toBe(404);
    const { items } = await owner.call('networkHistoryList', { params: { projectId: target }, query: {} });
    expect(items[0]).toMatchObject({ jobId: outcome?.jobId, version: 1 });
    expect(items[0]?.title).toMatch(/^Apply VLAN 20, .* from template Template \d+$/);
    // A second application changes nothing, because equal passwords are not stored again.
    expect((await preview(templateId, target)).items.every(({ state }) => state === 'same')).toBe(true);
    const again = await outcomes(templateId, [{ projectId: target, baseVersion: 1 }]);
    expect(again).toEqual([{ projectId: target, result: 'unchanged' }]);
  });

  it('is visible only to its account', async () => {
    const mine = await template(await project(SITE));
    const nowhere = crypto.randomUUID();
    const theirs = await project(undefined, stranger);
    const targets = [{ projectId: theirs, baseVersion: 0, except: [] }];
    const request = (templateId: string) => {
      const params = { templateId };
      return Promise.all([
        stranger.refused('templateGet', { params }),
        stranger.refused('templateChange', { params, body: { name: 'Mine now' } }),
        stranger.refused('templateDelete', { params }),
        stranger.refused('templatePreview', { params, body: { projectId: theirs, except: [] } }),
        stranger.refused('templateApply', { params, body: { targets } }),
      ]);
    };
    const strip = (answers: Awaited<ReturnType<typeof request>>) =>
      answers.map(({ body: { code, message }, status }) => [status, code, message]);
    expect(strip(await request(mine))).toEqual(strip(await request(nowhere)));
    expect((await request(mine)).every(({ status }) => status === 404)).toBe(true);
    expect((await stranger.call('templateList', {})).items).toEqual([]);
    await owner.call('templateGet', { params: { templateId: mine } });
  });

  it('cannot be applied to or saved from a project without access', async () => {
    const theirs = await project(SITE, stranger);
    const mine = await project(SITE);
    const id = await template(mine);
    const body = { projectId: theirs, name: 'Theirs', ...WHOLE };
    expect((await owner.refused('templateCreate', { body })).body.code).toBe(73);
    const request = { params: { templateId: id }, body: { projectId: theirs, except: [] } };
    expect((await owner.refused('templatePreview', request)).body.code).toBe(73);
    const [outcome] = await outcomes(id, [{ projectId: theirs, baseVersion: 1 }]);
    expect(outcome?.refusal).toMatchObject({ code: 73, message: ERRORS.projectInvalid.message });
  });

  it('is not available to visitors', async () => {
    const visitor = world.browser();
    await visitor.call('demoSignIn', {});
    expect((await visitor.call('sessionGet', { query: {} })).menu['templates']).toBeUndefined();
    expect((await visitor.refused('templateList', {})).body.code).toBe(ERRORS.demoProject.code);
    expect((await owner.call('sessionGet', { query: {} })).menu['templates']).toBe(true);
  });

  it('has a unique name and is limited to fifty per account', async () => {
    const person = await world.signedUp();
    const source = await project(SITE, person);
    const body = { projectId: source, name: 'Hotel', ...WHOLE };
    const { id } = await person.call('templateCreate', { body });
    const twice = await person.refused('templateCreate', { body: { ...body, name: 'HOTEL' } });
    expect(twice.body.fields).toHaveProperty('name');
    const nothing = { ...body, name: 'Empty', vlans: [], pools: [], policies: [] };
    expect((await person.refused('templateCreate', { body: nothing })).body.fields).toHaveProperty('vlans');
    const gone = { ...body, name: 'Gone', vlans: [20, 99] };
    expect((await person.refused('templateCreate', { body: gone })).body.fields).toHaveProperty('vlans');
    for (let count = 1; count < TEMPLATE_LIMIT - 1; count += 1)
      await person.call('templateCreate', { body: { ...body, name: `Hotel ${count}` } });
    const last = await Promise.allSettled(
      ['One', 'Two'].map((name) => person.call('templateCreate', { body: { ...body, name } })),
    );
    expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const params = { templateId: id };
    const renamed = await person.call('templateChange', { params, body: { name: 'Inn', remark: 'Small' } });
    expect(renamed).toMatchObject({ name: 'Inn', remark: 'Small' });
    await person.call('templateDelete', { params });
    expect((await person.refused('templateGet', { params })).status).toBe(404);
    const { db } = world.services;
    const left = await db.selectFrom('template_secrets').selectAll().where('template_id', '=', id).execute();
    expect(left).toEqual([]);
    await person.call('templateCreate', { body });
  });
});

describe('applying to several projects', () => {
  it('applies to valid projects and reports why others are rejected', async () => {
    const source = await project(SITE);
    const templateId = await template(source);
    const good = await project();
    // The project's VLAN 40 has the network that VLAN 20 of the template would get.
    const bad = await project({ vlans: [vlan(40, { ip: '10.0.20.1' })], dhcpPools: [] });
    const stale = await project({ vlans: [vlan(50)], dhcpPools: [] });
    const seen = await preview(templateId, bad);
    expect(seen.violations).toContainEqual(
      expect.objectContaining({ code: ERRORS.vlanSubnetOverlap.code, path: 'vlans.1.ip' }),
    );
    expect(seen.review).toBeUndefined();
    expect(seen.items.find(({ key }) => key === 'vlans/20')?.path).toBe('vlans.1');
    const rows = await outcomes(templateId, [
      { projectId: bad, baseVersion: 1 },
      { projectId: stale, baseVersion: 0 },
      { projectId: good, baseVersion: 0 },
    ]);
    expect(rows.map(({ refusal, result }) => [result, refusal?.code])).toEqual([
      ['refused', ERRORS.vlanSubnetOverlap.code],
      ['refused', ERRORS.configConflict.code],
      ['applied', undefined],
    ]);
    expect(rows[0]?.refusal?.fields).toHaveProperty(['config.vlans.1.ip']);
    expect((await readNetworkConfig(bad)).vlans).toHaveLength(1);
    expect((await readNetworkConfig(stale)).vlans.map(({ id }) => id)).toEqual([50]);
    expect((await readNetworkConfig(good)).vlans.map(({ id }) => id)).toEqual([20, 30]);
    // Excludes the conflicting items for that project.
    const except = ['vlans/20', 'dhcpPools/20'];
    expect((await preview(templateId, bad, except)).violations).toEqual([]);
    const [mended] = await outcomes(templateId, [{ projectId: bad, baseVersion: 1, except }]);
    expect(mended?.result).toBe('applied');
    const after = await readNetworkConfig(bad);
    expect(after.vlans.map(({ id }) => id)).toEqual([40, 30]);
    expect(after.dhcpPools.map(({ vlanId }) => vlanId)).toEqual([30]);
  });

  it('keeps the draft of the caller with its base version', async () => {
    const templateId = await template(await project(SITE));
    const target = await project({ vlans: [vlan(50)], dhcpPools: [] });
    const params = { projectId: target };
    const config = { ...(await readNetworkConfig(target)), vlans: [vlan(50), vlan(60)] };
    await owner.call('networkDraftSave', { params, body: { version: 0, baseVersion: 1, config } });
    expect((await preview(templateId, target)).ownDraft).toBe(1);
    const [outcome] = await outcomes(templateId, [{ projectId: target, baseVersion: 1 }]);
    expect(outcome?.result).toBe('applied');
    const { draft } = await owner.call('networkDraftGet', { params });
    expect(draft).toMatchObject({ baseVersion: 1, config });
  });

  it('rejects a change that cuts a device off and stages it for review', async () => {
    await using hotel = await createWiredSite(world, owner);
    const { projectId } = hotel.params;
    // The switch gets its address from the LAN; the template moves its port to a VLAN without a DHCP pool.
    const lan = { vlanId: 1, start: '192.168.1.10', end: '192.168.1.99' };
    await apply(projectId, 0, {
      vlans: [],
      dhcpPools: [{ ...pool(1), ...lan }],
      lan: { ip: '192.168.1.1', prefix: 24 },
    });
    const source = await project({ vlans: [vlan(20, { ports: ['lan1'] })], dhcpPools: [] });
    const templateId = await template(source, { vlans: [20], pools: [], policies: [] });
    const seen = await preview(templateId, projectId);
    expect(seen.cutsOff).toBe(true);
    expect(seen.review?.broken).toContainEqual(expect.objectContaining({ kind: 'cloud', lost: true }));
    const [outcome] = await outcomes(templateId, [{ projectId, baseVersion: 1 }]);
    expect(outcome?.refusal?.code).toBe(ERRORS.managementCutOff.code);
    expect(outcome?.refusal?.message).toContain('to the project’s draft');
    expect((await readNetworkConfig(projectId)).vlans).toEqual([]);
    const stage = { params: { templateId }, body: { projectId, baseVersion: 1, except: [] } };
    expect((await owner.call('templateStage', stage)).changes).toBe(1);
    const { draft } = await owner.call('networkDraftGet', { params: { projectId } });
    expect(draft).toMatchObject({ baseVersion: 1, config: { vlans: [{ id: 20, ports: ['lan1'] }] } });
    // The server does not overwrite staged changes.
    expect((await owner.refused('templateStage', stage)).body.code).toBe(ERRORS.configConflict.code);
  });

  it('is audited in the account and in every project, without passwords', async () => {
    const source = await project(SITE);
    const templateId = await template(source);
    const target = await project();
    await outcomes(templateId, [{ projectId: target, baseVersion: 0 }]);
    const there = await owner.call('auditList', { params: { projectId: target } });
    expect(there.items.map(({ action }) => action)).toContain('network.apply');
    const saved = await owner.call('auditList', { params: { projectId: source } });
    expect(saved.items.map(({ action }) => action)).toContain('template.save');
    const { items: rows } = await owner.call('auditListOwn', { query: {} });
    const recorded = rows.filter(({ action }) => action === 'template.apply').map(({ after }) => after);
    expect(recorded).toContain(JSON.stringify([{ projectId: target, result: 'applied' }]));
    expect(JSON.stringify(rows)).not.toContain('Kestrel');
  });
});

describe('a template of a shared project', () => {
  const share = (projectId: number, right: 'r' | 'rw', hours?: number) =>
    owner.call('shareCreate', {
      params: { projectId },
      body: {
        account: STRANGER,
        right,
        validity: hours === undefined ? { kind: 'permanent' } : { kind: 'hours', hours },
      },
    });

  it('contains no password if the project is shared read-only', async () => {
    const source = await project(SITE);
    await share(source, 'r');
    const templateId = await template(source, {}, stranger);
    const params = { templateId };
    expect((await stranger.call('templateGet', { params })).secrets).toEqual({ staff: 'missing' });
    const { db } = world.services;
    const kept = await db
      .selectFrom('template_secrets')
      .selectAll()
      .where('template_id', '=', templateId)
      .execute();
    expect(kept).toEqual([]);
    const target = await project(undefined, stranger);
    const apply1 = () => outcomes(templateId, [{ projectId: target, baseVersion: 0 }], stranger);
    const [refused] = await apply1();
    expect(refused?.refusal).toMatchObject({
      code: ERRORS.invalidParameters.code,
      fields: { 'config.wireless.policies.0.security.key': 'Enter the password.' },
    });
    const secret = (value: string) => ({ params, body: { secret: { policyId: 'staff', value } } });
    expect((await stranger.refused('templateChange', secret('short'))).body.fields).toHaveProperty([
      'secret.value',
    ]);
    const changed = await stranger.call('templateChange', secret(SECOND));
    expect(changed.secrets).toEqual({ staff: 'kept' });
    expect((await apply1())[0]?.result).toBe('applied');
    expect(findSecrets(await listTableRows(db), new Map([['password', SECOND]]))).toEqual([]);
    // An account with read access to the source project can use the template, but cannot apply it to this
    // project.
    const [readOnly] = await outcomes(templateId, [{ projectId: source, baseVersion: 1 }], stranger);
    expect(readOnly?.refusal?.code).toBe(ERRORS.readOnly.code);
  });

  it('is refused for the project after the end of the share', async () => {
    const lapsed = await project(SITE);
    await share(lapsed, 'rw', 1);
    const templateId = await template(lapsed, {}, stranger);
    await world.clock.leap(61 * MINUTE_MS);
    const [outcome] = await outcomes(templateId, [{ projectId: lapsed, baseVersion: 1 }], stranger);
    expect(outcome?.refusal?.code).toBe(ERRORS.projectExpired.code);
    // The password of the template remains usable, because it gives no access to the source project.
    expect((await stranger.call('templateGet', { params: { templateId } })).secrets).toEqual({
      staff: 'kept',
    });
  });
});
