import { deviceStoreSuite } from '@northlight/device-plane/testing';
import { SystemEntropy } from '@northlight/runtime';
import { inject } from 'vitest';
import { MIGRATIONS } from '../../migrations.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { createTestDatabase } from '../../testing/index.ts';
import { PostgresStoreWorld } from './testing/postgres-store-world.ts';

deviceStoreSuite('PostgreSQL', async () => {
  await using building = new AsyncDisposableStack();
  const database = building.use(await createTestDatabase(inject('databaseUrl')));
  const db = openDatabase(database.url, () => undefined);
  building.defer(() => db.destroy());
  await migrate(db, MIGRATIONS);
  const disposal = building.move();
  return Object.assign(new PostgresStoreWorld(db, new SystemEntropy()), {
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  });
});
