import { LIVE_ROWS_MAX } from '@northlight/contract';
import { SteppedClock, SystemEntropy } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { LiveHub } from './hub.ts';

function listen(hub: LiveHub, project: number, account = 'anna'): string[] {
  const received: string[] = [];
  hub.subscribe({
    accepts: ({ change: { projectId }, accountId }) =>
      (projectId === undefined || projectId === project) &&
      (accountId === undefined || accountId === account),
    reset: () => received.push('reset'),
    deliver: ({ change }) => received.push(`${change.resource}/${change.projectId ?? ''}`),
  });
  return received;
}

test('sends the first change at once and combines the changes of the following second', async () => {
  const clock = new SteppedClock();
  const hub = new LiveHub(clock, new SystemEntropy());
  const received = listen(hub, 1);
  for (let count = 0; count < 5; count++) hub.changed('devices', { projectId: 1 });
  expect(received).toEqual(['devices/1']);
  await clock.advance(1000);
  expect(received).toEqual(['devices/1', 'devices/1']);
  await clock.advance(5000);
  expect(received).toHaveLength(2);
});

test('sends a page no changes of another project', () => {
  const hub = new LiveHub(new SteppedClock(), new SystemEntropy());
  const received = listen(hub, 1);
  hub.changed('devices', { projectId: 2 });
  expect(received).toEqual([]);
});

test('sends changes of an account only to its pages', () => {
  const hub = new LiveHub(new SteppedClock(), new SystemEntropy());
  const own = listen(hub, 1);
  const other = listen(hub, 1, 'ben');
  hub.changed('waitingDevices', { accountId: 'anna' });
  expect(own).toEqual(['waitingDevices/']);
  expect(other).toEqual([]);
});

test('resumes after a known event id and rejects an unknown id', () => {
  const hub = new LiveHub(new SteppedClock(), new SystemEntropy());
  const before = hub.lastId;
  hub.changed('devices', { projectId: 1 });
  hub.changed('alarms', { projectId: 1 });
  expect(hub.since(before)?.map((event) => event.change.resource)).toEqual(['devices', 'alarms']);
  expect(hub.since(hub.lastId)).toEqual([]);
  const [name] = before.split('.');
  const foreign = new LiveHub(new SteppedClock(), new SystemEntropy()).lastId;
  for (const id of ['12', '', foreign, `${name}.7`, `${name}.`, `${name}.-1`, `${name}.x`])
    expect(hub.since(id), id).toBeUndefined();
});

test('resets every page after missed messages, and rejects earlier event ids', () => {
  const hub = new LiveHub(new SteppedClock(), new SystemEntropy());
  const received = listen(hub, 1);
  hub.changed('devices', { projectId: 1 });
  const before = hub.lastId;
  hub.reset();
  expect(received).toEqual(['devices/1', 'reset']);
  expect(hub.since(before)).toBeUndefined();
  expect(hub.since(hub.lastId)).toEqual([]);
});

const ROWS = { list: { needs: 'read', access: ['web'] } } as const;
const rowsIn = (texts: readonly (string | undefined)[]) =>
  texts.map((text) => text && (JSON.parse(text.split('data: ')[1] ?? '') as { rows: { id: string }[] }).rows);

/** Returns a hub that sends device rows with events, and the events that its page received. */
function withRows(clock: SteppedClock, read: (ids: readonly string[]) => { id: string }[]) {
  const hub = new LiveHub(clock, new SystemEntropy());
  const received: (string | undefined)[] = [];
  const reads: (readonly string[])[] = [];
  hub.provideRows('devices', {
    ...ROWS,
    read: async (_projectId, ids) => {
      reads.push(ids);
      return read(ids);
    },
  });
  const listen = (project: number) =>
    hub.subscribe({
      accepts: ({ change }) => change.projectId === project,
      reset: () => undefined,
      deliver: ({ textWithRows }) => received.push(textWithRows),
    });
  return { hub, received, reads, listen };
}
const asRows = (ids: readonly string[]) => ids.map((id) => ({ id }));

test('sends changed rows with the event, combined per second', async () => {
  const clock = new SteppedClock();
  const { reads, received, hub, listen } = withRows(clock, asRows);
  listen(1);
  hub.changedRows('devices', 1, ['a']);
  hub.changedRows('devices', 1, ['b']);
  hub.changedRows('devices', 1, ['c', 'b']);
  await clock.advance(1000);
  expect(reads).toEqual([['a'], ['b', 'c']]);
  expect(rowsIn(received)).toEqual([[{ id: 'a' }], [{ id: 'b' }, { id: 'c' }]]);
});

test('sends no rows when other data changed too or the rows exceed the limit', async () => {
  const clock = new SteppedClock();
  const { received, hub, listen } = withRows(clock, asRows);
  listen(1);
  hub.changed('devices', { projectId: 1 });
  hub.changedRows('devices', 1, ['a']);
  hub.changed('devices', { projectId: 1 });
  await clock.advance(1000);
  hub.changedRows('devices', 1, asMany(LIVE_ROWS_MAX + 1));
  await clock.advance(1000);
  expect(received).toEqual([undefined, undefined, undefined]);
});
const asMany = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test('keeps the order of rows when the database is slow', async () => {
  const clock = new SteppedClock();
  const hub = new LiveHub(clock, new SystemEntropy());
  const reads: PromiseWithResolvers<{ id: string }[]>[] = [];
  hub.provideRows('devices', {
    ...ROWS,
    read: () => {
      const read = Promise.withResolvers<{ id: string }[]>();
      reads.push(read);
      return read.promise;
    },
  });
  const received: (string | undefined)[] = [];
  hub.subscribe({
    accepts: () => true,
    reset: () => undefined,
    deliver: ({ textWithRows }) => received.push(textWithRows),
  });
  hub.changedRows('devices', 1, ['a']);
  hub.changedRows('devices', 1, ['b']);
  await clock.advance(3000);
  expect(reads).toHaveLength(1);
  reads[0]?.resolve([{ id: 'a' }]);
  await clock.advance(0);
  reads[1]?.resolve([{ id: 'b' }]);
  await clock.advance(0);
  expect(rowsIn(received)).toEqual([[{ id: 'a' }], [{ id: 'b' }]]);
});

test('reads no rows without a subscriber and sends an event without rows when reading fails', async () => {
  const clock = new SteppedClock();
  const { reads, received, hub, listen } = withRows(clock, () => {
    throw new Error('The database is unavailable.');
  });
  hub.changedRows('devices', 2, ['a']);
  expect(reads).toEqual([]);
  listen(1);
  hub.changedRows('devices', 1, ['a']);
  await clock.advance(0);
  expect(received).toEqual([undefined]);
});

test('resumes a stream without the rows of missed events', async () => {
  const clock = new SteppedClock();
  const { hub, listen } = withRows(clock, asRows);
  listen(1);
  const before = hub.lastId;
  hub.changedRows('devices', 1, ['a']);
  await clock.advance(0);
  expect(hub.since(before)).toMatchObject([{ change: { resource: 'devices', projectId: 1 } }]);
  expect(hub.since(before)?.[0]?.textWithRows).toBeUndefined();
});
