import { expect, test } from 'vitest';
import { buildLogLines } from './log-lines.ts';
import type { WorkRow } from './records.ts';
import { createSampleView } from './testing/samples.ts';

test.each<[string, Partial<WorkRow>]>([
  ['Ping to 9.9.9.9 done', { kind: 'ping', args: { host: '9.9.9.9', count: 4 }, state: 'done' }],
  [
    'Ping to 9.9.9.9 failed: No route.',
    { kind: 'ping', args: { host: '9.9.9.9' }, state: 'failed', detail: 'No route.' },
  ],
  ['Restart done', { kind: 'restart', state: 'done' }],
])('logs the result of a command: %s', (event, row) => {
  const before = createSampleView({}, [{ id: 'c', ...row, state: 'running' }]);
  const { work } = createSampleView({}, [{ id: 'c', ...row }]);
  expect(buildLogLines(before, { work }).map((line) => line.event)).toEqual([event]);
});

test.each([
  ['Factory configuration applied', 0],
  ['Configuration 3 applied', 3],
])('names a configuration by its revision: %s', (event, reportedRev) => {
  const view = createSampleView({ reportedRev: 1 });
  const outcome = { device: { reportedStatus: 'applied', reportedRev } } as const;
  expect(buildLogLines(view, outcome).map((line) => line.event)).toEqual([event]);
});

test('names the revision that a device under local management refuses, and not the one that was bad before', () => {
  const desired = { rev: 7, hash: 'h', config: { vlans: [], dhcpPools: [] } };
  const view = createSampleView({ desired, badRev: 6 });
  const outcome = { device: { reportedStatus: 'rejected', managed: 'local' } } as const;
  expect(buildLogLines(view, outcome).map((line) => line.event)).toEqual([
    'Configuration 7 refused by the device',
  ]);
});
