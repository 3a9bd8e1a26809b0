import { expect, test } from 'vitest';
import { listComponents } from './components.ts';
import { compileProblem, type PlanRadio, pin } from './problem.ts';
import { createSpectrum } from './spectrum.ts';

const option = (channel: number) => ({ ...createSpectrum('2.4G', channel), foreignBusy: 0, cost: 0 });
const radio: PlanRadio = { options: [option(1), option(6)], present: 0, load: 1 };
const site = compileProblem({
  radios: [radio, radio, radio, radio, { ...radio, options: [option(1)] }, radio],
  contentions: [
    [0, 1],
    [1, 2],
    [3, 4],
    [4, 5],
  ].map(([a = 0, b = 0]) => ({ a, b, atA: 1, atB: 1 })),
});

test('lists connected radios, the largest part first; a radio with one option connects none', () =>
  expect(listComponents(site).map((radios) => [...radios])).toEqual([[0, 1, 2], [3], [5]]));

test('a pinned radio connects none', () =>
  expect(listComponents(pin(site, [1])).map((radios) => [...radios])).toEqual([[0], [2], [3], [5]]));
