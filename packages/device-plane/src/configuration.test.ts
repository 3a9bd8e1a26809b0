import { CONFIG_SCHEMA, type ConfigReport } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { handleConfigReport } from './configuration.ts';
import { handleBirth, handlePendingWork } from './presence.ts';
import { createSampleBirth, createSampleDesired, createSampleView, updateView } from './testing/samples.ts';

const NOW = 1_000_000;
const desired = createSampleDesired(5);
const LOCAL = 'The device is in local management mode. Switch it to cloud management first.';
const buildReport = (
  status: ConfigReport['status'],
  rev = 5,
  values: Partial<ConfigReport> = {},
): ConfigReport => ({
  rev,
  hash: `hash-${rev}`,
  status,
  issues: [],
  ...values,
});
const sent = () => createSampleView({ desired, sentRev: 5, reportedRev: 4 }, [{ rev: 5, state: 'sent' }]);
const issues = [{ path: 'vlans.0', reason: 'VLAN 30 is used.' }];

test.each([
  [buildReport('received'), 'running', 'Received', undefined],
  [buildReport('applying'), 'running', 'Applying', undefined],
  [buildReport('applied'), 'done', undefined, undefined],
  [buildReport('partial', 5, { issues }), 'partial', 'Applied in part.', undefined],
  [buildReport('rejected', 5, { issues, code: 104 }), 'failed', 'VLAN 30 is used.', 104],
  [buildReport('rejected'), 'failed', 'The device refused the configuration.', -99],
  [buildReport('rolledback'), 'failed', expect.stringContaining('rolled back'), -99],
])('sets the job row by the configuration report %o', (report, state, detail, code) => {
  const outcome = handleConfigReport(sent(), report, NOW);
  expect(outcome.work).toMatchObject([{ state, detail, code }]);
  expect(outcome.device).toMatchObject({ reportedStatus: report.status, reportedIssues: report.issues });
});

test('sets the reported revision only for the results applied and partial', () => {
  for (const status of ['applied', 'partial'] as const)
    expect(handleConfigReport(sent(), buildReport(status), NOW).device).toMatchObject({
      reportedRev: 5,
      reportedHash: 'hash-5',
    });
  for (const status of ['received', 'applying', 'rejected', 'rolledback'] as const)
    expect(handleConfigReport(sent(), buildReport(status), NOW).device).not.toHaveProperty('reportedRev');
});

test.each(['rejected', 'rolledback'] as const)(
  'never repeats a %s revision and sends a newer one',
  (status) => {
    const view = updateView(sent(), handleConfigReport(sent(), buildReport(status), NOW));
    expect(view.device).toMatchObject({ badRev: 5, state: 7 });
    expect(handlePendingWork(view, NOW).send).toEqual([]);
    for (const bootReason of ['power', 'restart', 'reconnect', 'reset'] as const) {
      const birth = createSampleBirth({ session: 'two', cfgRev: 4, cfgHash: 'hash-4', bootReason });
      const born = handleBirth(view, birth, NOW);
      expect(born.send).toEqual([]);
      expect(born.secondPushRev).toBeUndefined();
    }
    const newer = { ...view, device: { ...view.device, desired: createSampleDesired(6) } };
    expect(handlePendingWork(newer, NOW).send).toMatchObject([{ payload: { rev: 6 } }]);
  },
);

test('lets a configuration wait, with the reason, for a device that takes none, and writes the reason once', () => {
  const hold = 'Waiting: the device is in recovery.';
  const rows = [
    { id: 'old', rev: 4, state: 'sent' as const },
    { id: 'new', rev: 5, state: 'queued' as const },
    { id: 'ended', rev: 3, state: 'running' as const },
  ];
  const view = createSampleView({ desired, hold, reportedStatus: 'queued' }, rows);
  const held = handlePendingWork(view, NOW);
  expect(held.send).toEqual([]);
  expect(held.work?.map(({ detail, id, state }) => [id, state, detail])).toEqual([
    ['old', 'queued', hold],
    ['new', 'queued', hold],
  ]);
  expect(held.device).toEqual({ reportedStatus: 'queued', reportedIssues: [{ path: '', reason: hold }] });
  const waiting = updateView(view, held);
  expect(handlePendingWork(waiting, NOW)).toMatchObject({ send: [], work: [], device: {} });
  const ready = { ...waiting, device: { ...waiting.device, hold: undefined } };
  expect(handlePendingWork(ready, NOW).send).toMatchObject([{ payload: { rev: 5 } }]);
});

test('raises alarms for refused and rolled-back revisions, and resolves them when a revision is applied', () => {
  const alarms = (report: ConfigReport) =>
    handleConfigReport(sent(), report, NOW).alarms?.map(({ kind, change }) => `${change} ${kind}`);
  expect(alarms(buildReport('rejected'))).toEqual(['raise config-refused']);
  expect(alarms(buildReport('rolledback'))).toEqual(['raise config-rolled-back']);
  expect(alarms(buildReport('applied'))).toEqual([
    'resolve config-refused',
    'resolve config-rolled-back',
    'resolve config-drifted',
  ]);
  expect(alarms(buildReport('partial'))).toEqual([]);
  // An earlier revision that a reset device applies again does not end the alarm of the refused one.
  expect(alarms(buildReport('applied', 4))).toEqual([]);
});

test('ends the state 7 (configuration differs) when the desired revision is applied', () => {
  const drifted = createSampleView({ desired, state: 7 });
  expect(handleConfigReport(drifted, buildReport('applied'), NOW).device).toMatchObject({
    state: 1,
    stateAt: NOW,
  });
  expect(handleConfigReport(drifted, buildReport('applied', 4), NOW).device).not.toHaveProperty('state');
});

test('ends only the job rows when a report names an older revision', () => {
  const view = createSampleView({ desired, sentRev: 5, reportedStatus: 'sent' }, [
    { rev: 3, state: 'sent' },
    { rev: 4, state: 'sent' },
    { rev: 5, state: 'sent' },
  ]);
  for (const status of ['rejected', 'rolledback'] as const) {
    const outcome = handleConfigReport(view, buildReport(status, 4), NOW);
    expect(outcome.work).toMatchObject([
      { rev: 3, state: 'skipped' },
      { rev: 4, state: 'failed' },
    ]);
    expect(outcome.device).toEqual({});
  }
  const applied = handleConfigReport(view, buildReport('applied', 4), NOW);
  expect(applied.device).toEqual({ reportedRev: 4, reportedHash: 'hash-4' });
  expect(applied.work).toHaveLength(2);
});

test('ignores late repeats of reports', () => {
  const settled = createSampleView({
    desired,
    reportedRev: 5,
    reportedHash: 'hash-5',
    reportedStatus: 'applied',
  });
  expect(handleConfigReport(settled, buildReport('applying'), NOW)).toEqual({});
  expect(handleConfigReport(settled, buildReport('applied', 4), NOW).device).toEqual({});
  const bad = createSampleView({ desired, badRev: 5, reportedStatus: 'rolledback' });
  expect(handleConfigReport(bad, buildReport('received'), NOW)).toEqual({});
});

test('fails the job row of a locally managed device without a push, and keeps the desired configuration', () => {
  const waiting = createSampleView({ desired, managed: 'local' }, [
    { rev: 5 },
    { kind: 'restart', state: 'queued' },
  ]);
  const handled = handlePendingWork(waiting, NOW);
  expect(handled.send).toMatchObject([{ payload: { kind: 'restart' } }]);
  expect(handled.work?.[0]).toMatchObject({
    state: 'failed',
    code: 76,
    detail: LOCAL,
    issues: [{ path: '', reason: LOCAL }],
  });
  expect(handled.device).toMatchObject({ reportedStatus: 'rejected', state: 7 });
  expect(handled.live).toEqual(['devices', 'jobs']);
  const offline = createSampleView({ desired, session: undefined, state: 0 }, [{ rev: 5 }]);
  const born = handleBirth(offline, createSampleBirth({ managed: 'local' }), NOW);
  expect(born).toMatchObject({ send: [], work: [{ state: 'failed', code: 76, detail: LOCAL }] });
  const back = handleBirth(updateView(offline, born), createSampleBirth({ session: 'two' }), NOW);
  expect(back.send).toMatchObject([{ payload: { rev: 5 } }]);
});

test.each([76, 133])('takes a refusal with code %i as local management, not as a bad revision', (code) => {
  const report = buildReport('rejected', 5, { code, issues: [{ path: '', reason: LOCAL }] });
  const outcome = handleConfigReport(sent(), report, NOW);
  expect(outcome.work).toMatchObject([{ state: 'failed', code, detail: LOCAL }]);
  expect(outcome.alarms).toEqual([]);
  const view = updateView(sent(), outcome);
  expect(view.device).toMatchObject({ managed: 'local', badRev: 0, state: 7 });
  expect(handlePendingWork(view, NOW).send).toEqual([]);
  const back = handleBirth(view, createSampleBirth({ session: 'two', cfgRev: 4, cfgHash: 'hash-4' }), NOW);
  expect(back.send).toMatchObject([{ payload: { rev: 5 } }]);
});

test('sends the base revision with a push, and adds an issue when the device ran another revision', () => {
  const view = createSampleView({ desired, reportedRev: 4, reportedHash: 'hash-4' }, [{ rev: 5 }]);
  const pushed = handlePendingWork(view, NOW);
  expect(pushed.send).toMatchObject([{ payload: { rev: 5, base: 4, schema: CONFIG_SCHEMA } }]);
  const first = updateView(view, pushed);
  const received = handleConfigReport(first, buildReport('received', 5, { base: 3 }), NOW);
  expect(received.device).toMatchObject({ reportedRev: 3, reportedHash: '', reportedStatus: 'received' });
  const found = { path: '', reason: 'The device ran revision 3 instead of the expected 4.' };
  expect(received.work).toMatchObject([{ state: 'running', issues: [found] }]);
  const corrected = updateView(first, received);
  expect(handleConfigReport(corrected, buildReport('received', 5, { base: 3 }), NOW).work).toMatchObject([
    { issues: [found] },
  ]);
  const partial = handleConfigReport(corrected, buildReport('partial', 5, { issues }), NOW);
  expect(partial.work).toMatchObject([{ state: 'partial', issues: [found, ...issues] }]);
  expect(partial.device).toMatchObject({ reportedRev: 5, reportedIssues: issues });
});

test('adds no issue when the device ran a base revision that it had reported before', () => {
  const view = createSampleView({ desired, reportedRev: 4, reportedHash: 'hash-4' }, [
    { rev: 5, state: 'sent' },
  ]);
  const outcome = handleConfigReport(view, buildReport('received', 5, { base: 4 }), NOW);
  expect(outcome.device).not.toHaveProperty('reportedRev');
  expect(outcome.work).toMatchObject([{ issues: [] }]);
  const settled = createSampleView({ desired, reportedRev: 5, reportedHash: 'hash-5' });
  expect(handleConfigReport(settled, buildReport('received', 5, { base: 3 }), NOW)).toEqual({});
  const older = createSampleView({ desired, reportedRev: 4 }, [{ rev: 4, state: 'sent' }]);
  expect(handleConfigReport(older, buildReport('received', 4, { base: 1 }), NOW).device).toEqual({});
});

test('restores the previous revision when the device rolls back the reported one', () => {
  const settled = createSampleView({
    desired,
    reportedRev: 5,
    reportedHash: 'hash-5',
    reportedStatus: 'applied',
  });
  const outcome = handleConfigReport(settled, buildReport('rolledback', 5, { base: 3 }), NOW);
  expect(outcome.device).toMatchObject({ badRev: 5, reportedRev: 3, reportedHash: '', state: 7 });
  const late = createSampleView({ desired: { ...desired, rev: 7 }, reportedRev: 6, reportedHash: 'hash-6' });
  expect(handleConfigReport(late, buildReport('rolledback', 5, { base: 3 }), NOW).device).not.toHaveProperty(
    'reportedRev',
  );
});

test('sends the start time of a scheduled configuration', () => {
  const later = { ...desired, when: NOW + 60_000 };
  expect(handlePendingWork(createSampleView({ desired: later }), NOW).send).toMatchObject([
    { payload: { rev: 5, when: NOW + 60_000 } },
  ]);
  expect(handlePendingWork(createSampleView({ desired }), NOW).send?.[0]?.payload).not.toHaveProperty('when');
});
