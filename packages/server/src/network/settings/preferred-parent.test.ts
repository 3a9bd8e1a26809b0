import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  type PlayedDevice,
  playSite,
  pollUntil,
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

/** A mesh with Hall as the primary node, Kitchen connected to it, and Attic connected to Kitchen. */
async function setup() {
  const site = await playSite(world, owner, 'NL-MESHP', 'NL-MESHS', 'NL-MESHS');
  const [hall, kitchen, attic] = site.devices as [PlayedDevice, PlayedDevice, PlayedDevice];
  const names = new Map([
    [hall, 'Hall'],
    [kitchen, 'Kitchen'],
    [attic, 'Attic'],
  ]);
  for (const [device, name] of names)
    await owner.call('deviceRename', { params: { ...site.params, deviceId: device.id }, body: { name } });
  const connect = (device: PlayedDevice, parent?: PlayedDevice) =>
    device.on({ nets: { ip: '192.168.1.9', ...(parent && { uplinkMac: parent.base.mac }) } });
  await connect(hall);
  await connect(kitchen, hall);
  await connect(attic, kitchen);
  const stage = ({ id: deviceId }: PlayedDevice, preferredParent?: string, baseVersion = 0) => ({
    params: site.params,
    body: {
      changes: [
        {
          deviceId,
          baseVersion,
          settings: preferredParent === undefined ? {} : { mesh: { preferredParent } },
        },
      ],
    },
  });
  return { ...site, hall, kitchen, attic, stage };
}

/** Returns the next configuration that contains the part `mesh` if `isSet`, or lacks it. */
const receive = (device: PlayedDevice, isSet: boolean) =>
  pollUntil(async () => {
    const push = await device.push();
    return (push.config.mesh !== undefined) === isSet && push;
  });

test('reviews and pushes a preferred parent by name, and returns to automatic', async () => {
  await using mesh = await setup();
  const { attic, hall, jobWhen, params, stage } = mesh;
  const review = await owner.call('deviceSettingsReview', stage(attic, hall.base.mac.toUpperCase()));
  expect(review.changes).toMatchObject([{ setting: 'preferred parent', now: 'automatic', after: 'Hall' }]);
  expect(review.costs).toEqual([
    'Attic: if it connects to another node, its clients and the nodes below it lose the connection briefly.',
  ]);
  const job = await owner.call('deviceSettingsApply', stage(attic, hall.base.mac));
  const push = await receive(attic, true);
  expect(push.config.mesh).toEqual({ preferredParent: hall.base.mac });
  await attic.reportConfig(push);
  expect(await jobWhen(job.id, ({ state }) => state !== 'running')).toMatchObject({ state: 'done' });
  const deviceParams = { ...params, deviceId: attic.id };
  expect((await owner.call('deviceSettingsGet', { params: deviceParams })).settings).toEqual({
    mesh: { preferredParent: hall.base.mac },
  });
  await owner.call('deviceSettingsApply', stage(attic, undefined, 1));
  expect((await receive(attic, false)).config).not.toHaveProperty('mesh');
});

test.each([
  ['the node itself', 'kitchen', 'kitchen', /its own parent/, 400],
  ['a node below it', 'kitchen', 'attic', /^Attic is connected through this node/, 400],
  ['a node of another project', 'attic', 'foreign', /no such mesh node/, 400],
  ['any node for the primary node', 'hall', 'kitchen', /Only a secondary node/, 85],
] as const)('refuses %s as the preferred parent at its field', async (_case, node, parent, message, code) => {
  await using mesh = await setup();
  const foreign = await playSite(world, await world.signedUp(), 'NL-MESHP');
  const macs = { ...mesh, foreign: foreign.devices[0] as PlayedDevice };
  for (const operation of ['deviceSettingsReview', 'deviceSettingsApply'] as const) {
    const { body } = await owner.refused(operation, mesh.stage(mesh[node], macs[parent].base.mac));
    expect(body.code).toBe(code);
    expect(body.fields?.['changes.0.settings.mesh.preferredParent']).toMatch(message);
  }
});

test('uses the tree that the nodes report now', async () => {
  await using mesh = await setup();
  const { attic, hall, kitchen, stage } = mesh;
  expect((await owner.refused('deviceSettingsReview', stage(kitchen, attic.base.mac))).body.code).toBe(400);
  await attic.on({ nets: { ip: '192.168.1.9', uplinkMac: hall.base.mac } });
  const review = await owner.call('deviceSettingsReview', stage(kitchen, attic.base.mac));
  expect(review.changes).toMatchObject([{ after: 'Attic' }]);
});

test('does not send the preferred parent of a node that became the primary node', async () => {
  const person = await world.signedUp();
  await using site = await playSite(world, person, 'NL-MESHP', 'NL-MESHP');
  const [first, second] = site.devices as [PlayedDevice, PlayedDevice];
  for (const device of [first, second]) await device.on();
  const settings = { mesh: { preferredParent: first.base.mac } };
  const body = { changes: [{ deviceId: second.id, baseVersion: 0, settings }] };
  await person.call('deviceSettingsApply', { params: site.params, body });
  await receive(second, true);
  const role = (device: PlayedDevice, next: 'mesh-primary' | 'mesh-secondary') =>
    person.call('deviceRoleChange', {
      params: { ...site.params, deviceId: device.id },
      body: { role: next, confirmName: 'Test' },
    });
  await role(first, 'mesh-secondary');
  await role(second, 'mesh-primary');
  expect((await receive(second, false)).config).not.toHaveProperty('mesh');
});
