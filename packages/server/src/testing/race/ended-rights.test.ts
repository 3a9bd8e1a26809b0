import { generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  type ApiKey,
  api,
  createEmptyPlan,
  DEFAULT_MATERIALS,
  DEFAULT_PLAN_SETTINGS,
  DEFAULT_RF_SETTINGS,
  getDefaultRule,
  type Endpoint,
  errorBody,
  fillPath,
  isProjectNeed,
  TOPOLOGY_DOCUMENT,
} from '@northlight/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { importSheet } from '../../devices/testing/import-sheet.ts';
import { packFirmware } from '../../firmware/testing/pack-firmware.ts';
import type { Handlers } from '../../platform/http/serve.ts';
import { createPdf } from '../../platform/images/testing/plan-files.ts';
import type { TestBrowser } from '../browser.ts';
import { playSite } from '../played-site.ts';
import { startTestServer, type TestServer } from '../test-server.ts';

const keys = generateKeyPairSync('ed25519');
let server: TestServer;
let owner: TestBrowser;
let writer: TestBrowser;
let site: Awaited<ReturnType<typeof playSite>>;
let people: { readonly owner: string; readonly writer: string; readonly third: string };
/** Path parameters of a request, in addition to the project. */
let path: Record<string, string>;
/** Runs once, after a request was authorised and before its handler. */
let beforeHandler: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), {
    firmwareKey: keys.publicKey,
    adjust: ({ handlers, serving }) => ({ serving, handlers: interruptible(handlers) }),
  });
  owner = await server.signedUp('owner@example.com');
  writer = await server.signedUp('writer@example.com');
  await server.signedUp('third@example.com');
  const idsByName = new Map(
    (await server.services.db.selectFrom('accounts').select(['id', 'account']).execute()).map(
      ({ account, id }) => [account.split('@')[0], id],
    ),
  );
  people = {
    owner: idsByName.get('owner') ?? '',
    writer: idsByName.get('writer') ?? '',
    third: idsByName.get('third') ?? '',
  };
  site = await playSite(server, owner, 'NL-GW5', 'NL-AP6C');
  for (const device of site.devices) await device.on();
  path = await createObjects();
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

function interruptible(handlers: Handlers): Handlers {
  const entries = Object.entries(handlers) as [string, (...input: unknown[]) => Promise<unknown>][];
  const wrapped = entries.map(([key, handler]) => [
    key,
    async (...input: unknown[]) => {
      const interrupt = beforeHandler;
      beforeHandler = undefined;
      await interrupt?.();
      return handler(...input);
    },
  ]);
  return Object.fromEntries(wrapped) as Handlers;
}

/** Creates one object of each kind that a path can name. */
async function createObjects(): Promise<Record<string, string>> {
  const { params } = site;
  const [gateway, ap] = site.devices.map(({ id }) => id);
  const share = await owner.call('shareCreate', {
    params,
    body: { account: 'writer@example.com', right: 'rw', validity: { kind: 'permanent' } },
  });
  const schedule = await owner.call('restartScheduleAdd', {
    params,
    body: { deviceIds: [ap ?? ''], weekdays: [1], at: '03:30' },
  });
  const job = await owner.call('deviceCommand', {
    params,
    body: { kind: 'locate', deviceIds: [ap ?? ''], args: { seconds: 60 } },
  });
  const { webhook } = await owner.call('alarmWebhookAdd', {
    params,
    body: { url: 'https://93.184.216.34/hook' },
  });
  const tunnel = await owner.call('tunnelOpen', { params: { ...params, deviceId: gateway ?? '' } });
  const firmware = await send(owner, 'firmwareUpload', upload('firmware.bin', packFirmware(keys.privateKey)));
  const map = await owner.call('mapCreate', {
    params,
    body: { name: 'First floor', building: 'Main building', floor: 0, settings: DEFAULT_PLAN_SETTINGS },
  });
  return {
    mapId: map.id,
    deviceId: gateway ?? '',
    shareId: share.id,
    scheduleId: schedule.id,
    jobId: job.id,
    webhookId: webhook.id,
    tunnelId: tunnel.id,
    firmwareId: (JSON.parse(firmware.text) as { id: string }).id,
    mac: '02:00:00:00:00:01',
    secretId: randomUUID(),
    runId: randomUUID(),
    backupId: randomUUID(),
    diskId: 'd1',
  };
}

interface Body {
  readonly json?: object;
  readonly form?: FormData;
}

function upload(name: string, bytes: Uint8Array | File): Body {
  const form = new FormData();
  form.set('file', bytes instanceof File ? bytes : new File([new Uint8Array(bytes)], name));
  return { form };
}

/** Registers hardware of the kind of the device that paths name; returns what a replacement enters. */
async function registerHardware() {
  const [base] = await server.register({ model: 'NL-GW5' });
  return { sn: base?.sn, claimCode: base?.claimCode };
}

async function send(browser: TestBrowser, key: ApiKey, { form, json = {} }: Body) {
  const { method, path: pattern }: Endpoint = api[key];
  const init = form
    ? { method, body: form }
    : { method, body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
  const answer = await browser.fetch(fillPath(pattern, { projectId: site.projectId, ...path }), init);
  return { status: answer.status, text: await answer.text() };
}

const CONFIG = {
  vlans: [{ id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: [] }],
  dhcpPools: [],
};
const plan = createEmptyPlan(DEFAULT_PLAN_SETTINGS);
const changes = () => [{ deviceId: path['deviceId'], baseVersion: 0, settings: {} }];

const MOVE = [TOPOLOGY_DOCUMENT.set('positions', { nodeId: 'internet', direction: 'vertical', x: 1, y: 2 })];

/** Bodies for each write in a project, as a caller with the right could send them. */
const BODIES: Partial<Record<ApiKey, () => Body | Promise<Body>>> = {
  projectChange: () => ({ json: { devicePassword: 'Another-password-9' } }),
  projectDelete: () => ({}),
  projectMark: () => ({ json: { favourite: true, tags: [] } }),
  projectPasswordReveal: () => ({}),
  shareCreate: () => ({
    json: { account: 'third@example.com', right: 'rw', validity: { kind: 'permanent' } },
  }),
  shareChange: () => ({ json: { right: 'r' } }),
  shareRemove: () => ({}),
  shareLeave: () => ({}),
  transferCreate: () => ({ json: { account: 'third@example.com' } }),
  transferCancel: () => ({}),
  deviceAdd: async () => {
    const [base] = await server.register({ model: 'NL-AP6C' });
    return { json: { sn: base?.sn, claimCode: base?.claimCode } };
  },
  deviceBatchCheck: () => ({ json: { devices: [{ sn: 'NLUNKNOWN0000000', claimCode: '0123456789' }] } }),
  deviceBatchAdd: async () => {
    const [base] = await server.register({ model: 'NL-AP6C' });
    return { json: { devices: [{ sn: base?.sn, claimCode: base?.claimCode }] } };
  },
  deviceImport: async () => {
    const [base] = await server.register({ model: 'NL-AP6C' });
    return upload('devices.xlsx', importSheet([[base?.sn, base?.claimCode]]));
  },
  deviceRename: () => ({ json: { name: 'Renamed' } }),
  deviceRoleChange: () => ({ json: { role: 'gateway' } }),
  deviceReplacementReview: async () => ({ json: await registerHardware() }),
  deviceReplace: async () => ({ json: { ...(await registerHardware()), when: 'first-contact' } }),
  deviceRemove: () => ({}),
  deviceRestart: () => ({ json: { deviceIds: [path['deviceId']] } }),
  deviceCommand: () => ({ json: { kind: 'restart', deviceIds: [path['deviceId']] } }),
  deviceDiagnose: () => ({ json: { kind: 'route-table' } }),
  cameraPictureTake: () => ({}),
  recorderDiskFormat: () => ({ json: { deviceName: 'Recorder' } }),
  recordingPromisesSet: () => ({ json: { channels: [{ number: 1, days: 30 }] } }),
  jobCancel: () => ({}),
  jobRetry: async () => {
    await server.services.db
      .updateTable('job_rows')
      .set({ state: 'failed' })
      .where('job_id', '=', path['jobId'] ?? '')
      .execute();
    return {};
  },
  restartScheduleAdd: () => ({ json: { deviceIds: [path['deviceId']], weekdays: [], at: '04:30' } }),
  restartScheduleRemove: () => ({}),
  deviceSettingsApply: () => ({ json: { changes: changes() } }),
  tunnelOpen: () => ({}),
  tunnelClose: () => ({}),
  firmwareUpload: () => upload('firmware.bin', packFirmware(keys.privateKey, { models: ['NL-AP6C'] })),
  firmwareRemove: () => ({}),
  firmwareChannelSet: () => ({ json: { model: 'NL-GW5', channel: 'beta' } }),
  deviceUpgrade: () => ({ json: { deviceIds: [path['deviceId']], firmwareId: path['firmwareId'] } }),
  networkConfigApply: () => ({ json: { baseVersion: 0, config: CONFIG } }),
  networkDraftSave: () => ({ json: { baseVersion: 0, version: 0, config: CONFIG } }),
  networkDraftBulkChange: () => ({
    json: { deviceIds: [path['deviceId']], portIds: ['lan1'], ports: { enabled: false } },
  }),
  networkDraftDiscard: () => ({}),
  networkEditorHeartbeat: () => ({}),
  networkSecretReveal: () => ({}),
  clientRename: () => ({ json: { name: 'Printer' } }),
  alarmMarkRead: () => ({ json: { ids: [randomUUID()] } }),
  alarmMailSet: () => ({ json: { on: true } }),
  alarmWebhookAdd: () => ({ json: { url: 'https://93.184.216.34/other' } }),
  alarmWebhookChange: () => ({ json: { enabled: false } }),
  alarmWebhookRemove: () => ({}),
  alarmWebhookTest: () => ({}),
  alarmResolve: () => ({ json: { ids: [randomUUID()] } }),
  topologyDraftSave: () => ({ json: { version: 0, baseRevision: 0, changes: MOVE, undo: [] } }),
  topologyDraftDiscard: () => ({}),
  topologyEditSave: () => ({ json: { baseRevision: 0, changes: MOVE } }),
  mapCreate: () => ({
    json: { name: 'Upper floor', building: 'Main building', floor: 1, settings: DEFAULT_PLAN_SETTINGS },
  }),
  mapBatchCreate: () => ({
    json: { items: [{ name: 'Roof', building: 'Main building', floor: 2, settings: DEFAULT_PLAN_SETTINGS }] },
  }),
  mapChange: () => ({ json: { name: 'Cellar', building: 'Main building', floor: -1 } }),
  mapDelete: () => ({}),
  mapDraftSave: () => ({ json: { version: 0, baseVersion: 1, plan } }),
  mapDraftDiscard: () => ({}),
  mapSave: () => ({ json: { baseVersion: 1, plan } }),
  mapPlacementSave: () => ({
    json: {
      items: [
        { deviceId: path['deviceId'], x: 1, y: 1, heightM: 2.5, azimuth: 0, mounting: 'ceiling' as const },
      ],
    },
  }),
  mapPictureUpload: () => upload('floor.pdf', createPdf(1)),
  mapMaterialsSave: () => ({ json: { version: 0, items: DEFAULT_MATERIALS } }),
  rfSettingsSave: () => ({ json: { ...DEFAULT_RF_SETTINGS, version: 0 } }),
  rfRunStart: () => ({}),
  rfRunCancel: () => ({}),
  rfSelectionSave: () => ({ json: { revision: 0, refused: [] } }),
  rfPlanApply: () => ({ json: { revision: 0, when: 'now' } }),
  rfApplicationCancel: () => ({}),
  rfPlanRestore: () => ({ json: {} }),
  rfScanStart: () => ({}),
  backupTake: () => ({ json: { deviceIds: [path['deviceId']], kind: 'general' } }),
  backupRemarkSave: () => ({ json: { remark: 'Lobby' } }),
  backupDelete: () => ({}),
  alarmRulesChange: () => ({ json: { baseVersion: 0, rules: [getDefaultRule('site-lost')] } }),
  logRetentionSet: () => ({ json: { days: 90 } }),
};

/** Write operations in a project that are not in `BODIES`, each with the reason. */
const WITHOUT_TRANSACTION: Partial<Record<ApiKey, string>> = {
  deviceRoleReview: 'stores nothing',
  deviceSettingsReview: 'stores nothing',
  networkConfigReview: 'stores nothing',
  rfPlanReview: 'stores nothing',
  rfRestoreReview: 'stores nothing',
  backupRestoreReview: 'stores nothing',
  backupUpload: 'needs a file that the server has signed; stores it like mapPictureUpload',
  backupDownload: 'needs a file of a backup; audits through the operation of backupRemarkSave',
  backupRestore: 'reads its file first, then applies through the operation of networkConfigApply',
  sandboxCreate: 'needs the simulator; inserts the project like projectCreate, through commitRequest',
  sandboxTakeOver: 'needs a sandbox; saves through the operation of networkDraftSave',
  sandboxFaultSet: 'needs a sandbox; changes its row like deviceRename',
  deviceReplacementCancel: 'needs a replacement that waits; changes its row like deviceRename',
  meshNodeSearch: 'needs a mesh project; commands the device through the operation of deviceCommand',
  meshNodeAdd: 'needs a mesh project; adds devices through the operation of deviceBatchAdd',
  openWifiUpgrade: 'commands the device through the operation of deviceCommand',
  deviceDriftKeep: 'saves through the operation of networkDraftSave',
  deviceDriftPush: 'needs a device that has drifted',
};

const writes = (Object.keys(api) as ApiKey[]).filter((key) => {
  const { method, needs }: Endpoint = api[key];
  return method !== 'GET' && isProjectNeed(needs);
});
const tested = writes.filter((key) => BODIES[key]);

it('covers every write in a project', () => {
  expect(writes.filter((key) => !BODIES[key] && WITHOUT_TRANSACTION[key] === undefined)).toEqual([]);
});

const countAudit = async (): Promise<number> =>
  (await server.services.db.selectFrom('audit').select('id').execute()).length;

/** Sends a request whose caller loses the right after the first check. Restores the right afterwards. */
async function sendInterrupted(
  browser: TestBrowser,
  key: ApiKey,
  end: () => Promise<unknown>,
  restore: () => Promise<unknown>,
) {
  const body = (await BODIES[key]?.()) ?? {};
  const before = await countAudit();
  beforeHandler = end;
  const { status, text } = await send(browser, key, body);
  const wasInterrupted = beforeHandler === undefined;
  beforeHandler = undefined;
  await restore();
  const written = (await countAudit()) - before;
  return { wasInterrupted, status, code: errorBody.safeParse(JSON.parse(text)).data?.code, written };
}

describe('the server, when a right ends during a write', () => {
  const shareEnds = (ended_at: Date | null) =>
    server.services.db
      .updateTable('shares')
      .set({ ended_at })
      .where('project_id', '=', site.projectId)
      .where('account_id', '=', people.writer)
      .execute();
  const ownerIs = (owner_id: string) =>
    server.services.db.updateTable('projects').set({ owner_id }).where('id', '=', site.projectId).execute();

  it.each(tested.filter((key) => api[key].needs !== 'owner'))(
    'refuses %s after the share ended',
    async (key) => {
      const answer = await sendInterrupted(
        writer,
        key,
        () => shareEnds(new Date(server.clock.now())),
        () => shareEnds(null),
      );
      expect(answer).toEqual({ wasInterrupted: true, status: 404, code: 73, written: 0 });
    },
  );

  it.each(tested)('refuses %s of an owner who transferred the project', async (key) => {
    const answer = await sendInterrupted(
      owner,
      key,
      () => ownerIs(people.third),
      () => ownerIs(people.owner),
    );
    expect(answer).toEqual({ wasInterrupted: true, status: 404, code: 73, written: 0 });
  });

  it.each(tested)('refuses %s after the session ended', async (key) => {
    const sessions = (ended_at: Date | null) =>
      server.services.db
        .updateTable('sessions')
        .set({ ended_at, ended_code: ended_at && 10 })
        .execute();
    const answer = await sendInterrupted(
      owner,
      key,
      () => sessions(new Date(server.clock.now())),
      () => sessions(null),
    );
    expect(answer).toEqual({ wasInterrupted: true, status: 401, code: 10, written: 0 });
  });
});
