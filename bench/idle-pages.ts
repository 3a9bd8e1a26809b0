/** Measures the database statements of idle open pages. */
import { setTimeout as wait } from 'node:timers/promises';
import { SystemClock, SystemEntropy } from '@northlight/runtime';
import { createProject } from '@northlight/server/testing';
import { sql } from 'kysely';
import { createPrincipalSession } from '../packages/server/src/testing/matrix/principal-session.ts';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';

const PAGES = 500;
const GOAL_PER_SECOND = 20;
/** Duration of the measurement: twice the interval at which every stream checks its permissions. */
const MEASURED_MS = 120_000;
const PAUSE_MS = 5_000;

/** Keeps 500 pages of 500 sessions open for 2 min without changes. */
export async function measureIdlePages(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const { id: projectId } = await createProject(world.browser);
  const abort = new AbortController();
  const { account } = await world.db
    .selectFrom('accounts')
    .select('id as account')
    .where('account', '=', world.account.account)
    .executeTakeFirstOrThrow();
  const without = await measureTransactionRate(world);
  for (let page = 0; page < PAGES; page++) await openPage(world, account, projectId, abort.signal);
  const rate = await measureTransactionRate(world);
  abort.abort();
  return [
    {
      id: 'pages',
      text: `${rate.toFixed(1)} transactions/s with ${PAGES} idle pages, ${without.toFixed(1)} with none`,
      goal: `≤ ${GOAL_PER_SECOND}/s`,
      reached: rate <= GOAL_PER_SECOND,
    },
  ];
}

async function openPage(
  { db, product }: BenchWorld,
  accountId: string,
  projectId: number,
  signal: AbortSignal,
): Promise<void> {
  const server = {
    address: product.address,
    cookieName: 'northlight',
    db,
    clock: new SystemClock(),
    entropy: new SystemEntropy(),
  };
  const { headers } = await createPrincipalSession(server, accountId);
  const response = await fetch(`${product.address}/api/v1/live?projectId=${projectId}`, { headers, signal });
  if (!response.ok) throw new Error(`A page was refused with ${response.status}.`);
  void response.text().catch(() => undefined);
}

async function measureTransactionRate({ db }: BenchWorld): Promise<number> {
  await wait(PAUSE_MS);
  const before = await countTransactions(db);
  await wait(MEASURED_MS);
  return ((await countTransactions(db)) - before) / (MEASURED_MS / 1000);
}

async function countTransactions(db: BenchWorld['db']): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (xact_commit + xact_rollback)::bigint as count
    from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}
