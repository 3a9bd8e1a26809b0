import { expect, test } from 'vitest';
import { createInitialState } from './machine.ts';
import { FACTORY } from './saved-state.ts';
import { describeProgress } from './progress-log.ts';

test('reports an unreachable cloud after three attempts, and then about once an hour', () => {
  const start = createInitialState({ canHello: true, sn: 'NL0000000000000A' }, FACTORY);
  const reported = Array.from({ length: 130 }, (_, failures) => failures).filter(
    (failures) => describeProgress({ ...start, failures }, { ...start, failures: failures + 1 }).length > 0,
  );
  expect(reported.map((failures) => failures + 1)).toEqual([3, 60, 120]);
});
