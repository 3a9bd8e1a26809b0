import { expect, test } from 'vitest';
import { completeAfterBirth, expireCommands, handleCommandReport } from './commands.ts';
import { handleBirth } from './presence.ts';
import type { RowState } from './records.ts';
import { createSampleBirth, createSampleView, updateView } from './testing/samples.ts';

const NOW = 1_000_000;
const restart = (state: RowState, deadline = NOW + 1) =>
  createSampleView({ session: 'zero' }, [{ id: 'r', kind: 'restart', state, deadline }]);

test.each(['accepted', 'running'] as const)(
  'reports a restart as running when the device sends %s',
  (state) => {
    const outcome = handleCommandReport(
      restart('sent'),
      { cid: 'r', state, percent: 40, step: 'Stopping' },
      NOW,
    );
    expect(outcome.work).toMatchObject([{ state: 'running', percent: 40, detail: 'Stopping' }]);
    expect(outcome.device).toEqual({ state: 8, stateAt: NOW });
  },
);

test('completes a restart when the device reports the command as done', () => {
  const view = createSampleView({ state: 8 }, [{ id: 'r', kind: 'restart', state: 'running' }]);
  const outcome = handleCommandReport(view, { cid: 'r', state: 'done' }, NOW);
  expect(outcome.work).toMatchObject([{ state: 'done', percent: 100 }]);
  expect(outcome.device).toEqual({ state: 1, stateAt: NOW });
});

test('does not complete an upgrade by a report', () => {
  const view = createSampleView({}, [{ id: 'u', kind: 'upgrade', state: 'sent' }]);
  const outcome = handleCommandReport(view, { cid: 'u', state: 'done' }, NOW);
  expect(outcome.work).toMatchObject([{ state: 'running' }]);
});

test('keeps the earlier progress when a report contains none', () => {
  const view = createSampleView({ state: 8 }, [
    { id: 'r', kind: 'restart', state: 'running', percent: 40, detail: 'Stopping' },
  ]);
  const outcome = handleCommandReport(view, { cid: 'r', state: 'running' }, NOW);
  expect(outcome.work).toMatchObject([{ percent: 40, detail: 'Stopping' }]);
  expect(outcome.device).toBeUndefined();
});

test('returns a device to online after a failed restart, with the reported reason', () => {
  const view = createSampleView({ state: 8 }, [{ id: 'r', kind: 'restart', state: 'running' }]);
  const failed = { cid: 'r', state: 'failed', code: 5, result: { reason: 'Busy.' } } as const;
  const outcome = handleCommandReport(view, failed, NOW);
  expect(outcome.work).toMatchObject([{ state: 'failed', detail: 'Busy.', code: 5 }]);
  expect(outcome.device).toEqual({ state: 1, stateAt: NOW });
  const silent = handleCommandReport(view, { cid: 'r', state: 'failed' }, NOW);
  expect(silent.work).toMatchObject([{ detail: 'The device could not run the command.' }]);
});

test('ignores reports about unknown and finished commands', () => {
  expect(handleCommandReport(restart('sent'), { cid: 'other', state: 'done' }, NOW)).toEqual({});
  expect(handleCommandReport(restart('done'), { cid: 'r', state: 'failed' }, NOW)).toEqual({});
});

test.each([
  ['restart', 'sent', 'done'],
  ['restart', 'running', 'done'],
  ['restart', 'queued', undefined],
  ['reconnect', 'running', undefined],
  ['power', 'running', undefined],
  ['upgrade', 'running', undefined],
  ['reset', 'running', undefined],
] as const)(
  'decides at a birth with the boot reason %s whether a restart in the state %s is completed',
  (reason, state, next) => {
    const { work } = restart(state);
    expect(completeAfterBirth(work, { bootReason: reason, sw: '1.0.0' })[0]?.state).toBe(next);
    const finished = handleBirth({ ...restart(state) }, createSampleBirth({ bootReason: reason }), NOW);
    expect(finished.work?.find((row) => row.state === 'done')?.id).toBe(next && 'r');
    expect(finished.device?.state).toBe(1);
  },
);

test('keeps a command open when the birth names another command', () => {
  const { work } = restart('sent');
  const born = (bootCommand: string) =>
    completeAfterBirth(work, { bootReason: 'restart', bootCommand, sw: '1' });
  expect(born('an earlier one')).toEqual([]);
  expect(born('r')).toMatchObject([{ id: 'r', state: 'done' }]);
});

test('does not complete a command when the birth after which it was sent is repeated', () => {
  const birth = createSampleBirth({ bootReason: 'restart' });
  const first = handleBirth(restart('queued'), birth, NOW);
  expect(first.work).toMatchObject([{ state: 'sent' }]);
  const again = handleBirth(updateView(restart('queued'), first), birth, NOW);
  expect(again.work).toMatchObject([{ state: 'sent' }]);
});

test('completes one restart per boot of the device, even if the birth is repeated', () => {
  const restarted = (boot: string, session: string) =>
    createSampleBirth({ bootReason: 'restart', boot, session });
  const known = { ...restart('running'), device: { ...restart('running').device, boot: 'a' } };
  expect(handleBirth(known, restarted('b', 'two'), NOW)).toMatchObject({
    device: { boot: 'b' },
    work: [{ id: 'r', state: 'done' }],
  });
  // The device did not receive the acknowledgement, the user queues another restart, and the device repeats
  // the birth in a new session.
  const again = { ...known, device: { ...known.device, boot: 'b', session: 'two' } };
  const repeated = handleBirth(again, restarted('b', 'three'), NOW);
  expect(repeated.work?.filter(({ state }) => state === 'done')).toEqual([]);
  expect(handleBirth(updateView(again, repeated), restarted('c', 'four'), NOW).work).toMatchObject([
    { id: 'r', state: 'done' },
  ]);
});

test('takes an unknown boot id as a new boot, and relies on the boot reason if the birth has no boot id', () => {
  const done = (boot: string | undefined, birth: object) =>
    handleBirth(
      { ...restart('sent'), device: { ...restart('sent').device, boot } },
      createSampleBirth({ bootReason: 'restart', session: 'two', ...birth }),
      NOW,
    );
  expect(done(undefined, { boot: 'a' }).work?.[0]?.state).toBe('done');
  expect(done('a', {})).toMatchObject({ device: { boot: 'a' }, work: [{ state: 'done' }] });
});

test.each(['queued', 'sent', 'running'] as const)(
  'expires a command that is %s past its deadline',
  (state) => {
    expect(expireCommands(restart(state), NOW)).toEqual({});
    expect(expireCommands(restart(state), NOW + 1)).toMatchObject({
      work: [{ state: 'expired' }],
      device: {},
      alarms: [],
    });
  },
);

test('ends the restarting state at the deadline: a connected device is online, a disconnected device is offline with an alarm', () => {
  const work = [{ kind: 'restart' as const, state: 'running' as const, deadline: NOW }];
  expect(expireCommands(createSampleView({ state: 8 }, work), NOW)).toMatchObject({
    device: { state: 1 },
    alarms: [],
  });
  expect(expireCommands(createSampleView({ state: 8, session: undefined }, work), NOW)).toMatchObject({
    device: { state: 0, stateAt: NOW },
    alarms: [{ kind: 'device-offline', change: 'raise' }],
  });
  expect(expireCommands(createSampleView({ state: 7 }, work), NOW).device).toEqual({});
  expect(expireCommands(createSampleView({}, [{ rev: 1 }]), NOW + 1e12)).toEqual({});
});
