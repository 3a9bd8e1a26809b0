/** Spanning tree and refused configurations of OpenWiFi switches, with literal frames. */
import { type DeviceSettings, getDefaultPort } from '@northlight/contract';
import { SteppedClock } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createOpenWifiSite,
  encodeAck,
  encodeSwitchConnect,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let site: Awaited<ReturnType<typeof createOpenWifiSite>>;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  owner = await world.signedUp();
  site = await createOpenWifiSite(world, owner, 'Reef devices');
});
afterAll(() => world[Symbol.asyncDispose]());

interface SwitchConfig {
  readonly ethernet: readonly { readonly 'select-ports': readonly string[] }[];
  readonly interfaces: readonly object[];
  readonly switch?: object;
}

/** A switch that runs the configuration of its project, with functions to change its settings. */
async function running() {
  const device = await site.added(encodeSwitchConnect);
  await site.settle(device);
  const { params } = device;
  const port = (await device.get()).capabilities.ports.find(({ id }) => id === 'Ethernet1');
  if (!port) throw new Error('The switch has no port Ethernet1.');
  let baseVersion = 0;
  return {
    ...device,
    portSettings: [{ ...getDefaultPort(port), pvid: 20 }],
    apply: (settings: DeviceSettings) =>
      owner.call('deviceSettingsApply', {
        params,
        body: { changes: [{ deviceId: device.id, baseVersion: baseVersion++, settings }] },
      }),
    configure: async () => {
      const { id, params: sent } = await device.raw.call('configure');
      return { id, config: (sent as { config: SwitchConfig }).config, uuid: sent['uuid'] as number };
    },
    answer: (id: number, error: number, text = '') =>
      device.raw.send(encodeAck(id, device.serial, error, text)),
  };
}

const tree = (priority: number): DeviceSettings => ({ spanningTree: { enabled: true, priority } });
const TREE_REFUSED = {
  path: 'spanningTree',
  reason: 'The switch refused this spanning tree and keeps its earlier one. The other settings are applied.',
};

test('sends one rapid spanning tree for each VLAN, with the same priority', async () => {
  await using device = await running();
  const job = await device.apply(tree(4096));
  const { config, id } = await device.configure();
  expect(config.switch).toEqual({
    'loop-detection': {
      protocol: 'rpvstp',
      instances: [
        { id: 1, enabled: true, priority: 4096 },
        { id: 20, enabled: true, priority: 4096 },
      ],
    },
  });
  device.answer(id, 0);
  await device.row(job.id, 'done');
  await site.applyVlans(device.projectId, 20, 30);
  expect((await device.configure()).config.switch).toMatchObject({
    'loop-detection': { instances: [{ id: 1 }, { id: 20 }, { id: 30 }] },
  });
});

test.each([
  ['without a reason', ''],
  ['with a reason that names no field', 'Configure parse failed'],
])('applies the other settings when the switch refuses a spanning tree %s', async (_title, text) => {
  await using device = await running();
  const job = await device.apply({ ...tree(4096), ports: device.portSettings });
  const first = await device.configure();
  expect(first.config.switch).toBeDefined();
  device.answer(first.id, 2, text);
  const second = await device.configure();
  expect(second.uuid).toBeGreaterThan(first.uuid);
  expect(second.config).toMatchObject({
    ethernet: first.config.ethernet,
    interfaces: first.config.interfaces,
  });
  expect(second.config.switch).toBeUndefined();
  device.answer(second.id, 0);
  expect((await device.row(job.id, 'partial'))?.issues).toEqual([TREE_REFUSED]);
  expect((await device.get()).config).toMatchObject({ status: 'partial', reportedRev: 2, desiredRev: 2 });
});

test('keeps the earlier spanning tree when the switch refuses another one', async () => {
  await using device = await running();
  await device.apply(tree(4096));
  const earlier = await device.configure();
  device.answer(earlier.id, 0);
  await device.configured('applied');
  const job = await device.apply(tree(8192));
  device.answer((await device.configure()).id, 2);
  const second = await device.configure();
  expect(second.config.switch).toEqual(earlier.config.switch);
  device.answer(second.id, 0);
  expect((await device.row(job.id, 'partial'))?.issues).toEqual([TREE_REFUSED]);
});

test('names the settings that are new in a configuration that the switch refuses without a reason', async () => {
  await using device = await running();
  const job = await device.apply({ ...tree(4096), ports: device.portSettings });
  for (let attempt = 0; attempt < 2; attempt++) device.answer((await device.configure()).id, 2);
  const row = await device.row(job.id, 'failed');
  expect(row?.issues.map(({ path }) => path)).toEqual(['ports.0.pvid', 'spanningTree']);
  expect(row?.detail).toBe(
    'The device refused the configuration without a reason. This setting is new in it.',
  );
  // A refused VLAN is sent once, because the spanning tree is the earlier one.
  await using other = await running();
  await site.applyVlans(other.projectId, 20, 30);
  other.answer((await other.configure()).id, 2);
  expect((await other.configured('rejected')).issues).toMatchObject([{ path: 'vlans.1' }]);
  expect(other.raw.unread).not.toContain('configure');
});
