import { expect, test } from 'vitest';
import { createSiteProblem } from '../site/create-problem.ts';
import type { Site, SiteRadio } from '../site/site.ts';
import { createSpectrum } from '../spectrum.ts';
import { createPowerProblem } from './create-power-problem.ts';

const NOW = 1_000_000_000_000;
const [one, six] = [1, 6].map((channel) => createSpectrum('2.4G', channel));
const createRadio = (index: number, powerDbm: number): SiteRadio => ({
  id: `ap${index}/r0`,
  deviceId: `ap${index}`,
  bssids: [`02:00:00:00:0${index}:00`],
  spectrum: one!,
  powerDbm,
  choices: [one!, six!].map((each) => ({ ...each, checkSeconds: 0, radarEvents: 0 })),
  load: 0.4,
  clients: 0,
  isPinned: false,
});
const site: Site = {
  radios: [createRadio(1, 20), createRadio(2, Number.NaN)],
  networks: [
    { deviceId: 'ap1', bssid: '02:00:00:00:02:00', levelDbm: -60, spectrum: one!, at: NOW },
    { deviceId: 'ap1', bssid: 'aa:00:00:00:00:10', levelDbm: -50, spectrum: six!, load: 0.3, at: NOW },
  ],
  channels: [],
};

test('takes channels, loads, foreign airtime and losses from the site', () => {
  const places = [{ levels: [{ radio: 0, levelDbm: -50 }] }];
  const problem = createSiteProblem(site, NOW);
  const ranges = new Map([['ap1/r0', { mostDbm: 20, steps: [8, 20] }]]);
  expect(createPowerProblem(site, problem, { now: NOW, places, ranges })).toMatchObject({
    radios: [
      { spectrum: one, powerDbm: 20, steps: [8, 20], load: 0.4, foreignBusy: 0 },
      { spectrum: one, powerDbm: 20, steps: [] },
    ],
    losses: [{ a: 0, b: 1, lossDb: 80 }],
    places,
  });
  const planned = createPowerProblem(site, problem, {
    now: NOW,
    places,
    ranges,
    plan: Int32Array.from([1, 0]),
  });
  expect(planned.radios[0]).toMatchObject({ spectrum: six });
  expect(planned.radios[0]?.foreignBusy).toBeGreaterThan(0.29);
});

test('starts from the power without a plan, and leaves out radios that are off', () => {
  const places = [
    {
      levels: [
        { radio: 0, levelDbm: -70 },
        { radio: 1, levelDbm: -60 },
      ],
    },
  ];
  const ranges = new Map(['ap1/r0', 'ap2/r0'].map((id) => [id, { mostDbm: 23, steps: [8, 20] }]));
  const options = { now: NOW, places, ranges, loads: [0.5, 0] };
  expect(createPowerProblem(site, createSiteProblem(site, NOW), options)).toMatchObject({
    radios: [
      { powerDbm: 23, steps: [8, 20], load: 0.5 },
      { powerDbm: 23, steps: [], load: 0 },
    ],
    places: [{ levels: [{ radio: 0, levelDbm: -67 }] }],
  });
});

test('refuses a plan of another site', () => {
  const problem = createSiteProblem(site, NOW);
  const options = { now: NOW, places: [], ranges: new Map() };
  expect(() => createPowerProblem({ ...site, radios: [] }, problem, options)).toThrow(RangeError);
  expect(() => createPowerProblem(site, problem, { ...options, plan: Int32Array.from([7, 7]) })).toThrow(
    RangeError,
  );
});
