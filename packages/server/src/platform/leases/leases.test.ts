import { SteppedClock, SystemEntropy } from '@northlight/runtime';
import { pino } from 'pino';
import { expect, inject, test } from 'vitest';
import { createTestDatabase, pollUntil } from '../../testing/index.ts';
import { openDatabase } from '../db/database.ts';
import { type Lease, LEASE_MS, LEASE_RENEWAL_MS, LeaseLostError, Leases } from './leases.ts';

/** Returns a database and a function that starts processes, which log when they gain and lose a lease. */
async function world() {
  await using building = new AsyncDisposableStack();
  const database = building.use(await createTestDatabase(inject('databaseUrl')));
  const db = openDatabase(database.url, () => undefined);
  building.defer(() => db.destroy());
  const clock = new SteppedClock();
  const log: string[] = [];
  const process = async (name: string, leaseNames: readonly string[]) => {
    const services = { db, clock, entropy: new SystemEntropy(), log: pino({ level: 'silent' }) };
    const leases = new Leases(services);
    const held = new Map<string, Lease>();
    for (const leaseName of leaseNames)
      void leases.apply(leaseName, (lease) => {
        log.push(`${name} has ${leaseName}`);
        held.set(leaseName, lease);
        return {
          [Symbol.asyncDispose]: () => {
            log.push(`${name} ends ${leaseName}`);
            return Promise.resolve();
          },
        };
      });
    await leases.start();
    return { leases, held };
  };
  const ending = building.move();
  return { clock, db, log, process, [Symbol.asyncDispose]: () => ending.disposeAsync() };
}

/** Advances the clock by one renewal interval at a time until the condition holds. */
const renewedUntil = (clock: SteppedClock, condition: () => boolean): Promise<unknown> =>
  pollUntil(async () => {
    await clock.advance(LEASE_RENEWAL_MS);
    return condition();
  });

test('grants a lease to one process, and to the next one when the first stops', async () => {
  await using here = await world();
  const first = await here.process('first', ['packing', 'demo']);
  const second = await here.process('second', ['packing', 'demo']);
  await here.clock.advance(3 * LEASE_RENEWAL_MS);
  expect(here.log).toEqual(['first has packing', 'first has demo']);
  expect(await second.leases.hasOthers()).toBe(true);
  await first.leases[Symbol.asyncDispose]();
  expect(here.log.slice(2)).toEqual(['first ends demo', 'first ends packing']);
  expect(await second.leases.hasOthers()).toBe(false);
  await renewedUntil(here.clock, () => here.log.length === 6);
  expect(here.log.slice(4)).toEqual(['second has packing', 'second has demo']);
  await second.leases[Symbol.asyncDispose]();
});

test('takes the leases of a frozen process; the frozen process cannot commit under them and releases them later', async () => {
  await using here = await world();
  const frozen = await here.process('frozen', ['packing']);
  // The clock of the frozen process does not advance, so the process does nothing.
  const later = new SteppedClock(here.clock.now() + LEASE_MS + 1);
  const services = {
    db: here.db,
    clock: later,
    entropy: new SystemEntropy(),
    log: pino({ level: 'silent' }),
  };
  await using other = new Leases(services);
  void other.apply('packing', () => ({ [Symbol.asyncDispose]: () => Promise.resolve() }));
  await other.start();
  expect(other.isHeld('packing')).toBe(true);
  const late = here.db
    .transaction()
    .execute((tx) => frozen.held.get('packing')?.confirm(tx) ?? Promise.resolve());
  await expect(late).rejects.toThrow(LeaseLostError);
  await renewedUntil(here.clock, () => here.log.length === 2);
  expect(here.log).toEqual(['frozen has packing', 'frozen ends packing']);
  await frozen.leases[Symbol.asyncDispose]();
});

test('keeps the fencing number of an expired lease that no other process has taken', async () => {
  await using here = await world();
  const first = await here.process('first', ['packing']);
  await here.clock.advance(10 * LEASE_MS);
  await here.db.transaction().execute((tx) => first.held.get('packing')?.confirm(tx) ?? Promise.resolve());
  expect(here.log).toEqual(['first has packing']);
  await first.leases[Symbol.asyncDispose]();
});

test('increases the fencing number with every holder, although each holder released the lease', async () => {
  await using here = await world();
  const fences: (number | undefined)[] = [];
  for (const name of ['first', 'second', 'third']) {
    const { held, leases } = await here.process(name, ['packing']);
    fences.push(held.get('packing')?.fence);
    await leases[Symbol.asyncDispose]();
  }
  expect(fences).toEqual([1, 2, 3]);
});

test('delays the take-over of a lease until the transaction that confirmed it ends', async () => {
  await using here = await world();
  const first = await here.process('first', ['packing']);
  const confirmed = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const order: string[] = [];
  const work = here.db.transaction().execute(async (tx) => {
    await first.held.get('packing')?.confirm(tx);
    confirmed.resolve();
    await finish.promise;
    order.push('work');
  });
  await confirmed.promise;
  const later = new SteppedClock(here.clock.now() + LEASE_MS + 1);
  const services = {
    db: here.db,
    clock: later,
    entropy: new SystemEntropy(),
    log: pino({ level: 'silent' }),
  };
  const other = new Leases(services);
  void other.apply('packing', () => {
    order.push('taken');
    return { [Symbol.asyncDispose]: () => Promise.resolve() };
  });
  const taking = other.start();
  finish.resolve();
  await Promise.all([work, taking]);
  expect(order).toEqual(['work', 'taken']);
  await other[Symbol.asyncDispose]();
  await first.leases[Symbol.asyncDispose]();
});
