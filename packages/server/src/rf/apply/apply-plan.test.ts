import { EMPTY_WIRELESS, isChangedRow, type NetworkConfig, type RfRunDetail } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { playCrowd } from '../testing/crowd.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

type Crowd = Awaited<ReturnType<typeof playCrowd>>;

const runParams = (site: Crowd, { id }: { readonly id: string }) => ({ ...site.params, runId: id });

const listProposed = ({ plan }: RfRunDetail) => plan?.rows.filter(isChangedRow) ?? [];

test('applies a plan in waves as a version of the configuration, and restores what was before', async () => {
  await using site = await playCrowd(world, owner, 3);
  const { params } = site;
  const run = await site.plan();
  expect(run.can).toMatchObject({ apply: { allowed: true }, select: { allowed: true } });
  const proposed = listProposed(run);
  expect((await owner.call('rfProposalGet', { params })).rows).toEqual(proposed);
  const review = await owner.call('rfPlanReview', { params: runParams(site, run) });
  expect(review.changes.map(({ item }) => item)).toEqual(
    proposed.map(({ deviceName }) => `${deviceName}, radio radio0`),
  );
  expect(review.clientsAffected).toBe(40);
  expect(review.costs[0]).toBe(
    'In 2 steps: access points without clients first, and none together with one that takes over its clients.',
  );
  const applied = await owner.call('rfPlanApply', {
    params: runParams(site, run),
    body: { revision: 0, when: 'now' },
  });
  if (!applied.job) throw new Error('There is no job.');
  expect(applied.job.title).toBe('Channel plan: 2 radios');
  const waves = await site.confirmAll(applied.job.id);
  for (const wave of waves)
    expect(proposed.filter(({ deviceName }) => wave.includes(deviceName)).length).toBeLessThan(2);
  const { config } = await owner.call('networkConfigGet', { params });
  expect(config.wireless?.radios).toEqual(
    proposed.map((row) => ({
      deviceId: row.deviceId,
      radioId: 'radio0',
      channel: row.proposed.channel,
      widthMhz: 20,
      powerDbm: 'auto',
      planned: true,
    })),
  );
  expect(applied.run.application).toMatchObject({ state: 'applied', changes: 2, jobId: applied.job.id });
  expect(applied.run.can.apply).toMatchObject({ allowed: false, reason: 'The plan was applied.' });
  expect((await owner.call('rfProposalGet', { params })).rows).toEqual([]);
  // One access point accepts its channel and stays.
  const [changed, stays] = proposed;
  const outcomes = async () => listProposed(await site.read(run.id)).map(({ outcome }) => outcome);
  expect(await outcomes()).toEqual(['waiting', 'waiting']);
  await site.report(site.devices.map(({ id }) => (id === changed?.deviceId ? changed.proposed.channel : 6)));
  expect(await outcomes()).toEqual(['confirmed', 'waiting']);
  expect(stays?.proposed.channel).not.toBe(6);
  const twice = { params: runParams(site, run), body: { revision: 0, when: 'now' as const } };
  expect((await owner.refused('rfPlanApply', twice)).body.message).toBe('The plan was applied.');
  const [history] = (await owner.call('networkHistoryList', { params, query: {} })).items;
  expect(history?.title).toBe('Channel plan: 2 radios');

  // A radio that was set by hand since stays.
  const [first, second] = config.wireless?.radios ?? [];
  if (!first || !second) throw new Error('The radios are missing.');
  const byHand = { ...first, channel: 3, planned: undefined };
  await owner.call('networkConfigApply', {
    params,
    body: {
      baseVersion: history?.version ?? 0,
      config: { ...config, wireless: { ...EMPTY_WIRELESS, radios: [byHand, second] } },
    },
  });
  const restoration = await owner.call('rfRestoreReview', { params: runParams(site, run) });
  expect(restoration.costs[0]).toBe('1 radio was changed since and stays.');
  const restored = await owner.call('rfPlanRestore', { params: runParams(site, run), body: {} });
  expect(restored.run.application).toMatchObject({ state: 'restored', restoreJobId: restored.job.id });
  const after = await owner.call('networkConfigGet', { params });
  expect(after.config.wireless?.radios.map(({ channel }) => channel)).toEqual([3, 6]);
  expect((await owner.refused('rfPlanRestore', { params: runParams(site, run), body: {} })).status).toBe(409);
});

test('plans again for the changes that are not refused, and within a number of changes', async () => {
  await using site = await playCrowd(world, owner, 4);
  const run = await site.plan();
  const [refused] = listProposed(run);
  if (!refused) throw new Error('The plan changes nothing.');
  const params = runParams(site, run);
  const { deviceId, radioId } = refused;
  const pinned = await owner.call('rfSelectionSave', {
    params,
    body: { revision: 0, refused: [{ deviceId, radioId }] },
  });
  expect(pinned.plan?.rows.find((row) => row.deviceId === deviceId)).toMatchObject({
    kept: 'refused',
    proposed: refused.now,
  });
  expect(pinned.plan?.interferenceAfter).toBeCloseTo(run.plan?.interferenceAfter ?? 0, 9);
  expect(pinned.selection.revision).toBe(1);
  const few = await owner.call('rfSelectionSave', {
    params,
    body: { revision: 1, refused: [], maxChanges: 1 },
  });
  expect(listProposed(few)).toHaveLength(1);
  const share =
    ((run.plan?.interferenceBefore ?? 0) - (few.plan?.interferenceAfter ?? 0)) /
    ((run.plan?.interferenceBefore ?? 0) - (run.plan?.interferenceAfter ?? 0));
  expect(share).toBeGreaterThan(0.4);
  expect(await site.read(run.id)).toEqual(few);
  const old = { params, body: { revision: 1, refused: [] } };
  expect((await owner.refused('rfSelectionSave', old)).status).toBe(409);
  const apply = { params, body: { revision: 1, when: 'now' as const } };
  expect((await owner.refused('rfPlanApply', apply)).status).toBe(409);
});

test('refuses a plan by name when its radios have changed since', async () => {
  await using site = await playCrowd(world, owner, 3);
  const run = await site.plan();
  const [row] = listProposed(run);
  if (!row) throw new Error('The plan changes nothing.');
  await site.report(site.devices.map(({ id }) => (id === row.deviceId ? 9 : 6)));
  const sentence = `${row.deviceName}, 2.4G: changed from channel 6 to 9 after the plan.`;
  expect((await site.read(run.id)).outdated).toEqual([sentence]);
  const order = { params: runParams(site, run), body: { revision: 0, when: 'now' as const } };
  expect((await owner.refused('rfPlanApply', order)).body.message).toBe(
    `The plan no longer fits the site. Plan again. ${sentence}`,
  );
  const newer = await site.plan();
  expect((await owner.refused('rfPlanApply', order)).body.message).toBe('There is a newer plan.');
  expect(newer.can.apply).toEqual({ allowed: true });
});

test('refuses changes of radios, policies, countries and roles on every channel while an optimization runs', async () => {
  await using site = await playCrowd(world, owner, 2, { others: ['NL-WR3'] });
  const { params } = site;
  const [device, , router] = site.devices;
  if (!device || !router) throw new Error('The devices are missing.');
  await owner.call('rfRunStart', { params });
  const configs: NetworkConfig[] = [
    {
      vlans: [],
      dhcpPools: [],
      wireless: {
        ...EMPTY_WIRELESS,
        radios: [{ deviceId: device.id, radioId: 'radio0', channel: 1, widthMhz: 'auto', powerDbm: 'auto' }],
      },
    },
    {
      vlans: [],
      dhcpPools: [],
      wireless: { ...EMPTY_WIRELESS, countries: [{ deviceId: device.id, country: 'DE' }] },
    },
  ];
  for (const config of configs)
    expect(
      (await owner.refused('networkConfigApply', { params, body: { baseVersion: 0, config } })).body.code,
    ).toBe(27);
  const role = { params: { ...params, deviceId: router.id }, body: { role: 'access-point' as const } };
  expect((await owner.refused('deviceRoleChange', role)).body.code).toBe(27);
  // Everything else can be applied.
  const vlan = { id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: [] };
  await owner.call('networkConfigApply', {
    params,
    body: { baseVersion: 0, config: { vlans: [vlan], dhcpPools: [] } },
  });
  await world.services.rfPlanner.processAll();
});
