import { expect, it } from 'vitest';
import { skipUnauthorisedWork } from './skip-unauthorised-work.ts';
import { handleBirth } from './presence.ts';
import { createSampleBirth, createSampleDesired, createSampleView } from './testing/samples.ts';

const revoked = true;
const desired = createSampleDesired(3);
const stepBirth = skipUnauthorisedWork((view) =>
  handleBirth(view, createSampleBirth({ session: 'two' }), 1_000),
);

it('skips a queued command before it is sent', () => {
  const outcome = stepBirth(createSampleView({}, [{ kind: 'restart', revoked }]));
  expect(outcome.work?.map(({ state }) => state)).toEqual(['skipped']);
  expect(outcome.send).toEqual([]);
});

it('withholds a revoked configuration like a bad revision', () => {
  const outcome = stepBirth(createSampleView({ desired }, [{ rev: 3, revoked }]));
  expect(outcome.send).toEqual([]);
  expect(outcome.device).toMatchObject({ badRev: 3, state: 7 });
  expect(outcome.work?.[0]).toMatchObject({ state: 'skipped' });
});

it('sends the work of requesters who still have access', () => {
  const rows = [
    { id: 'a', kind: 'restart', revoked },
    { id: 'b', rev: 3 },
  ] as const;
  const outcome = stepBirth(createSampleView({ desired }, rows));
  expect(outcome.work?.map(({ id, state }) => [id, state])).toEqual([
    ['a', 'skipped'],
    ['b', 'sent'],
  ]);
  expect(outcome.send).toHaveLength(1);
});

it('sends a later configuration when an earlier one is skipped', () => {
  const outcome = stepBirth(
    createSampleView({ desired }, [
      { id: 'a', rev: 2, revoked },
      { id: 'b', rev: 3 },
    ]),
  );
  expect(outcome.device?.badRev).toBeUndefined();
  expect(outcome.send).toHaveLength(1);
});
