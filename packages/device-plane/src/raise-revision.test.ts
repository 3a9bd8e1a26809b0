import type { BirthMessage } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handleRevisionReport } from './revision-report.ts';
import { handleConfigReport } from './configuration.ts';
import { handleBirth, handlePendingWork } from './presence.ts';
import type { DeviceRecord, DeviceView, Outcome } from './records.ts';
import { MemoryDeviceStore } from './testing/index.ts';
import { createSampleBirth, createSampleDesired, createSampleView, updateView } from './testing/samples.ts';

const NOW = 1_000_000;
const desired = createSampleDesired(5);
type Birth = Partial<BirthMessage>;
const pushed = (outcome: Outcome | undefined) =>
  (outcome?.send ?? []).flatMap(({ topic, payload }) => (topic.endsWith('/cfg') ? [payload] : []));

test.each<[string, Partial<DeviceRecord>, Birth, number | undefined]>([
  ['an older revision', {}, { cfgRev: 4, cfgHash: 'x' }, undefined],
  ['the desired revision', {}, { cfgRev: 5, cfgHash: 'hash-5' }, undefined],
  ['the desired document under an older revision', {}, { cfgRev: 4, cfgHash: 'hash-5' }, undefined],
  ['a later revision', {}, { cfgRev: 7, cfgHash: 'x' }, 8],
  ['the desired document under a later revision', {}, { cfgRev: 7, cfgHash: 'hash-5' }, 7],
  ['the desired revision with other content', {}, { cfgRev: 5, cfgHash: 'x' }, 6],
  [
    'an older revision of a device that has seen a later revision',
    {},
    { cfgRev: 4, cfgHash: 'x', cfgSeen: { rev: 9, hash: 'y' } },
    10,
  ],
  [
    'an older revision after a rollback of the desired revision',
    {},
    { cfgRev: 4, cfgHash: 'x', cfgSeen: { rev: 5, hash: 'hash-5' } },
    undefined,
  ],
  [
    'an older revision of a device that knows the desired revision with other content',
    {},
    { cfgRev: 4, cfgHash: 'x', cfgSeen: { rev: 5, hash: 'y' } },
    6,
  ],
  [
    'a later revision after a report of an even later revision',
    { seenRev: 12 },
    { cfgRev: 7, cfgHash: 'x' },
    13,
  ],
  [
    'a later revision after the desired revision was refused',
    { badRev: 5 },
    { cfgRev: 7, cfgHash: 'x' },
    undefined,
  ],
  [
    'a later revision of a locally managed device',
    {},
    { cfgRev: 7, cfgHash: 'x', managed: 'local' },
    undefined,
  ],
  [
    'a later revision without a desired revision',
    { desired: undefined },
    { cfgRev: 7, cfgHash: 'x' },
    undefined,
  ],
])('decides at a birth whether the desired revision is raised: %s', (_title, device, birth, rev) => {
  const view = createSampleView({ desired, ...device }, [{ rev: 5 }, { rev: 3 }, { kind: 'restart' }]);
  const born = handleBirth(view, createSampleBirth(birth), NOW);
  expect(born.desiredRev).toBe(rev);
  expect(born.device?.seenRev).toBe(
    Math.max(device.seenRev ?? 0, birth.cfgRev ?? 0, birth.cfgSeen?.rev ?? 0),
  );
  if (rev === undefined) return;
  const same = birth.cfgHash === 'hash-5';
  expect(pushed(born)).toMatchObject(same ? [] : [{ rev, hash: 'hash-5', config: desired.config }]);
  const rows = new Map(updateView(view, born).work.map((row) => [row.id, row] as const));
  if (same)
    expect(born.work).toMatchObject([{ id: 'row-2' }, { id: 'row-0', state: 'done' }, { id: 'row-1' }]);
  else expect(rows.get('row-0')).toMatchObject({ rev, state: 'sent' });
  expect(born.device).toMatchObject({ state: 1, reportedStatus: same ? 'applied' : 'sent' });
});

test('settles the waiting job row with the report about the new revision', () => {
  const view = createSampleView({ desired }, [{ rev: 5, state: 'running' }]);
  const born = handleBirth(view, createSampleBirth({ cfgRev: 7, cfgHash: 'x' }), NOW);
  const next = updateView(view, born);
  expect(next.work).toMatchObject([{ rev: 8 }]);
  const raised = { ...next, device: { ...next.device, desired: { ...desired, rev: 8 } } };
  const report = { rev: 8, hash: 'hash-5', status: 'applied' as const, issues: [] };
  expect(handleConfigReport(raised, report, NOW).work).toMatchObject([{ state: 'done' }]);
});

test.each([
  ['another document', 'x', 8, { rev: 8, state: 'sent' }],
  ['the desired document', 'hash-5', 7, { rev: 7, state: 'done' }],
])(
  'handles a report about a later revision with %s that arrives after the birth',
  (_title, hash, rev, row) => {
    const view = createSampleView({ desired, sentRev: 5 }, [
      { rev: 5, state: 'sent' },
      { rev: 3, state: 'sent' },
    ]);
    const outcome = handleRevisionReport(view, { rev: 7, hash, status: 'applied', issues: [] }, NOW);
    expect(outcome.desiredRev).toBe(rev);
    expect(pushed(outcome)).toMatchObject(rev === 7 ? [] : [{ rev, hash: 'hash-5', base: 7 }]);
    const rows = new Map(outcome.work?.map((each) => [each.id, each] as const));
    expect(rows.get('row-0')).toMatchObject(row);
    expect(rows.get('row-1')).toMatchObject({ state: 'skipped' });
    const reportedStatus = rev === 7 ? 'applied' : 'sent';
    expect(outcome.device).toMatchObject({ reportedRev: 7, reportedHash: hash, seenRev: 7, reportedStatus });
  },
);

/** A device that follows the protocol: it applies newer revisions and ignores all others. */
class CompliantDevice {
  rev = 0;
  hash = '';
  seen = { rev: 0, hash: '' };
  readonly contents = new Map<number, string>();

  apply({ rev, hash }: { rev: number; hash: string }, rollBack: boolean): void {
    expect(this.contents.get(rev) ?? hash).toBe(hash);
    this.contents.set(rev, hash);
    if (rev <= this.rev) return;
    if (rev > this.seen.rev) this.seen = { rev, hash };
    if (!rollBack) [this.rev, this.hash] = [rev, hash];
  }
}

const anyEvent = fc.oneof(
  fc.record({ type: fc.constant('apply' as const), rollBack: fc.boolean(), reports: fc.boolean() }),
  fc.record({ type: fc.constantFrom('birth', 'leave', 'backup', 'restore' as const) }),
);

test('keeps revisions unique and increasing after any restore of the database', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 30 }), async (events) => {
      let store = new MemoryDeviceStore();
      const id = await store.claim('SN', 7, NOW);
      const device = new CompliantDevice();
      let [documents, births, connected] = [0, 0, false];
      let backup: DeviceRecord = await store.device(id);
      const deliver = async (outcome: Outcome | undefined, rollBack = false, reports = true) => {
        for (const payload of pushed(outcome)) {
          const push = payload as { rev: number; hash: string };
          device.apply(push, rollBack);
          const status = rollBack ? ('rolledback' as const) : ('applied' as const);
          const report = { ...push, status, issues: [] };
          if (reports) await store.step(id, (view) => handleConfigReport(view, report, NOW), NOW);
        }
      };
      for (const event of events) {
        const before = device.rev;
        const { desired, reportedRev, badRev, seenRev, ...rest } = await store.device(id);
        if (event.type === 'apply') {
          const rev = Math.max(desired?.rev ?? 0, reportedRev, badRev, seenRev) + 1;
          await store.setDesired(id, { ...createSampleDesired(rev), hash: `document-${++documents}` });
          if (connected)
            await deliver(
              await store.step(id, (view) => handlePendingWork(view, NOW), NOW),
              event.rollBack,
              event.reports,
            );
        } else if (event.type === 'backup') backup = { ...rest, desired, reportedRev, badRev, seenRev };
        else if (event.type === 'leave') connected = false;
        else if (event.type === 'restore') {
          connected = false;
          store = new MemoryDeviceStore();
          await store.claim('SN', 7, NOW);
          if (backup.desired) await store.setDesired(id, backup.desired);
          const { desired: _desired, ...record } = backup;
          await store.step(id, () => ({ device: record }), NOW);
        } else {
          connected = true;
          const state = { cfgRev: device.rev, cfgHash: device.hash, cfgSeen: device.seen };
          const birth = createSampleBirth({ session: `s${++births}`, ...state });
          const unsent = ({ device, work }: DeviceView) => ({ device: { ...device, sentRev: 0 }, work });
          await deliver(await store.step(id, (view) => handleBirth(unsent(view), birth, NOW), NOW));
          const after = await store.device(id);
          if (after.desired && after.badRev < after.desired.rev)
            expect([device.rev, device.hash]).toEqual([after.desired.rev, after.desired.hash]);
        }
        expect(device.rev).toBeGreaterThanOrEqual(before);
      }
    }),
    { numRuns: 500 },
  ));
