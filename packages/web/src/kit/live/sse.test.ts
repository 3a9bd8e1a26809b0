import { expect, it } from 'vitest';
import { createSseParser, type SseEvent } from './sse.ts';

function parsed(...pieces: string[]): SseEvent[] {
  const events: SseEvent[] = [];
  const take = createSseParser((event) => events.push(event));
  for (const piece of pieces) take(piece);
  return events;
}

it('reads events with names, ids and several lines of data', () => {
  expect(parsed('retry: 1000\n\n: a comment\nid: 7\nevent: change\ndata: {"a":\ndata: 1}\n\n')).toEqual([
    { name: 'change', data: '{"a":\n1}', id: '7' },
  ]);
  expect(parsed('data:x\n\nevent: heartbeat\ndata: {}\n\n')).toEqual([
    { name: 'message', data: 'x', id: undefined },
    { name: 'heartbeat', data: '{}', id: undefined },
  ]);
});

it('accepts any chunk boundaries and line endings', () => {
  const text = 'id: 1\r\nevent: change\r\ndata: one\r\n\r\nevent: reset\r\ndata: two\r\n\r\n';
  const whole = parsed(text);
  expect(whole.map(({ name, data, id }) => [name, data, id])).toEqual([
    ['change', 'one', '1'],
    ['reset', 'two', '1'],
  ]);
  expect(parsed(...Array.from(text))).toEqual(whole);
  expect(parsed('data: unfinished\n')).toEqual([]);
});
