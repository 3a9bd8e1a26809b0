import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type NetworkConfig, SANDBOX_DAYS, SANDBOXES_PER_DAY } from '@northlight/contract';
import { DAY_MS } from '@northlight/runtime';
import { startTestServer, type TestBrowser, type TestServer } from '@northlight/server/testing';
import { type Office, startOffice } from './testing/office.ts';
import { demo } from './index.ts';

let world: TestServer;
let owner: TestBrowser;
let office: Office;
let projectId: number;
let sandboxId: number;

const inProject = () => ({ params: { projectId } });
const inSandbox = () => ({ params: { projectId: sandboxId } });
const inTime: Office['inTime'] = (read) => office.inTime(read);
const listDevices: Office['listDevices'] = (id) => office.listDevices(id);
const areOnline: Office['areOnline'] = (id) => office.areOnline(id);

beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { demo });
  owner = await world.signedUp('owner@example.com');
  office = await startOffice(world, owner);
  ({ projectId } = office);
  sandboxId = (await owner.call('sandboxCreate', inProject())).id;
  await inTime(() => areOnline(sandboxId));
}, 180_000);
afterAll(async () => {
  await office?.[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

test('copies devices, configuration, places and clients with other identities', async () => {
  const sandbox = await owner.call('projectGet', inSandbox());
  expect(sandbox).toMatchObject({
    name: 'Office sandbox',
    property: 'demo',
    sandboxOf: { id: projectId, name: 'Office' },
    can: { write: { allowed: true }, addDevices: { code: 914 }, share: { code: 914 } },
  });
  expect(Date.parse(sandbox.expiresAt ?? '') - Date.parse(sandbox.createdAt)).toBe(SANDBOX_DAYS * DAY_MS);
  const [real, copied] = [await listDevices(projectId), await listDevices(sandboxId)];
  const describe = (devices: typeof real) =>
    devices.map(({ model, name, role }) => `${name} ${model} ${role}`).sort();
  expect(describe(copied)).toEqual(describe(real));
  const identities = new Set(real.flatMap(({ id, mac, sn }) => [id, mac, sn]));
  expect(copied.flatMap(({ id, mac, sn }) => [id, mac, sn]).filter((each) => identities.has(each))).toEqual(
    [],
  );
});

const readConfig = (id: number) => owner.call('networkConfigGet', { params: { projectId: id } });
const apply = async (change: (config: NetworkConfig) => NetworkConfig): Promise<void> => {
  const { config, version } = await readConfig(sandboxId);
  const { job } = await owner.call('networkConfigApply', {
    ...inSandbox(),
    body: { baseVersion: version, config: change(config), confirmName: 'Office sandbox' },
  });
  await inTime(async () => {
    const { state } = await owner.call('jobGet', { params: { projectId: sandboxId, jobId: job.id } });
    return state !== 'running';
  });
};

test('runs the same networks: clients have addresses and connect to the same devices', async () => {
  const places = async (id: number) => {
    const { items } = await owner.call('clientList', { params: { projectId: id }, query: { limit: 200 } });
    return new Map(items.map(({ device, mac, ssid }) => [mac, `${device.name} ${ssid ?? 'wired'}`]));
  };
  const real = await places(projectId);
  await inTime(async () => {
    const own = await places(sandboxId);
    return own.size > 10 && [...own].every(([mac, place]) => !real.has(mac) || real.get(mac) === place);
  });
});

test('cuts a cable and a device off, which raises alarms, and ends both faults', async () => {
  const { devices } = await owner.call('sandboxGet', inSandbox());
  const cut = devices.find(({ name }) => name === 'Access-1')!;
  const off = devices.find(({ name }) => name === 'AP-2')!;
  expect(cut).toMatchObject({ uplink: { name: 'Core' }, isCut: false, can: { cut: { allowed: true } } });
  expect(devices.find(({ name }) => name === 'Gateway')?.can.cut).toMatchObject({ allowed: false });
  const set = (deviceId: string, kind: 'cable' | 'power', active: boolean) =>
    owner.call('sandboxFaultSet', { ...inSandbox(), body: { deviceId, kind, active } });
  await set(cut.id, 'cable', true);
  const after = await set(off.id, 'power', true);
  expect(after.devices.filter(({ isCut, isOff }) => isCut || isOff).map(({ name }) => name)).toEqual([
    'Access-1',
    'AP-2',
  ]);
  const listOffline = async () =>
    (await listDevices(sandboxId)).filter(({ state }) => state !== 1).map(({ name }) => name);
  await inTime(async () => {
    const offline = await listOffline();
    return offline.includes('Access-1') && offline.includes('AP-2');
  });
  await inTime(async () => {
    const { items } = await owner.call('alarmList', { ...inSandbox(), query: {} });
    return items.some(({ device }) => device?.name === 'AP-2');
  });
  expect(await areOnline(projectId)).toBe(true);
  await set(cut.id, 'cable', false);
  await set(off.id, 'power', false);
  await inTime(() => areOnline(sandboxId));
  // A device with a fault that leaves the sandbox does not keep others from their faults.
  await world.services.db
    .updateTable('sandboxes')
    .set({ faults: JSON.stringify([{ deviceId: 'left', kind: 'power' }]) })
    .where('project_id', '=', sandboxId)
    .execute();
  await set(off.id, 'power', true);
  await inTime(async () => (await listOffline()).includes('AP-2'));
  await set(off.id, 'power', false);
  await inTime(() => areOnline(sandboxId));
  const wireless = devices.find(({ can }) => !can.cut.allowed)!;
  const body = { deviceId: wireless.id, kind: 'cable' as const, active: true };
  expect((await owner.refused('sandboxFaultSet', { ...inSandbox(), body })).body.code).toBe(400);
  expect((await owner.refused('sandboxGet', inProject())).status).toBe(404);
}, 120_000);

test('takes changes over as a draft of the real project, with secrets and the names of its devices', async () => {
  const params = { projectId, sandboxId };
  expect((await owner.refused('sandboxTakeOver', { params })).body.message).toMatch(/no changes/);
  const access = (await listDevices(sandboxId)).find(({ name }) => name === 'AP-1')!;
  await apply(({ wireless, ...config }) => ({
    ...config,
    vlans: [
      ...config.vlans.map((vlan) => ({ ...vlan, name: 'Visitors' })),
      { id: 30, name: 'Staff', ip: '10.30.30.1', prefix: 24, ports: [] },
    ],
    wireless: {
      ...wireless!,
      policies: wireless!.policies.map((policy) => ({
        ...policy,
        devices: [access.id],
        security: { ...policy.security, key: 'another key of the office', keyId: undefined } as never,
      })),
    },
  }));
  const { items } = await owner.call('sandboxList', inProject());
  expect(items).toMatchObject([{ id: sandboxId, name: 'Office sandbox' }]);
  const { changes } = await owner.call('sandboxGet', inSandbox());
  expect(changes.map(({ setting }) => setting)).toEqual(expect.arrayContaining(['VLAN 20, name', 'VLAN 30']));
  expect((await owner.call('sandboxTakeOver', { params })).changes).toBe(3);
  const { draft } = await owner.call('networkDraftGet', inProject());
  const realAccess = (await listDevices(projectId)).find(({ name }) => name === 'AP-1')!;
  expect(draft?.config.wireless?.policies[0]?.devices).toEqual([realAccess.id]);
  expect(draft?.config.vlans.map(({ name }) => name)).toEqual(['Visitors', 'Staff']);
  // The draft can be reviewed and applied in the real project, and the new key reaches its devices.
  const { version } = await readConfig(projectId);
  await owner.call('networkConfigApply', {
    ...inProject(),
    body: { baseVersion: version, config: draft!.config, confirmName: 'Office' },
  });
  await inTime(async () => {
    const wlans = office.site.devices.find(({ spec }) => spec.name === 'AP-1')?.config.wireless?.wlans;
    return JSON.stringify(wlans ?? []).includes('another key of the office');
  });
  // The same changes again: the present configuration has them already, the draft merges to nothing new.
  expect((await owner.call('sandboxTakeOver', { params })).changes).toBe(3);
}, 120_000);

test('merges with the draft of the real project, and refuses items that both change', async () => {
  const params = { projectId, sandboxId };
  const { config, version } = await readConfig(projectId);
  const draftOf = async () => (await owner.call('networkDraftGet', inProject())).draft;
  const save = async (change: (current: NetworkConfig) => NetworkConfig) =>
    owner.call('networkDraftSave', {
      ...inProject(),
      body: { baseVersion: version, version: (await draftOf())?.version ?? 0, config: change(config) },
    });
  await owner.call('networkDraftDiscard', inProject());
  await save((current) => ({
    ...current,
    vlans: [...current.vlans, { id: 40, name: 'Cameras', ip: '10.30.40.1', prefix: 24, ports: [] }],
  }));
  await apply((current) => ({
    ...current,
    vlans: [...current.vlans, { id: 50, name: 'Phones', ip: '10.30.50.1', prefix: 24, ports: [] }],
  }));
  await owner.call('sandboxTakeOver', { params });
  expect((await draftOf())?.config.vlans.map(({ id }) => id)).toEqual([20, 30, 40, 50]);
  await owner.call('networkDraftDiscard', inProject());
  await save((current) => ({
    ...current,
    vlans: current.vlans.map((vlan) => (vlan.id === 20 ? { ...vlan, name: 'Lobby' } : vlan)),
  }));
  const { body } = await owner.refused('sandboxTakeOver', { params });
  expect([body.code, body.message]).toEqual([713, expect.stringMatching(/another way: VLAN 20\. /)]);
  expect((await draftOf())?.config.vlans.map(({ name }) => name)).toEqual(['Lobby', 'Staff']);
  await owner.call('networkDraftDiscard', inProject());
});

test('takes over the settings of devices, without those that have left the real project', async () => {
  const byName = async (id: number, name: string) =>
    (await listDevices(id)).find((each) => each.name === name)!;
  for (const name of ['Access-2', 'Access-3']) {
    const { id: deviceId } = await byName(sandboxId, name);
    await owner.call('deviceSettingsApply', {
      ...inSandbox(),
      body: {
        changes: [
          { deviceId, baseVersion: 0, settings: { spanningTree: { enabled: true, priority: 8192 } } },
        ],
      },
    });
  }
  const { id: deviceId } = await byName(projectId, 'Access-3');
  await owner.call('deviceRemove', { params: { projectId, deviceId } });
  await owner.call('sandboxTakeOver', { params: { projectId, sandboxId } });
  const { draft } = await owner.call('networkDraftGet', inProject());
  expect(draft?.devices.map(({ name, settings }) => [name, settings.spanningTree?.priority])).toEqual([
    ['Access-2', 8192],
  ]);
});

test('sends neither mails nor webhook requests, also when the real project does', async () => {
  const { db } = world.services;
  const sent = await db
    .selectFrom('alarm_deliveries')
    .select('id')
    .where('project_id', '=', sandboxId)
    .execute();
  expect(sent).toEqual([]);
  const url = 'https://93.184.216.34/hook';
  expect((await owner.refused('alarmWebhookAdd', { ...inSandbox(), body: { url } })).body.code).toBe(914);
  expect((await owner.refused('alarmMailSet', { ...inSandbox(), body: { on: true } })).body.code).toBe(914);
  const alarms = await owner.call('alarmList', { ...inSandbox(), query: {} });
  expect(alarms.items.length).toBeGreaterThan(0);
});

test('allows one sandbox of a project and five within a day, also under fifty parallel calls', async () => {
  const open = async () => {
    const path = `/api/v1/projects/${projectId}/sandboxes`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => owner.fetch(path, { method: 'POST' })),
    );
    return Promise.all(answers.map(async (answer) => (await answer.json()) as { id: number; code: number }));
  };
  expect((await open()).every(({ code }) => code === 1161)).toBe(true);
  for (let round = 2; round <= SANDBOXES_PER_DAY; round++) {
    const { items } = await owner.call('sandboxList', inProject());
    await owner.call('projectDelete', { params: { projectId: items[0]!.id } });
    const answers = await open();
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 1161)).toHaveLength(49);
  }
  const { items } = await owner.call('sandboxList', inProject());
  await owner.call('projectDelete', { params: { projectId: items[0]!.id } });
  expect((await open()).every(({ code }) => code === 1160)).toBe(true);
}, 120_000);

test('ends with the right to the real project, and with the project', async () => {
  const helper = await world.signedUp('helper@example.com');
  const share = await owner.call('shareCreate', {
    ...inProject(),
    body: { account: 'helper@example.com', right: 'rw', validity: { kind: 'permanent' } },
  });
  const { id } = await helper.call('sandboxCreate', inProject());
  const own = { params: { projectId: id } };
  await helper.call('networkConfigGet', own);
  expect((await owner.refused('projectGet', own)).body.code).toBe(73);
  expect((await owner.call('sandboxList', inProject())).items).toEqual([]);
  const read = { params: { ...inProject().params, shareId: share.id }, body: { right: 'r' as const } };
  await owner.call('shareChange', read);
  expect((await helper.refused('networkConfigGet', own)).body.code).toBe(74);
  expect((await helper.call('projectList', { query: {} })).items.map((each) => each.id)).toEqual([projectId]);
  await owner.call('shareChange', { ...read, body: { right: 'rw' } });
  await helper.call('networkConfigGet', own);
  await owner.call('projectDelete', inProject());
  expect((await helper.refused('networkConfigGet', own)).body.code).toBe(74);
  await owner.call('projectRestore', inProject());
  await helper.call('networkConfigGet', own);
});
