import { SteppedClock } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { LiveHub } from './hub.ts';

function listen(hub: LiveHub, project: number, account = 'anna'): string[] {
  const heard: string[] = [];
  hub.subscribe({
    hears: ({ change: { projectId }, accountId }) =>
      (projectId === undefined || projectId === project) &&
      (accountId === undefined || accountId === account),
    deliver: ({ change }) => heard.push(`${change.resource}/${change.projectId ?? ''}`),
  });
  return heard;
}

test('the first change leaves at once, further ones within a second leave as one', async () => {
  const clock = new SteppedClock();
  const hub = new LiveHub(clock);
  const heard = listen(hub, 1);
  for (let count = 0; count < 5; count++) hub.changed('devices', 1);
  expect(heard).toEqual(['devices/1']);
  await clock.advance(1000);
  expect(heard).toEqual(['devices/1', 'devices/1']);
  await clock.advance(5000);
  expect(heard).toHaveLength(2);
});

test('a page hears nothing of another project', () => {
  const hub = new LiveHub(new SteppedClock());
  const heard = listen(hub, 1);
  hub.changed('devices', 2);
  expect(heard).toEqual([]);
});

test('what belongs to one account is heard by its pages alone', () => {
  const hub = new LiveHub(new SteppedClock());
  const own = listen(hub, 1);
  const other = listen(hub, 1, 'ben');
  hub.changed('waitingDevices', undefined, 'anna');
  expect(own).toEqual(['waitingDevices/']);
  expect(other).toEqual([]);
});

test('a cut stream goes on where it was; an unknown id has to start over', () => {
  const hub = new LiveHub(new SteppedClock());
  const before = hub.lastId;
  hub.changed('devices', 1);
  hub.changed('alarms', 1);
  expect(hub.since(before)?.map((event) => event.change.resource)).toEqual(['devices', 'alarms']);
  expect(hub.since(hub.lastId)).toEqual([]);
  expect(hub.since(12)).toBeUndefined();
  expect(hub.since(hub.lastId + 5)).toBeUndefined();
});
