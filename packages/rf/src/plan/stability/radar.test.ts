import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../../random.ts';
import { Assignment } from '../assignment.ts';
import { compileProblem } from '../problem.ts';
import { createSiteProblem, listOptions } from '../site/create-problem.ts';
import type { Site, SiteChoice, SiteRadio } from '../site/site.ts';
import { solve } from '../solve.ts';
import { computeSpectralOverlap, createSpectrum } from '../spectrum.ts';
import { listFallbacks } from './fallbacks.ts';
import { dropIdleChanges } from './idle-changes.ts';
import { applyRadar, findBanEnd, RADAR_BAN_MS, type RadarEvent } from './radar.ts';

const NOW = 1_000_000_000_000;
const DAY = 24 * 3_600_000;
const block = (...parts: number[]) => createSpectrum('5G', parts[0] ?? 36, parts);
const choice = (...parts: number[]): SiteChoice => ({
  ...block(...parts),
  checkSeconds: parts.some((part) => part >= 52) ? 60 : 0,
  radarEvents: 0,
});
const CHOICES = [
  choice(36),
  choice(52),
  choice(56),
  choice(100),
  choice(52, 56),
  choice(36, 40, 44, 48, 52, 56, 60, 64),
];
const createRadio = (rest: Partial<SiteRadio> = {}): SiteRadio => ({
  id: 'ap1/r0',
  deviceId: 'ap1',
  bssids: [],
  spectrum: block(36),
  powerDbm: 23,
  choices: CHOICES,
  load: 0.3,
  clients: 3,
  isPinned: false,
  ...rest,
});
const radar = (minutesAgo: number, ...channels: number[]): RadarEvent => ({
  radioId: 'ap1/r0',
  channels,
  at: NOW - minutesAgo * 60_000,
});
const nameChoices = (radio: SiteRadio | undefined) =>
  radio?.choices.map(({ channel, widthMhz }) => `${channel}/${widthMhz}`);
const ALL = nameChoices(createRadio());

test.each<[string, RadarEvent[], string[] | undefined]>([
  ['nothing without radar', [], ALL],
  ['the channel and wider ones around it', [radar(0, 52)], ['36/20', '56/20', '100/20']],
  [
    'only what is banned now',
    [radar(30, 52), radar(29.9, 100)],
    ['36/20', '52/20', '56/20', '52/40', '36/160'],
  ],
  ['channels that overlap with the block that was hit', [radar(5, 52, 56)], ['36/20', '100/20']],
  ['nothing for the radar of another device', [{ ...radar(0, 52), radioId: 'ap2/r0' }], ALL],
  ['nothing for radar without a channel', [radar(0), radar(0, Number.NaN)], ALL],
])('excludes %s', (_, events, choices) => {
  const radios = [createRadio(), createRadio({ id: 'ap2/r0', deviceId: 'ap2' })];
  const [first] = applyRadar(radios, events, NOW);
  expect(nameChoices(first)).toEqual(choices);
  expect(first?.mustLeave).toBeUndefined();
});

test('a ban concerns all radios of the device', () => {
  const radios = [
    createRadio(),
    createRadio({ id: 'ap1/r1' }),
    createRadio({ id: 'ap2/r0', deviceId: 'ap2' }),
  ];
  expect(applyRadar(radios, [radar(1, 100)], NOW).map(({ choices }) => choices.length)).toEqual([5, 5, 6]);
});

test('counts the radar of 30 days on each part of a channel', () => {
  const events = [radar(60, 52), radar(29 * 24 * 60, 56), radar(31 * 24 * 60, 56), radar(60, 52, 56)];
  const [radio] = applyRadar([createRadio()], events, NOW);
  expect(radio?.choices.map(({ radarEvents }) => radarEvents)).toEqual([0, 2, 2, 0, 3, 3]);
});

test.each([
  [block(52), NOW - 60_000 + RADAR_BAN_MS],
  [block(52, 56), NOW - 60_000 + RADAR_BAN_MS],
  [block(56), undefined],
  [block(100), undefined],
])('finds the end of the last ban on %o', (spectrum, end) =>
  expect(findBanEnd([radar(1, 52), radar(10, 52), radar(31, 100)], spectrum, NOW)).toBe(end),
);

test('a radio leaves a banned channel although it rests, and does not come back', () => {
  const [radio] = applyRadar(
    [createRadio({ spectrum: block(52), rest: { reason: 'recent', until: NOW + DAY } })],
    [radar(1, 52)],
    NOW,
  );
  expect(radio?.mustLeave).toBe(true);
  const problem = createSiteProblem({ radios: [radio ?? createRadio()], networks: [], channels: [] }, NOW);
  const compiled = compileProblem(problem);
  const { plan } = dropIdleChanges(
    compiled,
    solve(compiled, { measure: 'airtime', seed: 1, tries: 100 }).plan,
  );
  expect(problem.radios[0]?.options[plan[0] ?? -1]?.isNoChoice).toBeUndefined();
  const fallbacks = listFallbacks(problem, plan, 0);
  expect(fallbacks).not.toContain(problem.radios[0]?.present);
});

const createSite = (random: () => number): Site => ({
  radios: Array.from({ length: 4 }, (_, index) => {
    const choices = CHOICES.filter(() => random() < 0.6);
    return createRadio({
      id: `ap${index}/r0`,
      deviceId: `ap${index}`,
      bssids: [`02:00:00:00:0${index}:00`],
      spectrum: CHOICES[Math.floor(random() * CHOICES.length)] ?? block(36),
      choices,
      isPinned: random() < 0.2,
    });
  }),
  networks: Array.from({ length: 6 }, () => ({
    deviceId: `ap${Math.floor(random() * 4)}`,
    bssid: `02:00:00:00:0${Math.floor(random() * 4)}:00`,
    levelDbm: -50 - Math.floor(random() * 40),
    spectrum: block(36),
    at: NOW,
  })),
  channels: [],
});

test('fallbacks are all other choices: without a radar check first, those that overlap with the left one last', () =>
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = createRandom(seed);
      const site = createSite(random);
      const problem = createSiteProblem(site, NOW);
      const compiled = compileProblem(problem);
      const plan = compiled.present.map((_, radio) =>
        Math.floor(random() * (problem.radios[radio]?.options.length ?? 1)),
      );
      for (const [radio, { choices }] of site.radios.entries()) {
        const fallbacks = listFallbacks(problem, plan, radio);
        const others = [...choices.keys()].filter((index) => index !== plan[radio]);
        expect(fallbacks.toSorted((one, other) => one - other)).toEqual(others);
        const options = listOptions(site.radios[radio] ?? createRadio());
        const left = options[plan[radio] ?? 0]!;
        const ranks = fallbacks.map((index) => {
          if (options[index]?.checkSeconds === 0) return 0;
          return computeSpectralOverlap(options[index]!, left) > 0 ? 2 : 1;
        });
        expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
        const assignment = new Assignment(compiled, 'airtime', plan);
        for (const [place, index] of fallbacks.entries())
          if (place > 0 && ranks[place] === ranks[place - 1])
            expect(assignment.getChange(radio, index)).toBeGreaterThanOrEqual(
              assignment.getChange(radio, fallbacks[place - 1]!),
            );
      }
    }),
  ));

test('a radio of a plan that does not exist has no fallbacks', () =>
  expect(listFallbacks({ radios: [], contentions: [] }, new Int32Array(), 0)).toEqual([]));
