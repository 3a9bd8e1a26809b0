import type { LocalChange } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { handleBirth, handlePendingWork } from './presence.ts';
import { handleConfigReport } from './configuration.ts';
import { createSampleBirth, createSampleDesired, createSampleView, updateView } from './testing/samples.ts';

const NOW = 1_000_000;
const desired = createSampleDesired(5);
const settled = { desired, reportedRev: 5, reportedHash: 'hash-5', reportedStatus: 'applied' as const };
const cfgLocal: LocalChange = { wan: [{ port: 'wan', mode: 'dhcp', dns: [] }] };
const changed = { cfgRev: 5, cfgHash: 'own', cfgLocal };
const restored = { cfgRev: 4, cfgHash: 'hash-4' };

test.each([
  ['the device was changed on its local page', settled, changed, true],
  ['the device was changed before its first configuration', { desired }, { ...changed, cfgRev: 0 }, true],
  ['an earlier state was restored', settled, restored, true],
  [
    'the device never ran the desired revision',
    { desired, reportedRev: 4, reportedHash: 'hash-4' },
    restored,
    false,
  ],
  ['the device was reset', settled, { bootReason: 'reset' as const }, false],
  ['the device has no configuration, as with a new disk', settled, {}, false],
  ['the database was restored', settled, { cfgRev: 9, cfgHash: 'hash-9' }, false],
  ['the device runs the desired revision', settled, { cfgRev: 5, cfgHash: 'hash-5' }, false],
  ['nothing is desired', {}, changed, false],
])('decides at a birth whether a device has drifted: %s', (_title, device, birth, drifts) => {
  const view = createSampleView({ state: 0, session: undefined, ...device });
  const born = handleBirth(view, createSampleBirth(birth), NOW);
  const after = updateView(view, born).device;
  expect(after.reportedStatus === 'drifted').toBe(drifts);
  expect(after.state).toBe(drifts ? 7 : 1);
  expect(born.alarms?.some(({ change, kind }) => kind === 'config-drifted' && change === 'raise')).toBe(
    drifts,
  );
  if (drifts) expect([born.send, born.secondPushRev]).toEqual([[], undefined]);
});

test('sends nothing to a drifted device until a user decides, and states that on the queued job row', () => {
  const before = createSampleView({ ...settled, desired: createSampleDesired(6) }, [{ rev: 6 }]);
  const born = handleBirth(before, createSampleBirth(changed), NOW);
  expect(born.work).toMatchObject([{ rev: 6, state: 'queued', detail: expect.stringContaining('keep it') }]);
  const drifted = updateView(before, born);
  expect(handlePendingWork(drifted, NOW).send).toEqual([]);
  const again = updateView(
    drifted,
    handleBirth(drifted, createSampleBirth({ ...changed, session: 'two' }), NOW),
  );
  expect(again.device).toMatchObject({ reportedStatus: 'drifted', state: 7 });
  // The decision of the user creates a new revision. A repeated report of the same local change requires no
  // second decision.
  const decided = { ...again.device, desired: createSampleDesired(7), reportedStatus: 'queued' as const };
  expect(handlePendingWork({ device: decided, work: [] }, NOW).send).toMatchObject([{ payload: { rev: 7 } }]);
  const offline = { device: { ...decided, session: undefined }, work: [] };
  const third = handleBirth(offline, createSampleBirth({ ...changed, session: 'three' }), NOW);
  expect(third.send).toMatchObject([{ payload: { rev: 7 } }]);
  const pushed = updateView(offline, third);
  const report = { rev: 7, hash: 'hash-7', status: 'applied' as const, issues: [] };
  const done = handleConfigReport(pushed, report, NOW);
  expect(updateView(pushed, done).device).toMatchObject({ reportedStatus: 'applied', state: 1 });
  expect(done.alarms).toContainEqual(expect.objectContaining({ kind: 'config-drifted', change: 'resolve' }));
  // Another local change requires another decision of the user.
  const later = updateView(pushed, done);
  const other = handleBirth(
    later,
    createSampleBirth({ ...changed, session: 'four', cfgRev: 7, cfgHash: 'own 2' }),
    NOW,
  );
  expect(other.device).toMatchObject({ reportedStatus: 'drifted' });
});

test('reports a local change of a locally managed device as drift, not as refused', () => {
  const view = createSampleView(settled);
  const born = handleBirth(view, createSampleBirth({ ...changed, managed: 'local' }), NOW);
  expect(born.device).toMatchObject({ reportedStatus: 'drifted', managed: 'local', state: 7 });
});

test('accepts a rollback report after a birth that was taken for drift', () => {
  const view = createSampleView(settled);
  const drifted = updateView(view, handleBirth(view, createSampleBirth(restored), NOW));
  const report = { rev: 5, hash: 'hash-5', status: 'rolledback' as const, issues: [], base: 4 };
  const rolledBack = handleConfigReport(drifted, report, NOW);
  expect(rolledBack.device).toMatchObject({ reportedStatus: 'rolledback', badRev: 5 });
});
