import { setTimeout as wait } from 'node:timers/promises';
import { startBenchWorld } from './bench-world.ts';
import { type Figure, formatMilliseconds, computeQuantile } from './figure.ts';

const PER_SECOND = 200;
const SECONDS = 20;
const ACCOUNTS = 20;
const OTHERS_PAUSE_MS = 20;
const MAX_RATIO = 2;
const MAX_MORE_MS = 20;
const BUSY = 503;
const REFUSAL_GOAL_MS = 50;

/** Returns the durations of another account's requests while `running` is true. */
async function measureOtherRequests(ask: () => Promise<unknown>, running: () => boolean): Promise<number[]> {
  const samples: number[] = [];
  while (running()) {
    const start = performance.now();
    await ask();
    samples.push(performance.now() - start);
    await wait(OTHERS_PAUSE_MS);
  }
  return samples;
}

/** S15: sends 200 automated sign-ins per second while a signed-in account continues to send requests. */
export async function measureFlood(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const ask = () => world.browser.call('projectList', { query: {} });
  await measureOtherRequests(ask, sendUntil(3));
  const alone = await measureOtherRequests(ask, sendUntil(SECONDS / 2));
  const counts = new Map<number, number>();
  const refusals: number[] = [];
  const open = new Set<Promise<void>>();
  const flood = async (running: () => boolean): Promise<void> => {
    const start = performance.now();
    for (let sent = 0; running(); sent++) {
      const sentAt = performance.now();
      const one = attempt(world.product.address, `flood${sent % ACCOUNTS}@example.com`).then((status) => {
        if (status === BUSY) refusals.push(performance.now() - sentAt);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        open.delete(one);
      });
      open.add(one);
      const ahead = ((sent + 1) * 1000) / PER_SECOND - (performance.now() - start);
      if (ahead > 0) await wait(ahead);
    }
  };
  const running = sendUntil(SECONDS);
  const [during] = await Promise.all([measureOtherRequests(ask, running), flood(running)]);
  await Promise.all(open);
  const [before, after] = [computeQuantile(alone, 0.95), computeQuantile(during, 0.95)];
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const answers = [...counts].map(([status, count]) => `${count}× ${status}`).join(', ');
  return [
    {
      id: 'S15',
      text: `${(total / SECONDS).toFixed(0)} sign-ins/s (${answers}): others' p95 ${formatMilliseconds(after)}, without ${formatMilliseconds(before)}, ${during.length} requests`,
      goal: `${MAX_RATIO}× or +${formatMilliseconds(MAX_MORE_MS)}`,
      reached: after <= before * MAX_RATIO || after <= before + MAX_MORE_MS,
    },
    {
      id: 'S15',
      text: `${refusals.length} sign-ins refused as busy, p95 after ${formatMilliseconds(computeQuantile(refusals, 0.95))}`,
      goal: formatMilliseconds(REFUSAL_GOAL_MS),
      reached: computeQuantile(refusals, 0.95) <= REFUSAL_GOAL_MS,
    },
  ];
}

function sendUntil(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() < end;
}

async function attempt(address: string, account: string): Promise<number> {
  const response = await fetch(`${address}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: 'not the password' }),
  });
  await response.arrayBuffer();
  return response.status;
}
