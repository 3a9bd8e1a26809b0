import { NET_MODES, DEMO_MESH_PROJECT } from '@northlight/contract';
import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { BaseDevice } from '../index.ts';
import {
  createProject,
  type PlayedDevice,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

/** A factory-new node as a primary node reports it. */
const toReported = ({ claimCode, mac, model, sn }: BaseDevice, signalDbm = -61) => ({
  sn,
  mac,
  model,
  signalDbm,
  claimCode,
});

/** A mesh project of a new account whose primary node is online. */
async function setup() {
  const person = await world.signedUp();
  const site = await playSite(world, person, 'NL-MESHP');
  const [primary] = site.devices as [PlayedDevice];
  await primary.on();
  const search = () => person.call('meshNodeSearch', { params: site.params });
  /** Searches and answers with these nodes; returns the id of the search. */
  const find = async (nodes: ReturnType<typeof toReported>[]): Promise<string> => {
    const { id } = await search();
    await primary.reportCommand(await primary.command(), { state: 'done', result: { nodes } });
    return id;
  };
  const add = (jobId: string, ...sns: string[]) =>
    person.call('meshNodeAdd', { params: { ...site.params, jobId }, body: { sns } });
  return { ...site, person, primary, search, find, add };
}

const registerNodes = (count: number): Promise<BaseDevice[]> =>
  world.register(...Array.from({ length: count }, () => ({ model: 'NL-MESHS' })));

test('lists nodes while the search is running and adds the selected nodes, without claim codes in any answer', async () => {
  const { add, job, params, person, primary, search } = await setup();
  const [near, far] = (await registerNodes(2)) as [BaseDevice, BaseDevice];
  const { id, title, kind } = await search();
  expect([kind, title]).toEqual(['find-nodes', expect.stringMatching(/^Find nodes near /)]);
  const push = await primary.command();
  expect(push).toMatchObject({ kind: 'find-nodes', args: { seconds: 120 } });
  const result = { nodes: [toReported(near), toReported(far, -79)] };
  await primary.reportCommand(push, { state: 'running', percent: 40, step: 'Searching', result });
  const { claimCode: _code, ...shown } = toReported(near);
  const found = await job(id);
  expect(found.rows[0]).toMatchObject({ state: 'running', percent: 40 });
  expect(found.rows[0]?.result?.nodes?.[0]).toEqual({ ...shown, modelName: 'Mesh node MESHS, secondary' });
  // A report without a result keeps the nodes.
  await primary.reportCommand(push, { state: 'running', percent: 60 });
  expect((await job(id)).rows[0]?.result?.nodes).toHaveLength(2);
  const { added, rows } = await add(id, near.sn);
  expect([added, rows]).toEqual([1, [expect.objectContaining({ sn: near.sn, kind: 'mesh' })]]);
  const { items } = await person.call('deviceList', { params });
  expect(items.find(({ sn }) => sn === near.sn)).toMatchObject({ role: 'mesh-secondary', waiting: true });
  expect(items.map(({ sn }) => sn)).not.toContain(far.sn);
  const answers = JSON.stringify([found, rows, await person.call('jobList', { params })]);
  for (const { claimCode } of [near, far]) expect(answers).not.toContain(claimCode);
  expect(answers).not.toContain('claimHash');
  const stored = await world.services.db
    .selectFrom('job_rows')
    .select('result')
    .where('job_id', '=', id)
    .execute();
  expect(JSON.stringify(stored)).not.toContain(near.claimCode);
});

test('returns the running search instead of starting a second search', async () => {
  const { primary, search } = await setup();
  const [first, second] = [await search(), await search()];
  expect(second.id).toBe(first.id);
  await primary.reportCommand(await primary.command(), { state: 'done', result: { nodes: [] } });
  expect((await search()).id).not.toBe(first.id);
});

test('gives a node that two primary nodes found to the first project, and answers the second project with the usual error', async () => {
  const [one, two] = [await setup(), await setup()];
  const [node] = (await registerNodes(1)) as [BaseDevice];
  const searches = [await one.find([toReported(node)]), await two.find([toReported(node)])] as const;
  expect(await one.add(searches[0], node.sn)).toMatchObject({ added: 1 });
  const refused = await two.add(searches[1], node.sn);
  expect(refused).toMatchObject({ added: 0, rows: [{ sn: node.sn, code: 140 }] });
  expect(refused.rows[0]).not.toHaveProperty('model');
  expect((await one.add(searches[0], node.sn)).rows[0]).toMatchObject({ code: 149 });
});

test('counts invented nodes and wrong claim codes against the limit of the account', async () => {
  const { add, find } = await setup();
  const nodes = await registerNodes(2);
  const [real, other] = nodes as [BaseDevice, BaseDevice];
  const invented = Array.from({ length: 9 }, (_, index) => ({
    ...toReported(real),
    sn: `NLINVENTED00000${index}`,
  }));
  const lie = { ...toReported(real), claimCode: other.claimCode };
  const searchId = await find([...invented, lie, toReported(other)]);
  const { added, rows } = await add(searchId, ...invented.map(({ sn }) => sn), lie.sn);
  expect(added).toBe(0);
  expect(rows.map(({ code }) => code)).toEqual(Array<number>(10).fill(140));
  for (const { sn } of invented) expect((await add(searchId, sn)).rows[0]?.code).toBe(140);
  expect((await add(searchId, other.sn)).rows[0]?.code).toBe(80);
  await world.clock.advance(HOUR_MS - 5 * MINUTE_MS);
  expect((await add(searchId, other.sn)).rows[0]?.code).toBe(80);
});

test('adds only nodes of the search, of the last hour and of the same project', async () => {
  const { add, find, params, person, primary } = await setup();
  const [node] = (await registerNodes(1)) as [BaseDevice];
  const searchId = await find([]);
  expect((await add(searchId, node.sn)).rows).toEqual([
    { sn: node.sn, code: 400, error: 'The search did not find this node. Search again.' },
  ]);
  const foreign = await setup();
  const foreignId = await foreign.find([toReported(node)]);
  const refuse = (jobId: string) =>
    person.refused('meshNodeAdd', { params: { ...params, jobId }, body: { sns: [node.sn] } });
  expect((await refuse(foreignId)).status).toBe(404);
  // Other jobs are no searches.
  const ping = await person.call('deviceDiagnose', {
    params: { ...params, deviceId: primary.id },
    body: { kind: 'ping', args: { host: '9.9.9.9', count: 1 } },
  });
  await primary.reportCommand(await primary.command(), {
    state: 'done',
    result: { nodes: [toReported(node)] },
  });
  expect((await refuse(ping.id)).status).toBe(404);
  await world.clock.advance(HOUR_MS + MINUTE_MS);
  const { body, status } = await refuse(searchId);
  expect([status, body.message]).toEqual([400, 'The nodes were found more than 1 h ago. Search again.']);
});

test('refuses a search without a primary node, with an offline primary node, in a WLAN project and with read access', async () => {
  const refuse = async (projectId: number, person = owner) => {
    const { body, status } = await person.refused('meshNodeSearch', { params: { projectId } });
    return [status, body.code, body.message];
  };
  const { id: empty } = await createProject(owner, { netMode: NET_MODES.mesh });
  expect(await refuse(empty)).toEqual([
    404,
    153,
    'The project has no primary node. Add one by its serial number and claim code first.',
  ]);
  const offline = await playSite(world, owner, 'NL-MESHP');
  expect((await refuse(offline.projectId))[0]).toBe(409);
  expect((await refuse(offline.projectId))[2]).toMatch(/offline/);
  const { id: wlan } = await createProject(owner, { netMode: NET_MODES.wlan });
  expect((await refuse(wlan)).slice(1)).toEqual([400, 'This operation needs a project in mesh mode.']);
  const reader = await world.signedUp('mesh-reader@example.com');
  await owner.call('shareCreate', {
    params: { projectId: empty },
    body: { account: 'mesh-reader@example.com', right: 'r', validity: { kind: 'permanent' } },
  });
  expect((await refuse(empty, reader))[1]).toBe(173);
  expect((await refuse(DEMO_MESH_PROJECT))[1]).toBe(73);
});
