/** Changes that can cut off an OpenWiFi device, which cannot roll back, on every path to the device. */
import { type DeviceSettings, ERRORS, getDefaultPort } from '@northlight/contract';
import { SteppedClock } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createOpenWifiSite,
  createProject,
  encodeAck,
  encodeApConnect,
  encodeSwitchConnect,
  pollUntil,
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
  site = await createOpenWifiSite(world, owner, 'Pier devices');
});
afterAll(() => world[Symbol.asyncDispose]());

const CUT_OFF = ERRORS.managementCutOff.code;
const MOVED: DeviceSettings = {
  management: { mode: 'static', vlanId: 20, ip: '10.99.0.5', prefix: 24, gateway: '10.99.0.1', dns: [] },
};

/** A device that runs the configuration of its project, whose router is not managed. */
async function running(connect: (serial: string) => string) {
  const device = await site.added(connect);
  await site.settle(device);
  const { params } = device;
  const { capabilities } = await owner.call('deviceGet', { params: { ...params, deviceId: device.id } });
  const uplink = capabilities.ports.find(({ role }) => role === 'uplink');
  if (!uplink) throw new Error('The device has no uplink.');
  const disabled: DeviceSettings = { ports: [{ ...getDefaultPort(uplink), enabled: false }] };
  const stage = (settings: DeviceSettings, baseVersion = 0) => ({
    changes: [{ deviceId: device.id, baseVersion, settings }],
  });
  const review = (settings: DeviceSettings) =>
    owner.call('deviceSettingsReview', { params, body: stage(settings) });
  const refuse = async (settings: DeviceSettings, confirmName?: string) =>
    (await owner.refused('deviceSettingsApply', { params, body: { ...stage(settings), confirmName } })).body;
  const apply = (settings: DeviceSettings, confirmName?: string) =>
    owner.call('deviceSettingsApply', { params, body: { ...stage(settings), confirmName } });
  return { ...device, uplink, disabled, stage, review, refuse, apply };
}

test.each([
  ['a switch', encodeSwitchConnect],
  ['an access point', (serial: string) => encodeApConnect(serial)],
])('requires the project’s name before %s gets another uplink or address', async (_kind, connect) => {
  await using device = await running(connect);
  const { disabled, projectName } = device;
  const management = { mode: 'dhcp' as const, vlanId: 99 };
  for (const settings of [disabled, MOVED, { management }]) {
    expect((await device.review(settings)).broken).toEqual([
      expect.objectContaining({ kind: 'management', deviceId: device.id, cannotRollBack: true }),
    ]);
    for (const name of [undefined, '', 'another name']) {
      const { code, fields } = await device.refuse(settings, name);
      expect([code, Object.keys(fields ?? {})]).toEqual([CUT_OFF, ['confirmName']]);
    }
  }
  const { costs } = await device.review(MOVED);
  expect(costs).toContain(
    `${(await device.get()).name}: its address changes. It cannot roll back: if it cannot reach the cloud afterwards, a person on site is needed.`,
  );
  expect(device.raw.unread).not.toContain('configure');
  const job = await device.apply(disabled, projectName);
  device.raw.send(encodeAck((await device.raw.call('configure')).id, device.serial));
  await device.row(job.id, 'done');
});

test('requires no name for a change of another port', async () => {
  await using device = await running(encodeSwitchConnect);
  const port = (await device.get()).capabilities.ports.find(({ role }) => role === 'access');
  if (!port) throw new Error('The switch has no access port.');
  const settings: DeviceSettings = { ports: [{ ...getDefaultPort(port), pvid: 20 }] };
  expect((await device.review(settings)).broken).toEqual([]);
  await device.apply(settings);
  await device.raw.call('configure');
});

test('requires the name when the VLAN of the address is removed from the networks', async () => {
  await using device = await running(encodeSwitchConnect);
  const { params, projectName } = device;
  await device.apply({ management: { mode: 'dhcp', vlanId: 20 } }, projectName);
  await site.settle(device);
  const { version } = await owner.call('networkConfigGet', { params });
  const body = { baseVersion: version, config: { vlans: [], dhcpPools: [] } };
  const { broken } = await owner.call('networkConfigReview', { params, body });
  expect(broken).toMatchObject([{ kind: 'management', why: 'VLAN 20 of its management IP is removed.' }]);
  expect((await owner.refused('networkConfigApply', { params, body })).body.code).toBe(CUT_OFF);
  await owner.call('networkConfigApply', { params, body: { ...body, confirmName: projectName } });
  // The uplink still carries the VLAN of the address.
  expect((await device.raw.call('configure')).params).toMatchObject({
    config: {
      interfaces: expect.arrayContaining([
        expect.objectContaining({
          vlan: { id: 20, proto: '802.1q' },
          ethernet: [{ 'select-ports': ['Ethernet9'], 'vlan-tag': 'tagged' }],
        }),
      ]) as unknown,
    },
  });
});

test('requires the name again on every path that sends a refused change once more', async () => {
  await using device = await running(encodeSwitchConnect);
  const { params, projectId, projectName } = device;
  await device.apply(MOVED, projectName);
  device.raw.send(encodeAck((await device.raw.call('configure')).id, device.serial, 2, ''));
  await device.configured('rejected');
  const { config, version } = await owner.call('networkConfigGet', { params });
  const [vlan] = config.vlans;
  if (!vlan) throw new Error('The project has no VLAN.');
  // An applied configuration, and the restore of a version, which applies it as a new one.
  const more = { ...config, vlans: [vlan, { ...vlan, id: 30, name: 'More', ip: '10.0.30.1' }] };
  for (const each of [more, config]) {
    const body = { baseVersion: version, config: each };
    expect((await owner.call('networkConfigReview', { params, body })).broken).toMatchObject([
      { kind: 'management' },
    ]);
    expect((await owner.refused('networkConfigApply', { params, body })).body.code).toBe(CUT_OFF);
  }
  // A template.
  const source = await createProject(owner);
  const quay = { ...vlan, id: 40, name: 'Quay', ip: '10.0.40.1' };
  const body = { baseVersion: 0, config: { vlans: [quay], dhcpPools: [] } };
  await owner.call('networkConfigApply', { params: { projectId: source.id }, body });
  const template = { projectId: source.id, name: 'Quay', vlans: [40], pools: [], policies: [] };
  const { id: templateId } = await owner.call('templateCreate', { body: template });
  const target = { projectId, except: [] };
  const at = { params: { templateId }, body: target };
  expect((await owner.call('templatePreview', at)).cutsOff).toBe(true);
  const outcomes = await owner.call('templateApply', {
    params: { templateId },
    body: { targets: [{ ...target, baseVersion: version }] },
  });
  expect(outcomes.items).toMatchObject([{ result: 'refused', refusal: { code: CUT_OFF } }]);
  // The push to a device that runs another configuration.
  const deviceParams = { projectId, deviceId: device.id };
  const { drift } = await owner.call('deviceDriftGet', { params: deviceParams });
  expect(drift).toMatchObject({ cause: 'refused', broken: [{ kind: 'management', cannotRollBack: true }] });
  const refused = await owner.refused('deviceDriftPush', { params: deviceParams });
  expect([refused.status, refused.body.code]).toEqual([409, CUT_OFF]);
  expect(device.raw.unread).not.toContain('configure');
  const pushed = { params: deviceParams, body: { confirmName: projectName } };
  const { job } = await owner.call('deviceDriftPush', pushed);
  device.raw.send(encodeAck((await device.raw.call('configure')).id, device.serial));
  await device.row(job.id, 'done');
  // The device runs the change now, so that later changes need no name.
  await pollUntil(async () => (await device.get()).config.status === 'applied');
  await site.applyVlans(projectId, 20, 50);
  await device.raw.call('configure');
});
