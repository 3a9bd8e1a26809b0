import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import type { BaseDevice } from '../../devices/index.ts';
import {
  createProject,
  pollUntil,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';
import { createStatReport } from '../testing/history.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

async function claimed() {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model: 'NL-GW5' })) as [BaseDevice];
  const body = { sn: base.sn, claimCode: base.claimCode };
  const { id: deviceId } = await owner.call('deviceAdd', { params: { projectId }, body });
  return { projectId, deviceId };
}

/** Returns the number of statements that wait for a lock on the log. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where not granted and relation = 'telemetry_hot'::regclass
      and database = (select oid from pg_database where datname = current_database())`.execute(
    world.services.db,
  );
  return rows.length;
}

/** Asks for the lock under which partitions are dropped, as a packer does at the end of its transaction. */
async function lockLog() {
  const tx = await world.services.db.startTransaction().execute();
  return {
    locked: sql`lock table telemetry_hot in access exclusive mode`.execute(tx),
    /** Drops the partitions of all closed hours and releases the lock. Resolves to their number. */
    drop: async (): Promise<number> => {
      const closed = await tx
        .deleteFrom('telemetry_partitions')
        .where('parent', '=', 'telemetry_hot')
        .where('ends_at', '<=', new Date(world.clock.now()))
        .returning('name')
        .execute();
      for (const { name } of closed) await sql`drop table ${sql.table(name)}`.execute(tx);
      await tx.commit().execute();
      return closed.length;
    },
  };
}

/**
 * Runs `write` while packers drop the partition of the closed hour before each of its attempts. Each packer
 * queues for the lock after the statement that creates the partition and before the statement that writes
 * into it.
 */
async function writeAmongPackers(write: () => Promise<unknown>): Promise<number> {
  let dropped = 0;
  let settled = false;
  let holder = await lockLog();
  await holder.locked;
  const writing = write().finally(() => (settled = true));
  // Prevents an unhandled rejection; the caller awaits the same promise.
  writing.catch(() => undefined);
  for (;;) {
    await pollUntil(async () => settled || (await waiting()) > 0);
    if (settled) break;
    const next = await lockLog();
    await pollUntil(async () => (await waiting()) > 1);
    dropped += await holder.drop();
    await next.locked;
    holder = next;
  }
  await holder.drop();
  await writing;
  return dropped;
}

test.each(['a batch of reports', 'a report in a transaction with something else'])(
  'stores %s although the partition of its hour is dropped before each write attempt',
  async (kind) => {
    const { telemetry } = world.services;
    const device = await claimed();
    const { deviceId, projectId } = device;
    const sampledAt = Math.floor(world.clock.now() / HOUR_MS) * HOUR_MS - 90 * MINUTE_MS;
    const report = createStatReport(device, sampledAt, { cpu: 37 });
    const write = (): Promise<unknown> =>
      kind === 'a batch of reports'
        ? telemetry.append([report])
        : telemetry.inTransaction(report, (tx) => tx.selectFrom('projects').select('id').execute());
    expect(await writeAmongPackers(write)).toBeGreaterThanOrEqual(2);
    const chart = async () => {
      const query = {
        devices: deviceId,
        metrics: 'cpu',
        from: new Date(sampledAt - 10 * MINUTE_MS).toISOString(),
        to: new Date(sampledAt + 10 * MINUTE_MS).toISOString(),
      };
      const { series } = await owner.call('deviceSeries', { params: { projectId }, query });
      return series[0]?.values;
    };
    const before = await chart();
    expect(before?.filter((value) => value !== null)).toEqual([37]);
    // Packing the hour of the report does not change the chart.
    await world.clock.advance(HOUR_MS + 3 * MINUTE_MS);
    await telemetry.catchUp();
    expect(await chart()).toEqual(before);
  },
);
