import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSiteProblem } from '../site/create-problem.ts';
import type { SiteRadio } from '../site/site.ts';
import { createSpectrum } from '../spectrum.ts';
import { letRadiosRest, listRestingRadios, type PastChange } from './rest.ts';

const NOW = 1_000_000_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const change = (hoursAgo: number, cause: PastChange['cause'] = 'plan'): PastChange => ({
  radioId: 'ap1/r0',
  at: NOW - hoursAgo * HOUR,
  cause,
});

test.each<
  [
    string,
    PastChange[],
    ReturnType<typeof listRestingRadios> extends Map<string, infer R> ? R | undefined : never,
  ]
>([
  ['no change', [], undefined],
  ['a change of a minute ago', [change(1 / 60)], { reason: 'recent', until: NOW - HOUR / 60 + DAY }],
  ['a change by hand', [change(3, 'hand')], { reason: 'recent', until: NOW + 21 * HOUR }],
  ['a change of 24 h ago', [change(24)], undefined],
  ['a change that radar forced', [change(1, 'radar')], undefined],
  ['a change by plan and one by radar', [change(48), change(50, 'radar')], undefined],
  ['two changes in 7 days', [change(48), change(100)], { reason: 'frequent', until: NOW + 68 * HOUR }],
  ['two changes, one of 7 days ago', [change(48), change(168)], undefined],
  [
    'two changes, the newer one today',
    [change(1), change(160)],
    { reason: 'frequent', until: NOW + 23 * HOUR },
  ],
  ['three changes', [change(140), change(30), change(60)], { reason: 'frequent', until: NOW + 108 * HOUR }],
  ['a time that is no number', [change(Number.NaN)], undefined],
])('%s', (_, changes, rest) => expect(listRestingRadios(changes, NOW).get('ap1/r0')).toEqual(rest));

test('a radio that rests does so until the given time, without further changes', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.double({ min: 0, max: 200, noNaN: true }), fc.constantFrom('plan', 'hand', 'radar')),
        {
          maxLength: 5,
        },
      ),
      (drawn) => {
        const changes = drawn.map(([hours, cause]) => change(hours, cause));
        const rest = listRestingRadios(changes, NOW).get('ap1/r0');
        if (!rest) return;
        expect(rest.until).toBeGreaterThan(NOW);
        expect(listRestingRadios(changes, rest.until - 1).has('ap1/r0')).toBe(true);
        expect(listRestingRadios(changes, rest.until).has('ap1/r0')).toBe(false);
      },
    ),
  ));

test('a resting radio keeps its channel in a problem, unless it must leave it', () => {
  const spectrum = createSpectrum('2.4G', 1);
  const radio: SiteRadio = {
    id: 'ap1/r0',
    deviceId: 'ap1',
    bssids: [],
    spectrum,
    powerDbm: 20,
    choices: [1, 6].map((channel) => ({
      ...createSpectrum('2.4G', channel),
      checkSeconds: 0,
      radarEvents: 0,
    })),
    load: 0.2,
    clients: 0,
    isPinned: false,
  };
  const isPinned = (...radios: SiteRadio[]) =>
    createSiteProblem(
      { radios: letRadiosRest(radios, [change(1)], NOW), networks: [], channels: [] },
      NOW,
    ).radios.map((each) => each.isPinned ?? false);
  expect(isPinned(radio, { ...radio, id: 'ap2/r0' }, { ...radio, isPinned: true })).toEqual([
    true,
    false,
    true,
  ]);
  expect(isPinned({ ...radio, mustLeave: true })).toEqual([false]);
  expect(letRadiosRest([{ ...radio, isPinned: true }], [change(1)], NOW)[0]?.rest).toBeUndefined();
});
