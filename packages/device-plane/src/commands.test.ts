import { expect, test } from 'vitest';
import { completeByBirth, expire, onCommandReport } from './commands.ts';
import { onBirth } from './presence.ts';
import type { RowState } from './records.ts';
import { sampleBirth, sampleView, viewAfter } from './testing/samples.ts';

const NOW = 1_000_000;
const restart = (state: RowState, deadline = NOW + 1) =>
  sampleView({ session: 'zero' }, [{ id: 'r', kind: 'restart', state, deadline }]);

test.each(['accepted', 'running'] as const)('%s: a restart is under way', (state) => {
  const outcome = onCommandReport(restart('sent'), { cid: 'r', state, percent: 40, step: 'Stopping' }, NOW);
  expect(outcome.work).toMatchObject([{ state: 'running', percent: 40, detail: 'Stopping' }]);
  expect(outcome.device).toEqual({ state: 8, stateAt: NOW });
});

test('a device that died again before it introduced itself says by words that it has restarted', () => {
  const view = sampleView({ state: 8 }, [{ id: 'r', kind: 'restart', state: 'running' }]);
  const outcome = onCommandReport(view, { cid: 'r', state: 'done' }, NOW);
  expect(outcome.work).toMatchObject([{ state: 'done', percent: 100 }]);
  expect(outcome.device).toEqual({ state: 1, stateAt: NOW });
});

test('an upgrade is never done by words', () => {
  const view = sampleView({}, [{ id: 'u', kind: 'upgrade', state: 'sent' }]);
  const outcome = onCommandReport(view, { cid: 'u', state: 'done' }, NOW);
  expect(outcome.work).toMatchObject([{ state: 'running' }]);
});

test('progress without figures keeps the earlier ones', () => {
  const view = sampleView({ state: 8 }, [
    { id: 'r', kind: 'restart', state: 'running', percent: 40, detail: 'Stopping' },
  ]);
  const outcome = onCommandReport(view, { cid: 'r', state: 'running' }, NOW);
  expect(outcome.work).toMatchObject([{ percent: 40, detail: 'Stopping' }]);
  expect(outcome.device).toBeUndefined();
});

test('a failed restart gives the device back, with the reason it told', () => {
  const view = sampleView({ state: 8 }, [{ id: 'r', kind: 'restart', state: 'running' }]);
  const failed = { cid: 'r', state: 'failed', code: 5, result: { reason: 'Busy.' } } as const;
  const outcome = onCommandReport(view, failed, NOW);
  expect(outcome.work).toMatchObject([{ state: 'failed', detail: 'Busy.', code: 5 }]);
  expect(outcome.device).toEqual({ state: 1, stateAt: NOW });
  const silent = onCommandReport(view, { cid: 'r', state: 'failed' }, NOW);
  expect(silent.work).toMatchObject([{ detail: 'The device could not do it.' }]);
});

test('a word about an unknown or a finished command changes nothing', () => {
  expect(onCommandReport(restart('sent'), { cid: 'other', state: 'done' }, NOW)).toEqual({});
  expect(onCommandReport(restart('done'), { cid: 'r', state: 'failed' }, NOW)).toEqual({});
});

test.each([
  ['restart', 'sent', 'done'],
  ['restart', 'running', 'done'],
  ['restart', 'queued', undefined],
  ['reconnect', 'running', undefined],
  ['power', 'running', undefined],
  ['upgrade', 'running', undefined],
  ['reset', 'running', undefined],
] as const)('a birth with reason %s finds a restart %s: %s', (reason, state, next) => {
  const { work } = restart(state);
  expect(completeByBirth(work, { bootReason: reason, sw: '1.0.0' })[0]?.state).toBe(next);
  const finished = onBirth({ ...restart(state) }, sampleBirth({ bootReason: reason }), NOW);
  expect(finished.work?.find((row) => row.state === 'done')?.id).toBe(next && 'r');
  expect(finished.device?.state).toBe(1);
});

test('a start for another command leaves this one open', () => {
  const { work } = restart('sent');
  const born = (bootCommand: string) =>
    completeByBirth(work, { bootReason: 'restart', bootCommand, sw: '1' });
  expect(born('an earlier one')).toEqual([]);
  expect(born('r')).toMatchObject([{ id: 'r', state: 'done' }]);
});

test('a birth that arrives twice does not complete what it was sent the first time', () => {
  const birth = sampleBirth({ bootReason: 'restart' });
  const first = onBirth(restart('queued'), birth, NOW);
  expect(first.work).toMatchObject([{ state: 'sent' }]);
  const again = onBirth(viewAfter(restart('queued'), first), birth, NOW);
  expect(again.work).toMatchObject([{ state: 'sent' }]);
});

test('the birth of one start completes one restart, however often it is told', () => {
  const restarted = (boot: string, session: string) => sampleBirth({ bootReason: 'restart', boot, session });
  const known = { ...restart('running'), device: { ...restart('running').device, boot: 'a' } };
  expect(onBirth(known, restarted('b', 'two'), NOW)).toMatchObject({
    device: { boot: 'b' },
    work: [{ id: 'r', state: 'done' }],
  });
  // Its acknowledgement was lost, a fresh restart was asked for meanwhile, and it is told again under a new session.
  const again = { ...known, device: { ...known.device, boot: 'b', session: 'two' } };
  const told = onBirth(again, restarted('b', 'three'), NOW);
  expect(told.work?.filter(({ state }) => state === 'done')).toEqual([]);
  expect(onBirth(viewAfter(again, told), restarted('c', 'four'), NOW).work).toMatchObject([
    { id: 'r', state: 'done' },
  ]);
});

test('a start that was never told of is another one; without word of it the reason alone counts', () => {
  const done = (boot: string | undefined, birth: object) =>
    onBirth(
      { ...restart('sent'), device: { ...restart('sent').device, boot } },
      sampleBirth({ bootReason: 'restart', session: 'two', ...birth }),
      NOW,
    );
  expect(done(undefined, { boot: 'a' }).work?.[0]?.state).toBe('done');
  expect(done('a', {})).toMatchObject({ device: { boot: 'a' }, work: [{ state: 'done' }] });
});

test.each(['queued', 'sent', 'running'] as const)('%s past its deadline: expired', (state) => {
  expect(expire(restart(state), NOW)).toEqual({});
  expect(expire(restart(state), NOW + 1)).toMatchObject({
    work: [{ state: 'expired' }],
    device: {},
    alarms: [],
  });
});

test('expiry frees state 8: online when the device is there, else offline with an alarm', () => {
  const work = [{ kind: 'restart' as const, state: 'running' as const, deadline: NOW }];
  expect(expire(sampleView({ state: 8 }, work), NOW)).toMatchObject({ device: { state: 1 }, alarms: [] });
  expect(expire(sampleView({ state: 8, session: undefined }, work), NOW)).toMatchObject({
    device: { state: 0, stateAt: NOW },
    alarms: [{ kind: 'device-offline', change: 'raise' }],
  });
  expect(expire(sampleView({ state: 7 }, work), NOW).device).toEqual({});
  expect(expire(sampleView({}, [{ rev: 1 }]), NOW + 1e12)).toEqual({});
});
