import { DAY_MS, HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { expect, it } from 'vitest';
import { DAY_OF_CHANGES } from './testing/day-of-changes.ts';
import { startReportedOffice } from './testing/reported-office.ts';
import { compareWithWiring, FOLLOWS_MS } from './testing/wired-office.ts';

const DISTANCE_MS = Math.floor(DAY_MS / DAY_OF_CHANGES.length / MINUTE_MS) * MINUTE_MS;

it.each([1, 2, 3])(
  'infers the wiring of office %i in each minute from 2 min after each of 40 changes in a day',
  { tags: ['proof'], timeout: HOUR_MS },
  async (seed) => {
    await using world = startReportedOffice(seed);
    const faults: string[] = [];
    const passMinutes = async (title: string): Promise<void> => {
      for (let passed = MINUTE_MS; passed <= DISTANCE_MS; passed += MINUTE_MS) {
        await world.pass(MINUTE_MS);
        const graph = world.infer();
        if (passed < FOLLOWS_MS) continue;
        const differences = compareWithWiring(world.listTrueLinks(), graph);
        if (differences.length > 0)
          faults.push(`${title}, ${passed / MINUTE_MS} min: ${differences.join('; ')}`);
      }
    };
    await passMinutes('the beginning');
    expect(world.listTrueLinks().length).toBeGreaterThan(20);
    for (const { make, title } of DAY_OF_CHANGES) {
      await make(world.office);
      await passMinutes(title);
    }
    expect(faults).toEqual([]);
  },
);
