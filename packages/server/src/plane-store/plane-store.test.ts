import { testDeviceStore } from '@northlight/device-plane/testing';
import { SteppedClock, SystemEntropy } from '@northlight/runtime';
import { pino } from 'pino';
import { inject } from 'vitest';
import { MIGRATIONS } from '../schema.ts';
import { openDatabase } from '../platform/db/database.ts';
import { applyMigrations } from '../platform/db/migrate.ts';
import { Telemetry } from '../telemetry/index.ts';
import { createTestDatabase } from '../testing/index.ts';
import { PostgresStoreWorld } from './testing/postgres-store-world.ts';

testDeviceStore('PostgreSQL', async () => {
  await using building = new AsyncDisposableStack();
  const database = building.use(await createTestDatabase(inject('databaseUrl')));
  const db = openDatabase(database.url, () => undefined);
  building.defer(() => db.destroy());
  await applyMigrations(db, MIGRATIONS);
  const telemetry = building.use(
    new Telemetry({
      db,
      databaseUrl: database.url,
      clock: new SteppedClock(),
      log: pino({ level: 'silent' }),
    }),
  );
  const disposal = building.move();
  return Object.assign(new PostgresStoreWorld(db, new SystemEntropy(), telemetry), {
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  });
});
