import { ACCOUNT_ROLES, ERRORS } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  pollUntil,
  createSampleDevice,
  startTestServer,
  TEST_PASSWORD,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import type { BaseDevice } from './base-devices.ts';
import { importSheet } from './testing/import-sheet.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const pair = ({ sn, claimCode }: BaseDevice): [string, string] => [sn, claimCode];

test('adds a device by serial number and claim code in any spelling', async () => {
  const { id: projectId } = await createProject(owner);
  const [base] = await world.register({ model: 'NL-GW5' });
  const { sn = '', claimCode = '' } = base ?? {};
  const spaced = `${claimCode.slice(0, 5).toLowerCase()}-${claimCode.slice(5)}`;
  const device = await owner.call('deviceAdd', {
    params: { projectId },
    body: { sn: sn.toLowerCase(), claimCode: spaced },
  });
  expect(device).toMatchObject({
    sn,
    kind: 'gateway',
    state: 0,
    waiting: true,
    can: { restart: { allowed: false, code: 36 } },
  });
  expect((await owner.call('deviceList', { params: { projectId } })).total).toBe(1);
});

test('gives the same answer to an unknown serial number, a taken serial number and a wrong claim code', async () => {
  const { id: projectId } = await createProject(owner);
  const [taken, free] = (await world.register({ model: 'NL-GW5' }, { model: 'NL-GW5' })) as [
    BaseDevice,
    BaseDevice,
  ];
  await owner.call('deviceAdd', {
    params: { projectId },
    body: { sn: taken.sn, claimCode: taken.claimCode },
  });
  const refusal = async (sn: string, claimCode: string) => {
    const { status, body } = await owner.refused('deviceAdd', {
      params: { projectId },
      body: { sn, claimCode },
    });
    return { status, ...body, requestId: '' };
  };
  const answers = [
    await refusal('NLUNKNOWN0000000', '0123456789'),
    await refusal(taken.sn, taken.claimCode),
    await refusal(free.sn, '0000000000'),
  ];
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test('notifies the owner of a device whose correct claim code another account enters, and answers as for a wrong code', async () => {
  const { id: projectId } = await createProject(owner);
  const [base] = await world.register({ model: 'NL-AP6C' });
  const body = { sn: base?.sn ?? '', claimCode: base?.claimCode ?? '' };
  await owner.call('deviceAdd', { params: { projectId }, body: { ...body, name: 'Lobby' } });
  const other = await world.signedUp();
  const { id: otherId } = await createProject(other);
  const again = await other.refused('deviceAdd', { params: { projectId: otherId }, body });
  const wrong = { ...body, claimCode: body.claimCode.replace(/./g, '0') };
  expect(await other.refused('deviceAdd', { params: { projectId: otherId }, body: wrong })).toMatchObject({
    status: again.status,
    body: { code: again.body.code, message: again.body.message },
  });
  // The same account and the owner's own attempt raise no second alarm.
  await other.refused('deviceAdd', { params: { projectId: otherId }, body });
  await owner.refused('deviceAdd', { params: { projectId }, body });
  const alarms = await pollUntil(async () => {
    const { items } = await owner.call('alarmList', { params: { projectId }, query: {} });
    return items.length > 0 ? items : undefined;
  });
  expect(alarms).toMatchObject([
    {
      kind: 'claim-attempt',
      severity: 'warning',
      event: 'Lobby: another account entered its claim code. It stays in this project.',
    },
  ]);
});

test('gives all devices to one of two accounts that import them in opposite orders', async () => {
  const people = [await world.signedUp(), await world.signedUp()];
  const bases = await world.register(...Array.from({ length: 8 }, () => ({ model: 'NL-AP6C' })));
  const lists = [bases.map(pair), bases.toReversed().map(pair)];
  const imports = people.map(async (person, index) => {
    const { id: projectId } = await createProject(person);
    const input = { params: { projectId }, file: importSheet(lists[index] ?? []) };
    return (await person.call('deviceImport', input)).added;
  });
  expect(new Set(await Promise.all(imports))).toEqual(new Set([0, 8]));
});

test('limits a project to one gateway and 99 access switches, also for parallel adds', async () => {
  const { id: projectId } = await createProject(owner);
  const gateways = await world.register(...Array.from({ length: 8 }, () => ({ model: 'NL-GW5' })));
  const tries = gateways.map(({ sn, claimCode }) =>
    owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } }).then(
      () => 'added',
      (error: Error) => (error.message.includes('1162') ? '1162' : error.message),
    ),
  );
  const outcomes = (await Promise.all(tries)).sort();
  expect(outcomes).toEqual(['1162', '1162', '1162', '1162', '1162', '1162', '1162', 'added']);
  const switches = await world.register(...Array.from({ length: 100 }, () => ({ model: 'NL-SW8P' })));
  const all = await owner.call('deviceImport', {
    params: { projectId },
    file: importSheet(switches.map(pair)),
  } as never);
  expect(all).toMatchObject({ accepted: false, added: 0 });
  expect(all.rows.filter((row) => row.error !== undefined)).toHaveLength(1);
  const fit = await owner.call('deviceImport', {
    params: { projectId },
    file: importSheet(switches.slice(0, 99).map(pair)),
  } as never);
  expect(fit).toMatchObject({ accepted: true, added: 99 });
  const last = switches[99] as BaseDevice;
  expect(
    (
      await owner.refused('deviceAdd', {
        params: { projectId },
        body: { sn: last.sn, claimCode: last.claimCode },
      })
    ).body.code,
  ).toBe(1162);
});

test('lists every wrong row of an import and adds nothing, and adds all rows of the corrected file', async () => {
  const { id: projectId } = await createProject(owner);
  const [one, two, three] = (await world.register(
    { model: 'NL-AP6C' },
    { model: 'NL-AP6C' },
    { model: 'NL-AP6C' },
  )) as [BaseDevice, BaseDevice, BaseDevice];
  const rows = [
    pair(one),
    pair(two),
    pair(one),
    [three.sn, 'short'],
    ['NLUNKNOWN0000000', '0123456789'],
    [1_234_567_890_123_456, '0123456789'],
  ];
  const refused = await owner.call('deviceImport', {
    params: { projectId },
    file: importSheet(rows),
  } as never);
  expect(refused).toMatchObject({ accepted: false, added: 0 });
  expect(refused.rows.map((row) => [row.row, row.error !== undefined])).toEqual([
    [2, false],
    [3, false],
    [4, true],
    [5, true],
    [6, true],
    [7, true],
  ]);
  expect(refused.rows[4]).toMatchObject({ code: 140, fields: { claimCode: ERRORS.claimRefused.message } });
  expect(refused.rows[2]?.error).toContain('row 2');
  expect(refused.rows[5]).toMatchObject({
    error: expect.stringContaining('shortened'),
    unread: { sn: expect.any(String) },
  });
  expect((await owner.call('deviceList', { params: { projectId } })).total).toBe(0);
  const corrected = await owner.call('deviceImport', {
    params: { projectId },
    file: importSheet([pair(one), pair(two), pair(three)], 'xls'),
  } as never);
  expect(corrected).toMatchObject({ accepted: true, added: 3 });
});

test('rejects 501 rows with code 154, and reports a file that is no sheet', async () => {
  const { id: projectId } = await createProject(owner);
  const rows = Array.from({ length: 501 }, () => pair(createSampleDevice()));
  const long = await owner.refused('deviceImport', {
    params: { projectId },
    file: importSheet(rows),
  } as never);
  expect(long).toMatchObject({ status: 422, body: { code: 154, fields: { file: expect.any(String) } } });
  const image = new File([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0])], 'devices.xlsx');
  expect((await owner.call('deviceImport', { params: { projectId }, file: image } as never)).error).toContain(
    '.xls',
  );
  const broken = new File([Buffer.from([0x50, 0x4b, 3, 4, 9, 9, 9, 9, 9])], 'devices.xlsx');
  expect(
    (await owner.call('deviceImport', { params: { projectId }, file: broken } as never)).error,
  ).toContain('could not be read');
});

test('renames a device, and rejects a taken or malformed name on the field', async () => {
  const { id: projectId } = await createProject(owner);
  const bases = await world.register({ model: 'NL-AP6C' }, { model: 'NL-AP6C' });
  const [first, second] = await Promise.all(
    bases.map(({ sn, claimCode }) =>
      owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } }),
    ),
  );
  const rename = (id: string, name: string) => ({ params: { projectId, deviceId: id }, body: { name } });
  expect((await owner.call('deviceRename', rename(first?.id ?? '', 'Lobby'))).name).toBe('Lobby');
  expect((await owner.refused('deviceRename', rename(second?.id ?? '', 'LOBBY'))).body.fields).toHaveProperty(
    'name',
  );
  expect((await owner.refused('deviceRename', rename(second?.id ?? '', 'two  parts'))).body).toMatchObject({
    code: 400,
  });
  expect(
    (await owner.refused('deviceRestart', { params: { projectId }, body: { deviceIds: [first?.id ?? ''] } }))
      .body.code,
  ).toBe(36);
});

test('lets a removed device be claimed again under another id', async () => {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  const add = { params: { projectId }, body: { sn: base.sn, claimCode: base.claimCode } };
  const before = await owner.call('deviceAdd', add);
  expect(before).toMatchObject({ managementMode: 1, linkType: 1, configState: 0 });
  const removal = await owner.call('deviceRemove', { params: { projectId, deviceId: before.id } });
  expect(removal).toEqual({ ok: true, deleteType: 2 });
  const after = await owner.call('deviceAdd', add);
  expect(after.id).not.toBe(before.id);
});

test('lets only a manufacturer register devices, and answers 404 to others', async () => {
  const answer = await owner.refused('baseDeviceRegister', { body: { devices: [createSampleDevice()] } });
  expect(answer.status).toBe(404);
});

test('registers no device of a request that contains a model that no project can claim', async () => {
  const maker = await world.signedUp('maker@example.com');
  const role = ACCOUNT_ROLES.manufacturer;
  const { db } = world.services;
  await db.updateTable('accounts').set({ role }).where('account', '=', 'maker@example.com').execute();
  const known = { ...createSampleDevice(), model: 'NL-AP6C' };
  const devices = [known, { ...createSampleDevice(), model: 'XY-SW8' }];
  const { body, status } = await maker.refused('baseDeviceRegister', { body: { devices } });
  expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 400, ['devices.1.model']]);
  expect(await maker.call('baseDeviceRegister', { body: { devices: [known] } })).toEqual({ registered: 1 });
});

test('answers code 153 for a device that the project never had, and code 410 for a device that was removed from it', async () => {
  const [{ id: projectId }, { id: other }] = [await createProject(owner), await createProject(owner)];
  const [base] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  const body = { sn: base.sn, claimCode: base.claimCode };
  const { id } = await owner.call('deviceAdd', { params: { projectId }, body });
  await owner.call('identityConfirm', { body: { password: TEST_PASSWORD } });
  await owner.call('deviceRemove', { params: { projectId, deviceId: id } });
  const listAnswers = async (project: number, deviceId: string) => {
    const params = { projectId: project, deviceId };
    const several = { params: { projectId: project }, body: { deviceIds: [deviceId] } };
    const change = { deviceId, baseVersion: 0, settings: {} };
    const answers = await Promise.all([
      owner.refused('deviceGet', { params }),
      owner.refused('deviceRename', { params, body: { name: 'Lobby' } }),
      owner.refused('deviceRemove', { params }),
      owner.refused('deviceRestart', several),
      owner.refused('deviceSettingsGet', { params }),
      owner.refused('deviceSettingsReview', {
        params: { projectId: project },
        body: { changes: [change] },
      }),
      owner.refused('deviceDriftGet', { params }),
    ]);
    return answers.map(({ status, body: { code } }) => `${status} ${code}`);
  };
  expect(new Set(await listAnswers(projectId, id))).toEqual(new Set(['404 410']));
  expect(new Set(await listAnswers(projectId, 'A'.repeat(22)))).toEqual(new Set(['404 153']));
  expect(new Set(await listAnswers(other, id))).toEqual(new Set(['404 153']));
});

test.each([
  ['NL-GW5', 1],
  ['NL-MESHP', 0],
])(
  'refuses model %s in a project of network mode %d with code 166, and keeps the device claimable',
  async (model, netMode) => {
    const { id: projectId } = await createProject(owner, { netMode: netMode as 0 | 1 });
    const [base, ap] = (await world.register({ model }, { model: 'NL-AP6C' })) as [BaseDevice, BaseDevice];
    const body = { sn: base.sn, claimCode: base.claimCode };
    expect(await owner.refused('deviceAdd', { params: { projectId }, body })).toMatchObject({
      status: 409,
      body: { code: 166 },
    });
    const sheet = { params: { projectId }, file: importSheet([pair(ap), pair(base)]) } as never;
    expect((await owner.call('deviceImport', sheet)).rows.map(({ error }) => error)).toEqual([
      undefined,
      expect.stringContaining('network mode'),
    ]);
    const { id: fitting } = await createProject(owner, { netMode: (1 - netMode) as 0 | 1 });
    expect((await owner.call('deviceAdd', { params: { projectId: fitting }, body })).sn).toBe(base.sn);
  },
);

test.each(['abc', '1e3', '-1', '9'.repeat(20)])(
  'answers code 30 for the project id %s',
  async (projectId) => {
    expect(await owner.refused('deviceList', { params: { projectId } })).toMatchObject({
      status: 400,
      body: { code: 30 },
    });
  },
);
