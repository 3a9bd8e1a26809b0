import { expect, test } from 'vitest';
import { api, type ApiKey, type Endpoint, isProjectNeed, LIVE_RESOURCES, type Resource } from './index.ts';

const OPERATIONS = Object.entries(api) as [ApiKey, Endpoint][];
const IN_PROJECT = OPERATIONS.filter(([, { needs }]) => isProjectNeed(needs));

/** Writes of a project after which no page needs to refetch. */
const WITHOUT_CHANGES: readonly ApiKey[] = [
  // Check or compute something, and store nothing.
  'deviceBatchCheck',
  'deviceRoleReview',
  'deviceReplacementReview',
  'deviceSettingsReview',
  'networkConfigReview',
  'rfPlanReview',
  'rfRestoreReview',
  'backupRestoreReview',
  // Reveal a secret.
  'projectPasswordReveal',
  'networkSecretReveal',
  'backupDownload',
  // Are followed by the page that calls them.
  'tunnelOpen',
  'tunnelClose',
  'networkEditorHeartbeat',
  'mapDraftSave',
  'mapDraftDiscard',
  'mapPictureUpload',
  'topologyDraftSave',
  'topologyDraftDiscard',
];

test('every read of a project declares the resources that it contains', () => {
  const reads = IN_PROJECT.filter(([, { method, download }]) => method === 'GET' && !download);
  expect(reads.length).toBeGreaterThan(40);
  expect(reads.filter(([, { reads }]) => reads === undefined).map(([key]) => key)).toEqual([
    // Contain summaries only.
    'chartEvents',
    'projectStatus',
  ]);
});

test('every write of a project declares the resources that it changes', () => {
  const silent = IN_PROJECT.filter(([, { method, changes }]) => method !== 'GET' && changes === undefined);
  expect(silent.map(([key]) => key).sort()).toEqual([...WITHOUT_CHANGES].sort());
});

test('every resource is read by an operation', () => {
  const read = new Set(OPERATIONS.flatMap(([, { reads = [] }]) => reads));
  const changed = OPERATIONS.flatMap(([, { changes = [] }]) => changes);
  const known: readonly Resource[] = [...LIVE_RESOURCES, ...changed];
  expect(known.filter((resource) => !read.has(resource))).toEqual([]);
});

test('summaries are counted by reads only, and not declared twice', () => {
  for (const [key, { counts = [], method, reads = [] }] of OPERATIONS) {
    if (counts.length > 0) expect([key, method]).toEqual([key, 'GET']);
    expect([key, counts.filter((resource) => reads.includes(resource))]).toEqual([key, []]);
  }
});
