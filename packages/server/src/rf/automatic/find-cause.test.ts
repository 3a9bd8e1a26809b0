import { MINUTE_MS } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { type Cause, findCause, type SiteFacts } from './find-cause.ts';

const NOW = 1_000_000_000_000;
const minutesAgo = (minutes: number): number => NOW - minutes * MINUTE_MS;
const device = (name: string) => ({ deviceId: name.toLowerCase(), deviceName: name });
const radar = (name: string, minutes: number, ...channels: number[]) => ({
  ...device(name),
  channels,
  at: minutesAgo(minutes),
});
const busy = (name: string, percent: number) => ({ ...device(name), channel: 6, percent });
const joined = (name: string, minutes: number, online: number | undefined) => ({
  ...device(name),
  joinedAt: minutesAgo(minutes),
  onlineSince: online === undefined ? undefined : minutesAgo(online),
});

test.each<[string, Partial<SiteFacts>, Cause | undefined]>([
  ['nothing', {}, undefined],
  [
    'radar',
    { radar: [radar('AP-1', 3, 100)] },
    { sentence: 'Radar on channel 100 at AP-1.', deviceIds: ['ap-1'] },
  ],
  [
    'radar on a wide channel at several access points',
    { radar: [radar('AP-1', 3, 52, 56), radar('AP-2', 2, 52, 56), radar('AP-1', 1, 100)] },
    { sentence: 'Radar on channels 52 to 56 at AP-1 and 1 more access point.', deviceIds: ['ap-1', 'ap-2'] },
  ],
  ['radar that the last run knew', { radar: [radar('AP-1', 62, 100)] }, undefined],
  [
    'radar that was reported after the last run had begun',
    { radar: [radar('AP-1', 61, 100)] },
    { sentence: 'Radar on channel 100 at AP-1.', deviceIds: ['ap-1'] },
  ],
  [
    'radar in a project without a run',
    { lastRunAt: undefined, radar: [radar('AP-1', 3, 100)] },
    { sentence: 'Radar on channel 100 at AP-1.', deviceIds: ['ap-1'] },
  ],
  [
    'a new access point',
    { devices: [joined('AP-1', 20, 10), joined('AP-2', 61, 60)] },
    { sentence: 'New access point: AP-1.', deviceIds: ['ap-1'] },
  ],
  ['a new access point that has just come online', { devices: [joined('AP-1', 20, 9)] }, undefined],
  ['a new access point that is offline', { devices: [joined('AP-1', 20, undefined)] }, undefined],
  [
    'a new access point in a project without a run',
    { lastRunAt: undefined, devices: [joined('AP-1', 20, 10)] },
    undefined,
  ],
  [
    'busy radios, the worst first',
    { busy: [busy('AP-1', 71), busy('AP-2', 84.7), busy('AP-3', 70)] },
    {
      sentence: 'Channel 6 was at least 84 % busy for 15 min at AP-2 and 2 more access points.',
      deviceIds: ['ap-2', 'ap-1', 'ap-3'],
    },
  ],
  [
    'all together: radar first',
    { busy: [busy('AP-1', 71)], devices: [joined('AP-2', 20, 10)], radar: [radar('AP-3', 3, 100)] },
    { sentence: 'Radar on channel 100 at AP-3.', deviceIds: ['ap-3'] },
  ],
  [
    'a new access point before busy radios',
    { busy: [busy('AP-1', 71)], devices: [joined('AP-2', 20, 10)] },
    { sentence: 'New access point: AP-2.', deviceIds: ['ap-2'] },
  ],
])('%s', (_, facts, cause) =>
  expect(
    findCause({ now: NOW, lastRunAt: minutesAgo(60), radar: [], busy: [], devices: [], ...facts }),
  ).toEqual(cause),
);
