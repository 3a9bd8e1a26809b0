import { SteppedClock } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { INT32_MAX } from './emit/schema.ts';
import { AP_FRAME_BYTES } from './frames.ts';
import { METHOD_DEADLINES_MS, RpcClient } from './rpc-client.ts';

function client(firstId = 1, compressed = false) {
  const clock = new SteppedClock();
  const sent: string[] = [];
  const rpc = new RpcClient(
    clock,
    (frame) => sent.push(frame),
    { frameBytes: AP_FRAME_BYTES, compressed },
    firstId,
  );
  return { clock, rpc, ids: () => sent.map((frame) => (JSON.parse(frame) as { id: number }).id), sent };
}

test('wraps ids at 32 bits to 1 and skips ids of pending calls', () => {
  const { ids, rpc } = client(INT32_MAX - 1);
  for (let count = 0; count < 3; count++) void rpc.call('leds', {});
  expect(ids()).toEqual([INT32_MAX - 1, INT32_MAX, 1]);
});

test('completes a call with its own answer and ignores late, repeated and unknown answers', async () => {
  const { clock, rpc } = client();
  const first = rpc.call('leds', {});
  const second = rpc.call('leds', {});
  rpc.receiveAnswer(7, { status: { error: 0 } }, undefined);
  rpc.receiveAnswer(2, { status: { error: 0, text: 'fine' } }, undefined);
  rpc.receiveAnswer(2, { status: { error: 2 } }, undefined);
  expect(await second).toMatchObject({ kind: 'answered', answer: { error: 0, text: 'fine' } });
  await clock.advance(METHOD_DEADLINES_MS.leds);
  expect(await first).toEqual({ kind: 'timeout' });
  rpc.receiveAnswer(1, { status: { error: 0 } }, undefined);
  expect(clock.pendingTimers).toBe(0);
});

test('applies a deadline per method and resolves a call of rrm without an answer', async () => {
  const { clock, rpc, sent } = client();
  expect(await rpc.call('rrm', { actions: [] })).toEqual({ kind: 'closed' });
  expect(sent).toHaveLength(1);
  const quick = rpc.call('reboot', {});
  const slow = rpc.call('configure', {});
  await clock.advance(METHOD_DEADLINES_MS.reboot);
  expect(await quick).toEqual({ kind: 'timeout' });
  rpc.receiveAnswer(3, { status: { error: 0 } }, undefined);
  expect(await slow).toMatchObject({ kind: 'answered' });
});

test('treats an error and an answer without a status as a refusal', async () => {
  const { rpc } = client();
  const calls = [rpc.call('leds', {}), rpc.call('leds', {}), rpc.call('leds', {})];
  rpc.receiveAnswer(1, undefined, { code: -32_601, message: 'no such method' });
  rpc.receiveAnswer(2, {}, undefined);
  rpc.receiveAnswer(3, { status: { error: 'none' } }, undefined);
  const answers = await Promise.all(calls);
  expect(answers).toMatchObject([
    { answer: { error: 2, text: 'no such method' } },
    { answer: { error: 2 } },
    { answer: { error: 2 } },
  ]);
});

test('sends no call above the frame limit and ends pending calls on close', async () => {
  const { rpc, sent } = client();
  expect(await rpc.call('configure', { text: 'x'.repeat(AP_FRAME_BYTES) })).toEqual({ kind: 'too-large' });
  const waiting = rpc.call('leds', {});
  rpc.close();
  expect(await waiting).toEqual({ kind: 'closed' });
  expect(await rpc.call('leds', {})).toEqual({ kind: 'closed' });
  expect(sent).toHaveLength(1);
});
