import {
  ERRORS,
  TOPOLOGY_DOCUMENT,
  TOPOLOGY_EDIT_LIMITS,
  type TopologyEditChange,
} from '@northlight/contract';
import { formatUnknownId } from '@northlight/topology';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { pollUntil, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { createSilentSite } from './testing/silent-site.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const HUB = 'manual hub00001';
const LINK = 'link0001';

/** Creates a site whose switch is linked to port lan2 of the gateway, and a way to save edits. */
async function createEditedSite() {
  const site = await createSilentSite(world, owner);
  const { behind, gateway, params } = site;
  await behind.report([{ port: 'u1', mac: gateway.mac }]);
  await gateway.report([{ port: 'lan2', mac: behind.mac }]);
  await pollUntil(async () => (await site.read()).links.some(({ evidence }) => evidence === 'forwarding'));
  const getRevision = async () => (await owner.call('topologyGet', { params, query: {} })).edits.revision;
  const createInput = async (changes: readonly TopologyEditChange[], revision?: number) => ({
    params,
    body: { baseRevision: revision ?? (await getRevision()), changes: [...changes] },
  });
  return {
    ...site,
    getRevision,
    save: async (...changes: TopologyEditChange[]) =>
      owner.call('topologyEditSave', await createInput(changes)),
    refuse: async (changes: TopologyEditChange[], revision?: number) =>
      (await owner.refused('topologyEditSave', await createInput(changes, revision))).body,
    findParent: async (id: string, at?: string) => {
      const { links } = await site.read(at);
      const link = links.find(({ isInTree, lower }) => isInTree && lower.nodeId === id);
      return link && { id: link.upper.nodeId, port: link.upper.port, evidence: link.evidence };
    },
  };
}

const { remove, set } = TOPOLOGY_DOCUMENT;
const addHub = set('devices', { id: HUB, type: 'switch', name: 'Lobby switch' });
const linkHub = (nodeId: string, port?: string): TopologyEditChange =>
  set('links', { id: LINK, upper: { nodeId, port }, lower: { nodeId: HUB } });
const move = (nodeId: string, x: number): TopologyEditChange =>
  set('positions', { nodeId, direction: 'vertical', x, y: 40 });

describe('a manual device', () => {
  it('is part of the network with its name, type and history', async () => {
    await using site = await createEditedSite();
    const before = new Date(world.clock.now()).toISOString();
    await world.clock.advance(1_000);
    await site.save(addHub, linkHub(site.behind.id, 'p3'));
    const { nodes } = await site.read();
    expect(nodes).toContainEqual({
      id: HUB,
      kind: 'manual-device',
      name: 'Lobby switch',
      manualType: 'switch',
    });
    expect(await site.findParent(HUB)).toEqual({ id: site.behind.id, port: 'p3', evidence: 'manual' });
    expect(await site.findParent(HUB, before)).toBeUndefined();
    const { items } = await owner.call('topologyChangeList', {
      params: site.params,
      query: { from: before },
    });
    expect(items.filter(({ deviceId }) => deviceId === HUB)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'device-added', name: 'Lobby switch' }),
        expect.objectContaining({ kind: 'connected', cause: { kind: 'edited' } }),
      ]),
    );
  });

  it('at a port is above the devices behind this port, whose uplink is still the managed device', async () => {
    await using site = await createEditedSite();
    await site.save(addHub, linkHub(site.gateway.id, 'lan2'));
    expect(await site.findParent(site.behind.id)).toMatchObject({ id: HUB });
    const { uplink } = await owner.call('deviceGet', {
      params: { ...site.params, deviceId: site.behind.id },
    });
    expect(uplink).toMatchObject({ id: site.gateway.id });
  });

  it('above the gateway leaves the gateway as the root', async () => {
    await using site = await createEditedSite();
    await site.save(
      addHub,
      set('links', { id: LINK, upper: { nodeId: HUB }, lower: { nodeId: site.gateway.id, port: 'wan1' } }),
    );
    expect(await site.read()).toMatchObject({ rootId: site.gateway.id });
    expect(await site.findParent(site.gateway.id)).toMatchObject({ id: HUB });
  });

  it('is removed with its links and position', async () => {
    await using site = await createEditedSite();
    await site.save(addHub, linkHub(site.behind.id, 'p3'), move(HUB, 10));
    expect(await site.save(remove('devices', HUB))).toMatchObject({
      devices: [],
      links: [],
      positions: [],
    });
    expect((await site.read()).nodes.map(({ id }) => id)).not.toContain(HUB);
  });
});

describe('a manual link', () => {
  it('places a device that has no evidence, and gives way as soon as a report shows another link', async () => {
    await using site = await createEditedSite();
    const camera = await site.add('NL-IPC4D');
    const value = { upper: { nodeId: site.behind.id, port: 'p3' }, lower: { nodeId: camera.id } };
    const { links } = await site.save(set('links', { id: LINK, ...value }));
    expect(links).toEqual([{ id: LINK, ...value, isUsed: true }]);
    expect(await site.findParent(camera.id)).toMatchObject({ port: 'p3', evidence: 'manual' });
    await world.clock.advance(1_000);
    await site.behind.report([
      { port: 'u1', mac: site.gateway.mac },
      { port: 'p5', mac: camera.mac },
    ]);
    await pollUntil(async () => (await site.findParent(camera.id))?.port === 'p5');
    expect((await site.read()).edits.links).toEqual([{ id: LINK, ...value, isUsed: false }]);
  });
});

describe('edits', () => {
  it('of an unknown device move with it to another port', async () => {
    await using site = await createEditedSite();
    const cameras = [await site.add('NL-IPC4D'), await site.add('NL-IPC4D'), await site.add('NL-IPC4D')];
    const show = (port: string) =>
      site.behind.report([
        { port: 'u1', mac: site.gateway.mac },
        ...cameras.map(({ mac }) => ({ port, mac })),
      ]);
    const [first, second] = ['p3', 'p4'].map((port) => formatUnknownId(site.behind.id, port));
    await show('p3');
    await pollUntil(async () => (await site.read()).nodes.some(({ id }) => id === first));
    await site.save(set('names', { nodeId: first ?? '', name: 'Garage switch' }), move(first ?? '', 5));
    await world.clock.advance(1_000);
    await show('p4');
    await pollUntil(async () => (await site.read()).nodes.some(({ id }) => id === second));
    const { edits, nodes } = await site.read();
    expect(nodes.find(({ id }) => id === second)?.name).toBe('Garage switch');
    expect(edits.positions.map(({ nodeId }) => nodeId)).toEqual([second]);
  });

  it('of an unknown device replace those of an earlier unknown device at its new port', async () => {
    await using site = await createEditedSite();
    const [first, second] = [
      [await site.add('NL-IPC4D'), await site.add('NL-IPC4D')],
      [await site.add('NL-IPC4D'), await site.add('NL-IPC4D')],
    ];
    const show = async (at: Readonly<Record<string, typeof first>>) => {
      await world.clock.advance(1_000);
      await site.behind.report([
        { port: 'u1', mac: site.gateway.mac },
        ...Object.entries(at).flatMap(([port, cameras]) => cameras.map(({ mac }) => ({ port, mac }))),
      ]);
      const ids = Object.keys(at).map((port) => formatUnknownId(site.behind.id, port));
      await pollUntil(async () => {
        const found = (await site.read()).nodes.filter(({ kind }) => kind === 'unknown-device');
        return found.length === ids.length && found.every(({ id }) => ids.includes(id));
      });
    };
    const name = (port: string, value: string) =>
      site.save(set('names', { nodeId: formatUnknownId(site.behind.id, port), name: value }));
    await show({ p3: first, p4: second });
    await name('p3', 'Garage switch');
    await name('p4', 'Office switch');
    for (const { id } of second)
      await owner.call('deviceRemove', { params: { ...site.params, deviceId: id } });
    await show({ p3: first });
    await show({ p4: first });
    expect((await site.read()).edits.names).toEqual([
      { nodeId: formatUnknownId(site.behind.id, 'p4'), name: 'Garage switch' },
    ]);
  });

  it('choose another root, until it leaves the project', async () => {
    await using site = await createEditedSite();
    await site.save(set('root', site.behind.id));
    expect((await site.read()).rootId).toBe(site.behind.id);
    await owner.call('deviceRemove', { params: { ...site.params, deviceId: site.behind.id } });
    const { nodes, rootId } = await site.read();
    expect({ rootId, ids: nodes.map(({ id }) => id) }).toEqual({ rootId: undefined, ids: [site.gateway.id] });
  });

  it('of nodes that the drawing does not have are refused at their place', async () => {
    await using site = await createEditedSite();
    const params = { params: site.params };
    const changes = [
      move(site.gateway.id, 4),
      move('internet', 4),
      set('hidden', 'any text'),
      move('nowhere', 4),
    ];
    const body = { baseRevision: await site.getRevision(), changes };
    const { fields = {} } = (await owner.refused('topologyEditSave', { ...params, body })).body;
    expect(Object.keys(fields)).toEqual(['changes.2.key', 'changes.3.key']);
  });

  it('of positions and hidden devices keep no earlier values', async () => {
    await using site = await createEditedSite();
    for (let round = 1; round <= 5; round++) {
      await site.save(move(site.gateway.id, round));
      await site.save(round % 2 === 1 ? set('hidden', site.behind.id) : remove('hidden', site.behind.id));
    }
    const rows = await world.services.db
      .selectFrom('topology_edits')
      .select(['kind', 'value'])
      .where('project_id', '=', site.params.projectId)
      .orderBy('kind')
      .execute();
    expect(rows).toMatchObject([
      { kind: 'hidden', value: true },
      { kind: expect.stringMatching('position'), value: { x: 5 } },
    ]);
  });

  it('of other items by another user are kept, and those of the same item are refused with the name of that user', async () => {
    await using site = await createEditedSite();
    const revision = await site.getRevision();
    await site.save(set('hidden', site.behind.id));
    const { body } = await owner.refused('topologyEditSave', {
      params: site.params,
      body: {
        baseRevision: revision,
        changes: [move(site.gateway.id, 4), remove('hidden', site.behind.id)],
      },
    });
    expect(body).toMatchObject({
      code: ERRORS.configConflict.code,
      fields: { 'changes.1': expect.stringMatching(/ has changed this too\.$/) },
    });
    expect((await site.read()).edits.positions).toEqual([]);
    await owner.call('topologyEditSave', {
      params: site.params,
      body: { baseRevision: revision, changes: [move(site.gateway.id, 4)] },
    });
    expect((await site.read()).edits).toMatchObject({
      hidden: [site.behind.id],
      positions: [{ nodeId: site.gateway.id, x: 4 }],
    });
  });

  it('that two users make at once are both saved', async () => {
    await using site = await createEditedSite();
    const revision = await site.getRevision();
    const save = (change: TopologyEditChange) =>
      owner.call('topologyEditSave', {
        params: site.params,
        body: { baseRevision: revision, changes: [change] },
      });
    await Promise.all([save(move(site.gateway.id, 1)), save(move(site.behind.id, 2))]);
    expect((await site.read()).edits.positions).toHaveLength(2);
  });

  it('are written to the audit', async () => {
    await using site = await createEditedSite();
    await site.save(addHub, move(HUB, 1));
    const { items } = await owner.call('auditList', {
      params: site.params,
      query: { action: 'topology.edit' },
    });
    expect(items[0]?.after).toContain('Lobby switch');
  });
});

describe('bad edits', () => {
  it.each<[string, TopologyEditChange, string]>([
    [
      'a name for an unknown device that is gone',
      set('names', { nodeId: 'unknown x p1', name: 'Hub' }),
      'key',
    ],
    ['a root of another project', set('root', 'x'.repeat(22)), 'value'],
    ['a link to a device of another project', linkHub('x'.repeat(22), 'p1'), 'value.upper.nodeId'],
    [
      'a link of a device to itself',
      set('links', { id: LINK, upper: { nodeId: HUB }, lower: { nodeId: HUB } }),
      'value.lower.nodeId',
    ],
    [
      'a link to a device that was removed from the drawing',
      set('links', { id: LINK, upper: { nodeId: HUB }, lower: { nodeId: 'manual gone0001' } }),
      'value.lower.nodeId',
    ],
    [
      'a link to an unknown device',
      set('links', { id: LINK, upper: { nodeId: 'unknown x p1' }, lower: { nodeId: HUB } }),
      'value.upper.nodeId',
    ],
    ['an empty name', set('devices', { id: HUB, type: 'switch', name: '  ' }), 'value.name'],
    ['a name that cannot be stored', set('names', { nodeId: 'unknown x p1', name: 'a\0b' }), 'value.name'],
    ['a value of another item', { ...addHub, key: 'manual other001' }, 'key'],
    ['a position in an unknown direction', remove('positions', 'diagonal internet'), 'key'],
    ['a position that is too far away', move('unknown x p1', 1e9), 'value.x'],
  ])('are refused at their field: %s', async (_title, change, field) => {
    await using site = await createEditedSite();
    if (change.list === 'links') await site.save(addHub);
    const { code, fields } = await site.refuse([change]);
    expect(code).toBe(ERRORS.invalidParameters.code);
    expect(Object.keys(fields ?? {})).toEqual([`changes.0.${field}`]);
  });

  it('are refused above the limits, and nothing is saved', async () => {
    await using site = await createEditedSite();
    const changes = Array.from({ length: TOPOLOGY_EDIT_LIMITS.devices + 1 }, (_, index) =>
      set('devices', {
        id: `manual ${String(index).padStart(8, '0')}`,
        type: 'other',
        name: `Device ${index}`,
      }),
    );
    expect((await site.refuse(changes)).fields?.['changes']).toContain('200 devices');
    expect((await site.read()).edits.devices).toEqual([]);
  });
});

it('keeps the unsaved changes of each account until they are saved or discarded', async () => {
  await using site = await createEditedSite();
  const { params } = site;
  const change = move(site.behind.id, 30);
  const read = async () => (await owner.call('topologyDraftGet', { params })).draft;
  expect(await read()).toBeUndefined();
  const body = { version: 0, baseRevision: 0, changes: [change], undo: [remove('positions', change.key)] };
  const { version } = await owner.call('topologyDraftSave', { params, body });
  expect(version).toBe(1);
  expect(await read()).toMatchObject({ ...body, version: 1 });
  // Another window that has not seen this draft.
  expect((await owner.refused('topologyDraftSave', { params, body })).body.code).toBe(
    ERRORS.configConflict.code,
  );
  expect((await site.read()).edits.positions).toEqual([]);
  await owner.call('topologyDraftDiscard', { params });
  expect(await read()).toBeUndefined();
});
