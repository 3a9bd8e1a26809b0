import { randomUUID } from 'node:crypto';
import { insertRows } from '../packages/server/src/platform/db/insert-rows.ts';
import { startBenchWorld } from './bench-world.ts';
import { type Figure, formatMilliseconds, computeQuantile } from './figure.ts';

const ACCOUNTS = 130;
const TRIES_EACH = 8;
const WARM_UP = 40;
const P_GOAL = 0.01;

interface Try {
  readonly known: boolean;
  readonly ms: number;
  /** Status, headers and body, without the parts that differ in every answer. */
  readonly answer: string;
}

async function tryOnce(address: string, account: string, known: boolean): Promise<Try> {
  const start = performance.now();
  const response = await fetch(`${address}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: 'not the password' }),
  });
  const body = await response.text();
  const ms = performance.now() - start;
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  const same = body.replace(/"requestId":"\w+"/, '');
  return { known, ms, answer: JSON.stringify([response.status, headers, same]) };
}

/** Returns the two-sided p of Mann and Whitney's U by the normal approximation, valid from twenty samples. */
function computeMannWhitneyP(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((ms) => ({ ms, first: true })), ...b.map((ms) => ({ ms, first: false }))].sort(
    (x, y) => x.ms - y.ms,
  );
  const rankSum = all.reduce((sum, { first }, index) => sum + (first ? index + 1 : 0), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * (1 - computeNormalDistribution(Math.abs(u - mean) / deviation));
}

/** Returns the cumulative normal distribution for z ≥ 0 (Abramowitz and Stegun 26.2.17). */
function computeNormalDistribution(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429].reduceRight(
    (sum, factor) => (sum + factor) * t,
    0,
  );
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

/** S7: compares wrong passwords of existing and of missing accounts, in random order. */
export async function measureEnumeration(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const names = Array.from({ length: ACCOUNTS }, () => `${randomUUID()}@example.com`);
  const { password_hash: hash } = await world.db
    .selectFrom('accounts')
    .select('password_hash')
    .executeTakeFirstOrThrow();
  const rows = names.map((account, index) => ({
    id: randomUUID(),
    account,
    nickname: 'Bench',
    role: 0,
    kind: 0,
    level: 0,
    password_hash: hash,
    cloud_code: `BENCH${index}`,
    disabled_at: null,
    created_at: new Date(),
    email: account,
  }));
  await insertRows(world.db, 'accounts', rows).execute();
  const order = names.flatMap((account) =>
    Array.from({ length: TRIES_EACH }, () => [
      { account, known: true },
      { account: `${account.slice(0, 36).split('').reverse().join('')}@example.com`, known: false },
    ]).flat(),
  );
  const shuffled = order
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
  const tries: Try[] = [];
  for (const { account, known } of shuffled) tries.push(await tryOnce(world.product.address, account, known));
  const counted = tries.slice(WARM_UP);
  const times = (known: boolean): number[] =>
    counted.filter((one) => one.known === known).map(({ ms }) => ms);
  const p = computeMannWhitneyP(times(true), times(false));
  const answers = new Set(counted.map(({ answer }) => answer)).size;
  return [
    {
      id: 'S7',
      text: `known ${formatMilliseconds(computeQuantile(times(true), 0.5))}, unknown ${formatMilliseconds(computeQuantile(times(false), 0.5))} (p50), Mann–Whitney p ${p.toFixed(3)} over ${counted.length} tries`,
      goal: `p > ${P_GOAL}`,
      reached: p > P_GOAL,
    },
    {
      id: 'S7',
      text: `${answers} kind of answer in status, headers and body`,
      goal: '1',
      reached: answers === 1,
    },
  ];
}
