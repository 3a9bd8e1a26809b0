import { DAY_MS, HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { expect, it } from 'vitest';
import { DAY_OF_CHANGES } from './testing/day-of-changes.ts';
import { playChanges } from './testing/play-changes.ts';
import { startReportedOffice } from './testing/reported-office.ts';

const DISTANCE_MS = Math.floor(DAY_MS / DAY_OF_CHANGES.length / MINUTE_MS) * MINUTE_MS;

it.each([1, 2, 3])(
  'infers the wiring of office %i in each minute from 2 min after each of 40 changes in a day',
  { tags: ['proof'], timeout: HOUR_MS },
  async (seed) => {
    await using office = startReportedOffice(seed);
    expect(await playChanges(office, DAY_OF_CHANGES, DISTANCE_MS, office.infer)).toEqual([]);
    expect(office.listTrueLinks().length).toBeGreaterThan(20);
  },
);
