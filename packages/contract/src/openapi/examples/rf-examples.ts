import { ACCESS_POINT, ALLOWED, createJob, type Examples } from './example.ts';

const OTHER = { deviceId: 'accesspoint0000000000002', deviceName: 'Restaurant' };
const radio = {
  deviceId: ACCESS_POINT.id,
  deviceName: ACCESS_POINT.name,
  radioId: 'radio0',
};

const PUSH = createJob('configure', 'Channel plan: 1 radio');
const RUN_ID = '0198f3a1-7c55-7d10-8f6e-2b9f1d3c5a77';
const settings = {
  excludedChannels: [144],
  maxWidthMhz: 80,
  usesRadarChannels: true,
  radios: [{ deviceId: ACCESS_POINT.id, radioId: 'radio1', flag: 0 }],
  mode: 'scheduled',
  weekdays: [2, 5],
  quietHour: '03:00',
  leastImprovementPercent: 10,
};
const run = {
  id: RUN_ID,
  trigger: 'manual',
  state: 'running',
  percent: 0,
  startedAt: '2026-11-23T14:05:00Z',
  startedBy: 'owner@example.com',
};
const ended = {
  ...run,
  state: 'completed',
  percent: 100,
  endedAt: '2026-11-23T14:08:02Z',
  changes: 1,
  predicted: -0.85,
};
const plan = {
  rows: [
    {
      ...radio,
      band: '2.4G',
      now: { channel: 6, widthMhz: 20 },
      proposed: { channel: 11, widthMhz: 20 },
      clients: 7,
      interruptionSeconds: 0,
      othersBefore: 0.41,
      othersAfter: 0.06,
      foreignBefore: 0.09,
      foreignAfter: 0.05,
      neighboursBefore: 1,
      neighboursAfter: 0,
    },
  ],
  interferenceBefore: 0.2,
  interferenceAfter: 0.03,
  budget: [0, 1],
};

const detail = {
  ...ended,
  plan,
  selection: { refused: [], revision: 0 },
  outdated: [],
  can: {
    select: ALLOWED,
    apply: ALLOWED,
    restore: { allowed: false, code: 400, reason: 'The plan was not applied.' },
  },
};
const off = { allowed: false, code: 400, reason: 'The plan was applied.' };
const application = {
  state: 'applied',
  at: '2026-11-23T14:10:11Z',
  by: 'owner@example.com',
  changes: 1,
  jobId: PUSH.id,
};
const applied = { ...detail, application, can: { select: off, apply: off, restore: ALLOWED } };
const restored = {
  ...applied,
  application: {
    ...application,
    state: 'restored',
    restoredAt: '2026-11-23T15:02:40Z',
    restoredBy: 'owner@example.com',
    restoreJobId: PUSH.id,
  },
  can: {
    select: off,
    apply: off,
    restore: { allowed: false, code: 400, reason: 'The channels before the plan have been restored.' },
  },
};
const review = {
  changes: [
    {
      path: ['wireless', 'radios', `${ACCESS_POINT.id}/radio0`],
      item: `${ACCESS_POINT.name}, radio radio0`,
      setting: 'channel',
      now: '6',
      after: '11',
    },
  ],
  devices: [
    {
      id: ACCESS_POINT.id,
      name: ACCESS_POINT.name,
      model: 'NL-AP6C',
      online: true,
      restarts: false,
    },
  ],
  clientsAffected: 7,
  costs: ['In one step.'],
};

export const rfExamples: Examples = {
  rfSettingsGet: { answer: { ...settings, version: 4, can: { configure: ALLOWED } } },
  rfSettingsSave: {
    body: { ...settings, version: 4 },
    answer: { ...settings, version: 5 },
  },
  rfRunStart: { answer: run },
  rfRunList: { answer: { items: [ended] } },
  rfRunGet: { answer: detail },
  rfSelectionSave: {
    body: { refused: [], maxChanges: 1, revision: 0 },
    answer: { ...detail, selection: { refused: [], maxChanges: 1, revision: 1 } },
  },
  rfPlanReview: { answer: review },
  rfPlanApply: { body: { revision: 0, when: 'now' }, answer: { run: applied, job: PUSH } },
  rfApplicationCancel: { answer: detail },
  rfRestoreReview: { answer: review },
  rfPlanRestore: { body: {}, answer: { run: restored, job: PUSH } },
  rfProposalGet: { answer: { runId: RUN_ID, at: ended.endedAt, rows: plan.rows } },
  rfScanStart: { answer: createJob('wifi-scan', 'Scan Wi-Fi with 2 access points') },
  rfRunCancel: {
    answer: {
      ...detail,
      state: 'cancelled',
      percent: 50,
      problem: 'Cancelled by owner@example.com.',
    },
  },
  rfInterferenceGet: {
    answer: {
      online: 2,
      bands: [
        {
          band: '2.4G',
          channels: [
            { channel: 1, radios: 0, foreignNetworks: 4 },
            { channel: 6, radios: 2, foreignNetworks: 1, busyPercent: 41.5 },
          ],
        },
        { band: '5G', channels: [] },
      ],
      pairs: [
        { a: radio, b: { ...OTHER, radioId: 'radio0' }, channel: 6, signalDbm: -58, lostPercent: 24.8 },
      ],
      radios: [
        {
          ...radio,
          band: '2.4G',
          channel: 6,
          widthMhz: 20,
          powerDbm: 20,
          clients: 7,
          busyPercent: 43,
          txPercent: 12,
          rxPercent: 4.5,
          noiseDbm: -95,
          ownOnChannel: 1,
          foreignOnChannel: 1,
          reportedAt: '2026-11-23T14:04:48Z',
          scannedAt: '2026-11-23T14:01:00Z',
        },
      ],
    },
  },
};
