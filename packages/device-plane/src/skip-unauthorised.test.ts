import { expect, it } from 'vitest';
import { skipUnauthorised } from './skip-unauthorised.ts';
import { onBirth } from './presence.ts';
import { sampleBirth, sampleDesired, sampleView } from './testing/samples.ts';

const revoked = true;
const desired = sampleDesired(3);
const bear = skipUnauthorised((view) => onBirth(view, sampleBirth({ session: 'two' }), 1_000));

it('drops a queued command before it is sent', () => {
  const outcome = bear(sampleView({}, [{ kind: 'restart', revoked }]));
  expect(outcome.work?.map(({ state }) => state)).toEqual(['skipped']);
  expect(outcome.send).toEqual([]);
});

it('keeps a configuration back that nobody may ask for, like a bad revision', () => {
  const outcome = bear(sampleView({ desired }, [{ rev: 3, revoked }]));
  expect(outcome.send).toEqual([]);
  expect(outcome.device).toMatchObject({ badRev: 3, state: 7 });
  expect(outcome.work?.[0]).toMatchObject({ state: 'skipped' });
});

it('goes on with the work of others', () => {
  const rows = [
    { id: 'a', kind: 'restart', revoked },
    { id: 'b', rev: 3 },
  ] as const;
  const outcome = bear(sampleView({ desired }, rows));
  expect(outcome.work?.map(({ id, state }) => [id, state])).toEqual([
    ['a', 'skipped'],
    ['b', 'sent'],
  ]);
  expect(outcome.send).toHaveLength(1);
});

it('leaves a later configuration alone when an earlier one is dropped', () => {
  const outcome = bear(
    sampleView({ desired }, [
      { id: 'a', rev: 2, revoked },
      { id: 'b', rev: 3 },
    ]),
  );
  expect(outcome.device?.badRev).toBeUndefined();
  expect(outcome.send).toHaveLength(1);
});
