import { ACCESS_POINT, ALLOWED, createJob, type Examples, OK } from './example.ts';

const backup = {
  id: '0198f3a1-7c55-7d10-8f6e-2b9f1d3c5b42',
  name: 'Lobby-20261123-1405.zip',
  deviceId: ACCESS_POINT.id,
  deviceName: ACCESS_POINT.name,
  deviceSn: 'NLAP6C0000000042',
  model: 'NL-AP6C',
  software: '2.4.1',
  kind: 'general',
  bytes: 1840,
  at: '2026-11-23T14:05:00Z',
  by: 'owner@example.com',
  remark: 'Before the fair',
  sync: 'synchronized',
  revision: 12,
};
const contents = {
  parts: [
    { part: 'policies', items: 3 },
    { part: 'radios', items: 2 },
  ],
  device: { missing: 'offline' },
  adaptions: [],
  omitted: ['software, statistics and logs'],
};
const change = {
  item: 'Radio 2.4 GHz of Lobby',
  path: ['wireless.radios', `${ACCESS_POINT.id}/radio0`, 'channel'],
  setting: 'channel',
  now: '6',
  after: '11',
};
const review = {
  changes: [change],
  devices: [
    { id: ACCESS_POINT.id, name: ACCESS_POINT.name, model: 'NL-AP6C', online: true, restarts: false },
  ],
  clientsAffected: 7,
  costs: [],
};

export const backupExamples: Examples = {
  backupList: { answer: { items: [backup] } },
  backupSummaryGet: {
    answer: {
      general: 1,
      automatic: {
        nextAt: '2026-11-24T02:00:00Z',
        last: { at: '2026-11-23T02:00:00Z', taken: 3, unchanged: 39 },
      },
      can: { write: ALLOWED },
    },
  },
  backupTake: {
    body: { deviceIds: [ACCESS_POINT.id], kind: 'general', remark: 'Before the fair' },
    answer: { items: [backup], refused: [] },
  },
  backupUpload: { body: { password: 'long enough 1' }, answer: backup },
  backupRemarkSave: { body: { remark: 'Before the fair' }, answer: backup },
  backupDelete: { answer: OK },
  backupDownload: { body: { password: 'long enough 1' } },
  backupContentsGet: { answer: contents },
  backupCompare: { answer: { items: [change] } },
  backupRestoreReview: { body: { parts: ['radios'] }, answer: review },
  backupReportGet: {
    answer: {
      report: {
        at: '2026-11-23T14:20:00Z',
        by: 'owner@example.com',
        jobId: '0198f3a1-7c55-7d10-8f6e-2b9f1d3c5b43',
        items: [
          {
            part: 'radios',
            path: ['wireless.radios', `${ACCESS_POINT.id}/radio0`],
            name: 'Radio 2.4 GHz of Lobby',
            outcome: 'restored',
          },
          {
            part: 'policies',
            path: ['wireless.policies', 'guests'],
            name: 'Guests',
            outcome: 'skipped',
            reason: 'The part was not chosen.',
          },
        ],
        verification: {
          state: 'partial',
          settings: 216,
          verified: 215,
          unverified: [
            {
              path: 'wireless.radios.0.powerDbm',
              setting: 'wireless, radios radio0, powerDbm',
              reason: 'The power is above the limit of the country. 20 dBm is used.',
            },
          ],
        },
      },
    },
  },
  backupRestore: {
    body: { parts: ['radios'] },
    answer: { job: createJob('configure', 'Restore Lobby from Lobby-20261123-1405.zip') },
  },
};
