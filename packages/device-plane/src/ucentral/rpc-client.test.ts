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

test('ids stay within 32 bits, begin again at 1, and leave out those that are waited for', () => {
  const { ids, rpc } = client(INT32_MAX - 1);
  for (let count = 0; count < 3; count++) void rpc.call('leds', {});
  expect(ids()).toEqual([INT32_MAX - 1, INT32_MAX, 1]);
});

test('an answer settles its own call alone; one that comes late, twice, or to nobody changes nothing', async () => {
  const { clock, rpc } = client();
  const first = rpc.call('leds', {});
  const second = rpc.call('leds', {});
  rpc.receiveAnswer(7, { status: { error: 0 } }, undefined);
  rpc.receiveAnswer(2, { status: { error: 0, text: 'fine' } }, undefined);
  rpc.receiveAnswer(2, { status: { error: 2 } }, undefined);
  expect(await second).toMatchObject({ kind: 'answered', answer: { error: 0, text: 'fine' } });
  await clock.advance(METHOD_DEADLINES_MS.leds);
  expect(await first).toEqual({ kind: 'silent' });
  rpc.receiveAnswer(1, { status: { error: 0 } }, undefined);
  expect(clock.pendingTimers).toBe(0);
});

test('each method has its own deadline, and nobody waits for rrm', async () => {
  const { clock, rpc, sent } = client();
  expect(await rpc.call('rrm', { actions: [] })).toEqual({ kind: 'gone' });
  expect(sent).toHaveLength(1);
  const quick = rpc.call('reboot', {});
  const slow = rpc.call('configure', {});
  await clock.advance(METHOD_DEADLINES_MS.reboot);
  expect(await quick).toEqual({ kind: 'silent' });
  rpc.receiveAnswer(3, { status: { error: 0 } }, undefined);
  expect(await slow).toMatchObject({ kind: 'answered' });
});

test('an error, or an answer that does not say how it went, is no success', async () => {
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

test('what does not fit is not sent, and the end of the connection ends what is waited for', async () => {
  const { rpc, sent } = client();
  expect(await rpc.call('configure', { text: 'x'.repeat(AP_FRAME_BYTES) })).toEqual({ kind: 'too-large' });
  const waiting = rpc.call('leds', {});
  rpc.close();
  expect(await waiting).toEqual({ kind: 'gone' });
  expect(await rpc.call('leds', {})).toEqual({ kind: 'gone' });
  expect(sent).toHaveLength(1);
});
