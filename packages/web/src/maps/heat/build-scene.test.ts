import { createEmptyPlan, DEFAULT_PLAN_SETTINGS } from '@northlight/contract';
import { expect, test } from 'vitest';
import { HALL_DEVICE } from '../testing/map-answers.ts';
import { listSources, type WhatIf } from './build-scene.ts';

const PLACE = { x: 5, y: 5, heightM: 2.8, azimuth: 0, mounting: 'ceiling' } as const;
const PLAN = { ...createEmptyPlan(DEFAULT_PLAN_SETTINGS), devices: [{ ...PLACE, deviceId: HALL_DEVICE.id }] };
const ROW = { proposed: { channel: 100, widthMhz: 40 }, power: { now: 20, proposed: 14, most: 20 } };
const PROPOSED = new Map([[`${HALL_DEVICE.id} radio1`, ROW]]);

test('lists no radio that a channel plan turns off', () => {
  const proposed = new Map([...PROPOSED].map(([id, row]) => [id, { ...row, turnsOff: true as const }]));
  const input = { band: 'ghz5', devices: [HALL_DEVICE], proposed, whatIf: new Map() } as const;
  expect(listSources(PLAN, input)).toEqual([]);
});

test.each<[string, WhatIf | undefined, object]>([
  ['a channel plan', undefined, { channel: 100, widthMhz: 40, powerDbm: 14, frequencyMhz: 5_500 }],
  ['a channel plan and a tried channel', { channel: 36 }, { channel: 36, widthMhz: 40, frequencyMhz: 5_180 }],
])('lists radios with %s', (_name, change, expected) => {
  const whatIf = new Map(change && [[HALL_DEVICE.id, change]]);
  const input = { band: 'ghz5', devices: [HALL_DEVICE], proposed: PROPOSED, whatIf } as const;
  expect(listSources(PLAN, input)).toMatchObject([expected]);
});
