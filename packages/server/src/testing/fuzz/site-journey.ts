import { EMPTY_WIRELESS, type NetworkConfig, TOPOLOGY_DOCUMENT, type WifiPolicy } from '@northlight/contract';
import { topics } from '@northlight/contract/device-protocol';
import sharp from 'sharp';
import { EMPTY, FIRST_FLOOR, place } from '../../maps/testing/map-site.ts';
import { pollUntil } from '../eventually.ts';
import { PlayedDevice } from '../played-site.ts';
import { RawDevice } from '../raw-device.ts';
import { createProject, TEST_PASSWORD, type TestServer } from '../test-server.ts';
import type { Journey, Traveller } from './journey.ts';

const PERMANENT = { kind: 'permanent' as const };
const STAFF: WifiPolicy = {
  id: 'staff',
  name: 'Staff',
  enabled: true,
  ssid: 'Staff',
  hidden: false,
  bands: ['2.4G', '5G'],
  security: { mode: 'wpa2-psk', ciphers: ['AES'], keyUpdateSeconds: 0, key: 'a long passphrase' },
  maxClients: 32,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
};
const createPicture = async (): Promise<File> =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 30, height: 20, channels: 3, background: '#abc' } })
          .png()
          .toBuffer(),
      ),
    ],
    'a.png',
  );

/**
 * Uses every kind of item of a site once, so that generated requests can name shares, webhooks, floor plans, templates, jobs
 * and versions that exist. `guest` is an account that receives shares and transfers.
 */
export async function travelSite(
  server: TestServer,
  {
    browser,
    deviceId,
    mark,
    projectId,
  }: Traveller & { readonly deviceId: string; readonly projectId: number; readonly mark: string },
  guest: Traveller,
  journey: Journey,
): Promise<AsyncDisposable> {
  const go = journey.from(browser);
  const away = journey.from(guest.browser);
  const params = { projectId };
  await go('identityConfirm', { body: { password: TEST_PASSWORD } });
  await shareSite();
  await useAlarms();
  await changeNetwork();
  await drawMaps();
  await useTemplates();
  await readCharts();
  return maintainDevices();

  async function shareSite(): Promise<void> {
    const { id: shareId } = await go('shareCreate', {
      params,
      body: { account: guest.account, right: 'r', validity: { kind: 'hours', hours: 2 } },
    });
    await away('shareExtensionAsk', { params: { shareId }, body: { note: 'Not done yet' } });
    await go('shareChange', {
      params: { ...params, shareId },
      body: { validity: { kind: 'hours', hours: 1 } },
    });
    await away('shareLeave', { params });
    const share = { account: guest.account, right: 'r' as const, validity: PERMANENT };
    const { id: again } = await go('shareCreate', { params, body: share });
    await go('shareRemove', { params: { ...params, shareId: again } });
    const { id: sold } = await createProject(browser);
    const offer = async () =>
      (await go('transferCreate', { params: { projectId: sold }, body: { account: guest.account } })).id;
    await offer();
    await go('transferCancel', { params: { projectId: sold } });
    const transfer = { params: { transferId: await offer() } };
    await away('transferReview', transfer);
    await away('transferDecline', transfer);
    const accepted = { params: { transferId: await offer() } };
    const { revision } = await away('transferReview', accepted);
    await away('transferAccept', { ...accepted, body: { revision } });
  }

  async function useAlarms(): Promise<void> {
    const { items, version } = await go('alarmRulesGet', { params });
    await go('alarmRulesChange', {
      params,
      body: { baseVersion: version, rules: items.filter(({ kind }) => kind === 'device-offline') },
    });
    for (const isKept of [false, true]) {
      const { webhook } = await go('alarmWebhookAdd', { params, body: { url: 'http://localhost:9/hook' } });
      const one = { params: { ...params, webhookId: webhook.id } };
      await go('alarmWebhookChange', { ...one, body: { enabled: true } });
      await go('alarmWebhookTest', one);
      if (!isKept) await go('alarmWebhookRemove', one);
    }
  }

  async function changeNetwork(): Promise<void> {
    const { config, version } = await go('networkConfigGet', { params });
    const cellar = { id: 40, name: 'Cellar', ip: '192.168.40.1', prefix: 24, ports: [] };
    const changed: NetworkConfig = {
      ...config,
      vlans: [...config.vlans, cellar],
      wireless: { ...EMPTY_WIRELESS, policies: [STAFF] },
    };
    await go('networkDraftSave', { params, body: { version: 0, baseVersion: version, config: changed } });
    await go('networkConfigReview', { params, body: { baseVersion: version, config: changed } });
    await go('networkConfigApply', { params, body: { baseVersion: version, config: changed } });
    await go('networkHistoryGet', { params: { ...params, version } });
    await go('networkHistoryCompare', {
      params: { ...params, version: version + 1 },
      query: { since: version },
    });
    const { security } = (await go('networkConfigGet', { params })).config.wireless?.policies[0] ?? {};
    const secretId = security && 'keyId' in security ? (security.keyId ?? '') : '';
    await go('networkSecretReveal', { params: { ...params, secretId } });
  }

  async function drawMaps(): Promise<void> {
    const { id: removed } = await go('mapCreate', {
      params,
      body: { ...FIRST_FLOOR, name: 'Cellar', floor: -1 },
    });
    await go('mapDelete', { params: { ...params, mapId: removed } });
    await go('mapBatchCreate', { params, body: { items: [{ ...FIRST_FLOOR, name: 'Roof', floor: 9 }] } });
    const { id: mapId } = await go('mapCreate', { params, body: { ...FIRST_FLOOR, name: mark } });
    const one = { ...params, mapId };
    await go('mapGet', { params: one });
    const move = TOPOLOGY_DOCUMENT.set('positions', {
      nodeId: 'internet',
      direction: 'vertical',
      x: 1,
      y: 2,
    });
    const draft = { version: 0, baseRevision: 0, changes: [move], undo: [] };
    await go('topologyDraftSave', { params, body: draft });
    await go('topologyDraftGet', { params });
    await go('topologyDraftDiscard', { params });
    await go('mapDraftSave', { params: one, body: { version: 0, baseVersion: 1, plan: EMPTY } });
    await go('mapDraftGet', { params: one });
    await go('mapDraftDiscard', { params: one });
    await go('mapSave', { params: one, body: { baseVersion: 1, plan: EMPTY } });
    await go('mapVersionList', { params: one });
    await go('mapVersionGet', { params: { ...one, version: 1 } });
    await go('mapGridGet', { params: one });
    await go('mapChange', { params: one, body: { name: mark, building: 'Main', floor: 0 } });
    const { items } = await go('mapPictureUpload', { params, file: await createPicture() });
    await go('mapPictureGet', { params: { ...params, pictureId: items[0]?.id ?? '' } });
  }

  async function useTemplates(): Promise<void> {
    const body = { projectId, name: mark, vlans: [40], pools: [], policies: [] };
    for (const isKept of [false, true]) {
      const { id: templateId } = await go('templateCreate', { body: { ...body, name: `${mark} ${isKept}` } });
      const one = { params: { templateId } };
      await go('templateGet', one);
      await go('templateChange', { ...one, body: { name: `${mark} ${isKept} site`, remark: 'Small' } });
      if (!isKept) await go('templateDelete', one);
      else {
        const target = await createProject(browser);
        await go('templatePreview', { ...one, body: { projectId: target.id, except: [] } });
        await go('templateStage', { ...one, body: { projectId: target.id, baseVersion: 0, except: [] } });
        const { id } = await createProject(browser);
        await go('templateApply', {
          ...one,
          body: { targets: [{ projectId: id, baseVersion: 0, except: [] }] },
        });
      }
    }
  }

  async function readCharts(): Promise<void> {
    const range = '1h' as const;
    await go('deviceSeries', { params, query: { devices: deviceId, metrics: 'cpu,clients', range } });
    await go('projectSeries', { params, query: { metrics: 'clients', range } });
    await go('chartEvents', { params, query: { devices: deviceId, range } });
  }

  async function maintainDevices(): Promise<AsyncDisposable> {
    const [ap, spare] = await server.register({ model: 'NL-AP6C' }, { model: 'NL-AP6C' });
    if (!ap || !spare) throw new Error('No device was registered.');
    const { id } = await go('deviceAdd', {
      params,
      body: { sn: ap.sn, claimCode: ap.claimCode, name: `${mark}-ap` },
    });
    await go('deviceImport', {
      params,
      query: { mode: 'add' },
      file: new File([`${spare.sn};${spare.claimCode};Spare`], 'a.csv'),
    });
    const online = await new PlayedDevice(
      server.mqttPort,
      ap,
      await RawDevice.provision(server.mqttPort, ap),
    ).on({ session: mark });
    const deviceIds = [id];
    await go('mapPlacementSave', {
      params: { ...params, mapId: (await go('mapList', { params })).items[0]?.id ?? '' },
      body: { items: [place(id)] },
    });
    const { id: jobId } = await go('deviceCommand', {
      params,
      body: { kind: 'locate', deviceIds, args: { seconds: 30 } },
    });
    let push = await online.command();
    while (push.kind !== 'locate') push = await online.command();
    await online.reportCommand(push, { state: 'failed', result: { reason: 'No lamp.' } });
    const one = { params: { ...params, jobId } };
    await pollUntil(async () => (await browser.call('jobGet', one)).state === 'failed');
    await go('jobRetry', one);
    const both = { kind: 'reset' as const, deviceIds: [id, deviceId] };
    const reset = await go('deviceCommand', { params, body: both });
    await go('jobCancel', { params: { ...params, jobId: reset.id } });
    await go('deviceDiagnose', {
      params: { ...params, deviceId: id },
      body: { kind: 'ping', args: { host: 'example.com', count: 4 } },
    });
    const { settings, version } = await go('deviceSettingsGet', { params: { ...params, deviceId: id } });
    const changes = [{ deviceId: id, baseVersion: version, settings }];
    await go('deviceSettingsReview', { params, body: { changes } });
    await readClients(online);
    await go('deviceRestart', { params, body: { deviceIds } });
    return online;
  }

  async function readClients({ id, raw }: PlayedDevice): Promise<void> {
    const session = mark;
    const mac = '0a:00:00:00:00:01';
    const join = [
      { mac, ip: '192.168.30.20', name: mark, vlan: 30, ssid: 'Staff', band: '5G', signalDbm: -58 },
    ];
    const ts = server.clock.now();
    await raw.publish(topics.up(id, 'clients'), { session, seq: 1, ts, full: true, join });
    await pollUntil(async () => {
      await server.clock.advance(1_000);
      return (await browser.call('clientList', { params, query: {} })).items.length > 0;
    });
    const client = { params: { ...params, mac } };
    await go('clientVisits', client);
    await go('clientConnectionCheck', client);
    await go('clientSeries', { ...client, query: { metrics: 'signal', range: '1h' } });
    await go('clientRename', { ...client, body: { name: mark } });
  }
}
