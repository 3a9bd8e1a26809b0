import type { KeyObject } from 'node:crypto';
import { getDefaultPort, findCapabilities, type PortSetting } from '@northlight/contract';
import { packFirmware } from '../../firmware/testing/pack-firmware.ts';
import type { BaseDevice } from '../../devices/index.ts';
import { pollUntil } from '../eventually.ts';
import { createOpenWifiSite, encodeAck, encodeApConnect } from '../openwifi-site.ts';
import { PlayedDevice, playSite } from '../played-site.ts';
import { RawDevice } from '../raw-device.ts';
import { testAuthority } from '../raw-ucentral.ts';
import { TEST_PASSWORD, type TestServer } from '../test-server.ts';
import { connectUnclaimed } from '../unclaimed-device.ts';
import type { Journey, Traveller } from './journey.ts';

const SWITCH = 'NL-SW8P';
let releases = 0;

const packFile = (key: KeyObject, version: string): File =>
  new File([new Uint8Array(packFirmware(key, { models: [SWITCH], version }))], 'firmware.bin');

/** Uses every operation that needs a device of the own protocol that is online: settings, upgrades, drift, mesh, waiting devices. */
export async function travelDevices(
  server: TestServer,
  { browser, projectId }: Traveller & { readonly projectId: number },
  firmwareKey: KeyObject,
  journey: Journey,
): Promise<AsyncDisposable> {
  const go = journey.from(browser);
  const params = { projectId };
  await using devices = new AsyncDisposableStack();
  const found = devices.use(await connectSwitch());
  await changeSettings(found);
  await upgrade(found);
  await drift();
  await findNodes();
  await addWaiting();
  return devices.move();

  async function connectSwitch(): Promise<PlayedDevice> {
    const [base] = (await server.register({ model: SWITCH })) as [BaseDevice];
    await go('deviceAdd', { params, body: { sn: base.sn, claimCode: base.claimCode } });
    const credential = await RawDevice.provision(server.mqttPort, base);
    return new PlayedDevice(server.mqttPort, base, credential).on();
  }

  async function changeSettings(device: PlayedDevice): Promise<void> {
    const [port] = findCapabilities(SWITCH)?.ports ?? [];
    if (!port) throw new Error('The switch has no ports.');
    const ports: PortSetting[] = [{ ...getDefaultPort(port), enabled: false }];
    const changes = [{ deviceId: device.id, baseVersion: 0, settings: { ports } }];
    await go('deviceSettingsApply', { params, body: { changes } });
    await device.reportConfig(await device.push());
    const bulk = { deviceIds: [device.id], ports: { poe: false }, portIds: [port.id] };
    await go('networkDraftBulkChange', { params, body: bulk });
    await go('networkDraftDiscard', { params });
  }

  async function upgrade({ id }: PlayedDevice): Promise<void> {
    const { id: removed } = await go('firmwareUpload', { params, file: packFile(firmwareKey, '2.0.0') });
    await go('firmwareRemove', { params: { ...params, firmwareId: removed } });
    const { id: firmwareId } = await go('firmwareUpload', { params, file: packFile(firmwareKey, '2.0.1') });
    await go('deviceUpgrade', { params, body: { deviceIds: [id], firmwareId } });
  }

  async function drift(): Promise<void> {
    const site = devices.use(await playSite(server, browser, 'NL-GW5'));
    const [device] = site.devices as [PlayedDevice];
    const one = { params: { projectId: site.projectId, deviceId: device.id } };
    const { scope } = await browser.call('networkConfigGet', { params: site.params });
    const wan = { port: scope.wanPorts[0]?.id ?? '', mode: 'dhcp' as const, dns: [] };
    const config = { vlans: [], dhcpPools: [], wan: [wan] };
    await device.on();
    await browser.call('networkConfigApply', { params: site.params, body: { baseVersion: 0, config } });
    const { rev } = await answerPush(device);
    const changed = {
      ...wan,
      mode: 'static' as const,
      ip: '203.0.113.9',
      prefix: 24,
      gateway: '203.0.113.1',
    };
    const local = { cfgRev: rev, cfgHash: 'f'.repeat(64), cfgLocal: { wan: [changed] } };
    await device.on({ ...local, bootReason: 'reconnect' });
    await pollUntil(async () => (await browser.call('deviceGet', one)).config.status === 'drifted');
    await go('deviceDriftGet', one);
    await go('deviceDriftKeep', one);
    await go('deviceDriftPush', one);
  }

  async function answerPush(device: PlayedDevice) {
    const push = await device.push();
    await device.reportConfig(push);
    return push;
  }

  async function findNodes(): Promise<void> {
    const site = devices.use(await playSite(server, browser, 'NL-MESHP'));
    const [primary] = site.devices as [PlayedDevice];
    await primary.on();
    const { id: jobId } = await go('meshNodeSearch', { params: site.params });
    const [{ claimCode, mac, model, sn }] = (await server.register({ model: 'NL-MESHS' })) as [BaseDevice];
    const nodes = [{ sn, mac, model, signalDbm: -61, claimCode }];
    await primary.reportCommand(await primary.command(), { state: 'done', result: { nodes } });
    await go('meshNodeAdd', { params: { ...site.params, jobId }, body: { sns: [sn] } });
  }

  async function addWaiting(): Promise<void> {
    const caller = devices.use(await connectUnclaimed(server));
    const { cloudCode } = await go('cloudCodeGet', {});
    await caller.hello(cloudCode);
    const one = { params: { sn: caller.base.sn } };
    await go('waitingDeviceIgnore', one);
    await go('waitingDeviceReject', one);
    await go('waitingDeviceRestore', one);
    await go('waitingDeviceAdd', { ...one, body: { projectId } });
  }
}

/** Uses the operations of OpenWiFi devices: trust in their maker, and an upgrade from an address. */
export async function travelOpenWifi(server: TestServer, journey: Journey): Promise<AsyncDisposable> {
  const browser = await server.signedUp();
  const go = journey.from(browser);
  await go('identityConfirm', { body: { password: TEST_PASSWORD } });
  const site = await createOpenWifiSite(server, browser, 'Ridge devices');
  const device = await site.added(encodeApConnect);
  await site.settle(device);
  await go('openWifiUpgrade', {
    params: { ...device.params, deviceId: device.id },
    body: { imageUrl: 'https://images.example.com/eap102.bin' },
  });
  device.raw.send(encodeAck((await device.raw.call('upgrade')).id, device.serial));
  const { pem } = await testAuthority('Valley devices');
  const { id: authorityId } = await go('authorityAdd', { body: { pem } });
  await go('authorityList', {});
  await go('authorityRemove', { params: { authorityId } });
  return device;
}

/** Uploads, moves and withdraws releases of the manufacturer. */
export async function travelReleases(
  manufacturer: ReturnType<Journey['from']>,
  firmwareKey: KeyObject,
): Promise<void> {
  releases += 1;
  const file = packFile(firmwareKey, `3.0.${releases}`);
  const { id: firmwareId } = await manufacturer('releaseUpload', { params: { channel: 'beta' }, file });
  await manufacturer('releaseMove', { params: { firmwareId }, body: { channel: 'stable' } });
  await manufacturer('releaseWithdraw', { params: { firmwareId } });
}
