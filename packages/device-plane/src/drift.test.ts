import type { LocalChange } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { onBirth, onNudge } from './presence.ts';
import { onConfigReport } from './configuration.ts';
import { sampleBirth, sampleDesired, sampleView, viewAfter } from './testing/samples.ts';

const NOW = 1_000_000;
const desired = sampleDesired(5);
const settled = { desired, reportedRev: 5, reportedHash: 'hash-5', reportedStatus: 'applied' as const };
const cfgLocal: LocalChange = { wan: [{ port: 'wan', mode: 'dhcp', dns: [] }] };
const changed = { cfgRev: 5, cfgHash: 'own', cfgLocal };
const back = { cfgRev: 4, cfgHash: 'hash-4' };

test.each([
  ['changed at its own page', settled, changed, true],
  ['changed before it ever took anything', { desired }, { ...changed, cfgRev: 0 }, true],
  ['an earlier state of it came back', settled, back, true],
  ['it never ran what is wanted', { desired, reportedRev: 4, reportedHash: 'hash-4' }, back, false],
  ['it was reset', settled, { bootReason: 'reset' as const }, false],
  ['it has nothing, as with a new disk', settled, {}, false],
  ['the database is the older one', settled, { cfgRev: 9, cfgHash: 'hash-9' }, false],
  ['it runs what is wanted', settled, { cfgRev: 5, cfgHash: 'hash-5' }, false],
  ['nothing is wanted of it', {}, changed, false],
])('a device that comes back otherwise: %s', (_title, device, birth, strays) => {
  const view = sampleView({ state: 0, session: undefined, ...device });
  const born = onBirth(view, sampleBirth(birth), NOW);
  const after = viewAfter(view, born).device;
  expect(after.reportedStatus === 'drifted').toBe(strays);
  expect(after.state).toBe(strays ? 7 : 1);
  expect(born.alarms?.some(({ change, kind }) => kind === 'config-drifted' && change === 'raise')).toBe(
    strays,
  );
  if (strays) expect([born.send, born.secondPushRev]).toEqual([[], undefined]);
});

test('nothing is sent until somebody has decided, over new starts and nudges; what waits says why', () => {
  const before = sampleView({ ...settled, desired: sampleDesired(6) }, [{ rev: 6 }]);
  const born = onBirth(before, sampleBirth(changed), NOW);
  expect(born.work).toMatchObject([
    { rev: 6, state: 'queued', detail: expect.stringContaining('keep that') },
  ]);
  const strayed = viewAfter(before, born);
  expect(onNudge(strayed, NOW).send).toEqual([]);
  const again = viewAfter(strayed, onBirth(strayed, sampleBirth({ ...changed, session: 'two' }), NOW));
  expect(again.device).toMatchObject({ reportedStatus: 'drifted', state: 7 });
  // A decision is a new revision; the same word of the device does not ask for another one.
  const decided = { ...again.device, desired: sampleDesired(7), reportedStatus: 'queued' as const };
  expect(onNudge({ device: decided, work: [] }, NOW).send).toMatchObject([{ payload: { rev: 7 } }]);
  const away = { device: { ...decided, session: undefined }, work: [] };
  const third = onBirth(away, sampleBirth({ ...changed, session: 'three' }), NOW);
  expect(third.send).toMatchObject([{ payload: { rev: 7 } }]);
  const ran = viewAfter(away, third);
  const said = { rev: 7, hash: 'hash-7', status: 'applied' as const, issues: [] };
  const done = onConfigReport(ran, said, NOW);
  expect(viewAfter(ran, done).device).toMatchObject({ reportedStatus: 'applied', state: 1 });
  expect(done.alarms).toContainEqual(expect.objectContaining({ kind: 'config-drifted', change: 'resolve' }));
  // Another change at its page is asked for again.
  const later = viewAfter(ran, done);
  const other = onBirth(
    later,
    sampleBirth({ ...changed, session: 'four', cfgRev: 7, cfgHash: 'own 2' }),
    NOW,
  );
  expect(other.device).toMatchObject({ reportedStatus: 'drifted' });
});

test('under local management a change of its own is shown as one, not as refused', () => {
  const view = sampleView(settled);
  const born = onBirth(view, sampleBirth({ ...changed, managed: 'local' }), NOW);
  expect(born.device).toMatchObject({ reportedStatus: 'drifted', managed: 'local', state: 7 });
});

test('one that undid its configuration says so after its birth: that word holds', () => {
  const view = sampleView(settled);
  const strayed = viewAfter(view, onBirth(view, sampleBirth(back), NOW));
  const said = { rev: 5, hash: 'hash-5', status: 'rolledback' as const, issues: [], base: 4 };
  const undone = onConfigReport(strayed, said, NOW);
  expect(undone.device).toMatchObject({ reportedStatus: 'rolledback', badRev: 5 });
});
