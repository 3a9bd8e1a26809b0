import { CONFIG_SCHEMA } from '@northlight/contract/device-protocol';
import { UPGRADE_TEXTS } from '@northlight/contract';
import { expect, test } from 'vitest';
import {
  handleBirth,
  handleDisconnect,
  expireDueWork,
  handlePendingWork,
  handleOrphaned,
  handleSecondPush,
} from './presence.ts';
import { createSampleBirth, createSampleDesired, createSampleView, updateView } from './testing/samples.ts';

const NOW = 1_000_000;
const desired = createSampleDesired(5);

test.each([
  ['its own session, online', { state: 1 }, 'one', 0],
  ['its own session, not saved', { state: 7 }, 'one', 0],
  ['a late last will of an earlier session', { state: 1 }, 'zero', undefined],
  ['already offline', { state: 0, session: undefined }, 'one', undefined],
  ['link lost', { state: 9, session: undefined }, 'one', undefined],
])('handles the end of a session: %s', (_title, device, session, state) => {
  const outcome = handleDisconnect(createSampleView(device), session, NOW);
  expect(outcome.device?.state).toBe(state);
  expect(outcome.alarms?.map(({ kind, change }) => [kind, change])).toEqual(
    state === 0 ? [['device-offline', 'raise']] : undefined,
  );
  if (state === undefined) expect(outcome).toEqual({});
});

test('keeps the state of a restarting device that disconnects, without an alarm', () => {
  const outcome = handleDisconnect(createSampleView({ state: 8 }), 'one', NOW);
  expect(outcome).toMatchObject({ device: { session: undefined }, clientsOffline: true });
  expect(outcome.alarms).toBeUndefined();
  expect(updateView(createSampleView({ state: 8 }), outcome).device.state).toBe(8);
});

test.each([
  ['restart', 'Restarting'],
  ['upgrade', UPGRADE_TEXTS.restarting],
] as const)('reports that a device restarts when it disconnects during the command %s', (kind, detail) => {
  const row = { id: 'r', kind, state: 'running', percent: 70, detail: 'Stopping services' } as const;
  const outcome = handleDisconnect(createSampleView({ state: 8 }, [row]), 'one', NOW);
  expect(outcome.work).toMatchObject([{ id: 'r', state: 'running', percent: undefined, detail }]);
  expect(outcome.live).toContain('jobs');
});

test.each([
  ['nothing desired', {}, {}, 1],
  ['desired revision applied', { desired }, { cfgRev: 5, cfgHash: 'hash-5' }, 1],
  ['an older revision', { desired }, { cfgRev: 4, cfgHash: 'hash-4' }, 1],
  ['the revision is bad', { desired, badRev: 5 }, { cfgRev: 4, cfgHash: 'hash-4' }, 7],
  ['managed locally', { desired }, { cfgRev: 4, managed: 'local' as const }, 7],
])('sets the state after a birth: %s', (_title, device, birth, state) => {
  const outcome = handleBirth(
    createSampleView({ state: 0, session: undefined, ...device }),
    createSampleBirth(birth),
    NOW,
  );
  expect(outcome.device).toMatchObject({ state, stateAt: NOW, session: 'one', waiting: false });
  expect(outcome.alarms?.[0]).toMatchObject({ kind: 'device-offline', change: 'resolve' });
});

test.each([
  ['another serial number', { sn: 'NLOTHER000000001' }, true],
  ['another MAC', { mac: '02:00:00:00:00:99' }, true],
  ['its MAC in capitals', { mac: '02:4E:4C:00:00:01' }, false],
])(
  'compares a birth with %s with the registered device, and raises an alarm if it differs',
  (_name, birth, isRaised) => {
    const { alarms = [] } = handleBirth(createSampleView(), createSampleBirth(birth), NOW);
    const raised = alarms.filter(({ kind }) => kind === 'identity-takeover');
    expect(raised.map(({ change, severity }) => [change, severity])).toEqual(
      isRaised ? [['raise', 'critical']] : [],
    );
  },
);

test('pushes after a birth with an older revision, and sends nothing after a birth with the desired revision', () => {
  const computeOutcome = (birth: Parameters<typeof createSampleBirth>[0]) =>
    handleBirth(createSampleView({ desired }, [{ rev: 5 }]), createSampleBirth(birth), NOW);
  for (const birth of [{ cfgRev: 4, cfgHash: 'hash-4' }, {}]) {
    const outcome = computeOutcome(birth);
    const base = birth.cfgRev ?? 0;
    expect(outcome.send).toMatchObject([
      { payload: { rev: 5, hash: 'hash-5', schema: CONFIG_SCHEMA, base, confirmSecs: 60 } },
    ]);
    expect(outcome.device).toMatchObject({ sentRev: 5, reportedStatus: 'sent' });
    expect(outcome.work).toMatchObject([{ state: 'sent' }]);
  }
  const applied = computeOutcome({ cfgRev: 5, cfgHash: 'hash-5' });
  expect(applied.send).toEqual([]);
  expect(applied.device).toMatchObject({ reportedStatus: 'applied' });
  expect(applied.work).toMatchObject([{ state: 'done' }]);
});

test('waits for a rollback report before it repeats the push to a device whose birth lacks the sent revision', () => {
  const before = createSampleView({ desired, sentRev: 5 }, [{ rev: 5, state: 'running' }]);
  const born = handleBirth(before, createSampleBirth({ session: 'two', cfgRev: 4, cfgHash: 'hash-4' }), NOW);
  expect(born).toMatchObject({ send: [], secondPushRev: 5, device: { state: 1, sentRev: 5 } });
  const waiting = updateView(before, born);
  expect(handlePendingWork(waiting, NOW).send).toEqual([]);
  expect(handleSecondPush(waiting, { session: 'one', rev: 5 }, NOW)).toEqual({});
  const again = handleSecondPush(waiting, { session: 'two', rev: 5 }, NOW);
  expect(again.send).toMatchObject([{ payload: { rev: 5 } }]);
  expect(
    handleSecondPush(updateView(waiting, { device: { badRev: 5 } }), { session: 'two', rev: 5 }, NOW).send,
  ).toEqual([]);
  const overtaken = updateView(waiting, { device: { desired: createSampleDesired(6), sentRev: 6 } });
  expect(handleSecondPush(overtaken, { session: 'two', rev: 5 }, NOW)).toEqual({});
  const reset = handleBirth(before, createSampleBirth({ bootReason: 'reset' }), NOW);
  expect(reset).toMatchObject({ send: [{ payload: { rev: 5 } }], secondPushRev: undefined });
});

test('repeats the push at once to a device that cannot roll back', () => {
  const sn = 'OWF1001122334455';
  const before = createSampleView({ sn, desired, sentRev: 5 }, [{ rev: 5, state: 'running' }]);
  const born = handleBirth(
    before,
    createSampleBirth({ sn, session: 'two', cfgRev: 4, cfgHash: 'hash-4' }),
    NOW,
  );
  expect(born).toMatchObject({ send: [{ payload: { rev: 5 } }], secondPushRev: undefined });
});

test('sends queued and unanswered commands after a birth, not running ones', () => {
  const work = [
    { kind: 'restart' as const, state: 'queued' as const, deadline: 9 },
    { kind: 'restart' as const, state: 'sent' as const },
    { kind: 'restart' as const, state: 'running' as const },
  ];
  const outcome = handleBirth(
    createSampleView({}, work),
    createSampleBirth({ bootReason: 'reconnect' }),
    NOW,
  );
  expect(outcome.send).toMatchObject([
    { topic: 'd/device/down/cmd/row-0', payload: { cid: 'row-0', kind: 'restart', deadline: 9 } },
    { topic: 'd/device/down/cmd/row-1' },
  ]);
});

test.each([
  [1, NOW - 1, 9],
  [7, NOW - 1, 9],
  [8, NOW - 1, undefined],
  [0, NOW - 1, undefined],
  [9, NOW - 1, undefined],
  [1, NOW, undefined],
])('decides the next state of an orphaned device in state %i since %i: %s', (state, stateAt, next) => {
  expect(handleOrphaned(createSampleView({ state, stateAt }), NOW).device?.state).toBe(next);
});

test('marks a device offline with an alarm when its link is lost for 1 min', () => {
  const lost = createSampleView({ state: 9, stateAt: NOW, session: undefined });
  expect(expireDueWork(lost, NOW + 59_999)).toEqual({});
  expect(expireDueWork(lost, NOW + 60_000)).toMatchObject({
    device: { state: 0 },
    clientsOffline: true,
    alarms: [{ kind: 'device-offline', change: 'raise' }],
  });
});

test('sends stored work at once to a connected device and keeps it for a disconnected one', () => {
  const work = [{ rev: 5 }, { kind: 'restart' as const }];
  const connected = handlePendingWork(createSampleView({ desired }, work), NOW);
  expect(connected.send).toMatchObject([{ payload: { rev: 5 } }, { payload: { kind: 'restart' } }]);
  expect(connected.work).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  expect(handlePendingWork(updateView(createSampleView({ desired }, work), connected), NOW).send).toEqual([]);
  expect(handlePendingWork(createSampleView({ desired, session: undefined }, work), NOW)).toEqual({});
});
