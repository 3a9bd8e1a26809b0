import { LIVE_ROWS_MAX } from '@northlight/contract';
import { SteppedClock, SystemEntropy } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { LiveHub } from './hub.ts';

function listen(hub: LiveHub, project: number, account = 'anna'): string[] {
  const heard: string[] = [];
  hub.subscribe({
    hears: ({ change: { projectId }, accountId }) =>
      (projectId === undefined || projectId === project) &&
      (accountId === undefined || accountId === account),
    reset: () => heard.push('reset'),
    deliver: ({ change }) => heard.push(`${change.resource}/${change.projectId ?? ''}`),
  });
  return heard;
}

test('the first change leaves at once, further ones within a second leave as one', async () => {
  const clock = new SteppedClock();
  const hub = new LiveHub(clock, new SystemEntropy());
  const heard = listen(hub, 1);
  for (let count = 0; count < 5; count++) hub.changed('devices', { projectId: 1 });
  expect(heard).toEqual(['devices/1']);
  await clock.advance(1000);
  expect(heard).toEqual(['devices/1', 'devices/1']);
  await clock.advance(5000);
  expect(heard).toHaveLength(2);
});

test('a page hears nothing of another project', () => {
  const hub = new LiveHub(new SteppedClock(), new SystemEntropy());
  const heard = listen(hub, 1);
  hub.changed('devices', { projectId: 2 });
  expect(heard).toEqual([]);
});

test('what belongs to one account is heard by its pages alone', () => {
  const hub = new LiveHub(new SteppedClock(), new SystemEntropy());
  const own = listen(hub, 1);
  const other = listen(hub, 1, 'ben');
  hub.changed('waitingDevices', { accountId: 'anna' });
  expect(own).toEqual(['waitingDevices/']);
  expect(other).toEqual([]);
});

test('a cut stream goes on where it was; an unknown id has to start over', () => {
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

test('after missed messages every page starts over, and an id from before cannot be resumed', () => {
  const hub = new LiveHub(new SteppedClock(), new SystemEntropy());
  const heard = listen(hub, 1);
  hub.changed('devices', { projectId: 1 });
  const before = hub.lastId;
  hub.reset();
  expect(heard).toEqual(['devices/1', 'reset']);
  expect(hub.since(before)).toBeUndefined();
  expect(hub.since(hub.lastId)).toEqual([]);
});

const ROWS = { list: { needs: 'read', access: ['web'] } } as const;
const rowsIn = (texts: readonly (string | undefined)[]) =>
  texts.map((text) => text && (JSON.parse(text.split('data: ')[1] ?? '') as { rows: { id: string }[] }).rows);

/** A hub whose devices travel along, and what its one page heard with them. */
function withRows(clock: SteppedClock, read: (ids: readonly string[]) => { id: string }[]) {
  const hub = new LiveHub(clock, new SystemEntropy());
  const heard: (string | undefined)[] = [];
  const asked: (readonly string[])[] = [];
  hub.provideRows('devices', {
    ...ROWS,
    read: async (_projectId, ids) => {
      asked.push(ids);
      return read(ids);
    },
  });
  const listen = (project: number) =>
    hub.subscribe({
      hears: ({ change }) => change.projectId === project,
      reset: () => undefined,
      deliver: ({ textWithRows }) => heard.push(textWithRows),
    });
  return { hub, heard, asked, listen };
}
const asRows = (ids: readonly string[]) => ids.map((id) => ({ id }));

test('rows that changed travel along, those of one second together', async () => {
  const clock = new SteppedClock();
  const { asked, heard, hub, listen } = withRows(clock, asRows);
  listen(1);
  hub.changedRows('devices', 1, ['a']);
  hub.changedRows('devices', 1, ['b']);
  hub.changedRows('devices', 1, ['c', 'b']);
  await clock.advance(1000);
  expect(asked).toEqual([['a'], ['b', 'c']]);
  expect(rowsIn(heard)).toEqual([[{ id: 'a' }], [{ id: 'b' }, { id: 'c' }]]);
});

test('beside a change of more than rows, and of too many, the page is told to ask', async () => {
  const clock = new SteppedClock();
  const { heard, hub, listen } = withRows(clock, asRows);
  listen(1);
  hub.changed('devices', { projectId: 1 });
  hub.changedRows('devices', 1, ['a']);
  hub.changed('devices', { projectId: 1 });
  await clock.advance(1000);
  hub.changedRows('devices', 1, asMany(LIVE_ROWS_MAX + 1));
  await clock.advance(1000);
  expect(heard).toEqual([undefined, undefined, undefined]);
});
const asMany = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test('rows of two seconds come in their order, however long the database takes for the first', async () => {
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
  const heard: (string | undefined)[] = [];
  hub.subscribe({
    hears: () => true,
    reset: () => undefined,
    deliver: ({ textWithRows }) => heard.push(textWithRows),
  });
  hub.changedRows('devices', 1, ['a']);
  hub.changedRows('devices', 1, ['b']);
  await clock.advance(3000);
  expect(reads).toHaveLength(1);
  reads[0]?.resolve([{ id: 'a' }]);
  await clock.advance(0);
  reads[1]?.resolve([{ id: 'b' }]);
  await clock.advance(0);
  expect(rowsIn(heard)).toEqual([[{ id: 'a' }], [{ id: 'b' }]]);
});

test('rows that nobody looks at are not read, and those that cannot be read are asked for', async () => {
  const clock = new SteppedClock();
  const { asked, heard, hub, listen } = withRows(clock, () => {
    throw new Error('The database is away.');
  });
  hub.changedRows('devices', 2, ['a']);
  expect(asked).toEqual([]);
  listen(1);
  hub.changedRows('devices', 1, ['a']);
  await clock.advance(0);
  expect(heard).toEqual([undefined]);
});

test('a stream that goes on where it was cut is told to ask, not what the rows were then', async () => {
  const clock = new SteppedClock();
  const { hub, listen } = withRows(clock, asRows);
  listen(1);
  const before = hub.lastId;
  hub.changedRows('devices', 1, ['a']);
  await clock.advance(0);
  expect(hub.since(before)).toMatchObject([{ change: { resource: 'devices', projectId: 1 } }]);
  expect(hub.since(before)?.[0]?.textWithRows).toBeUndefined();
});
