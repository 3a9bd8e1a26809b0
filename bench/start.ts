import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';
import { createDataDirectory, startProduct } from '../tests/process/running-product.ts';
import { type Figure, computeQuantile, formatSeconds } from './figure.ts';

const ROUNDS = 5;
const EMPTY_GOAL_MS = 2500;
const REOPEN_GOAL_MS = 1300;

/** Returns the time from the command to the complete sign-in page (ms). */
async function measureUntilSignInPage(dataDirectory: string): Promise<number> {
  const port = await findFreePort();
  const start = performance.now();
  const starting = startProduct({
    dataDirectory,
    env: { NORTHLIGHT_PORT: String(port), NORTHLIGHT_DEMO: 'on' },
  });
  for (;;) {
    const page = await fetch(`http://127.0.0.1:${port}/login`).catch(() => undefined);
    if (page?.ok && (await page.text()).includes('<div id="root">')) break;
    await wait(5);
  }
  const ms = performance.now() - start;
  await (await starting).stop('SIGTERM');
  return ms;
}

/**
 * P8: measures the time from the start command to the sign-in page, with an empty data directory and on a
 * second start. The demo is on, as it is by default.
 */
export async function measureStart(): Promise<Figure[]> {
  const empty: number[] = [];
  const reopen: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const directory = createDataDirectory();
    empty.push(await measureUntilSignInPage(directory));
    reopen.push(await measureUntilSignInPage(directory));
    rmSync(directory, { recursive: true, force: true });
  }
  const [first, again] = [computeQuantile(empty, 0.5), computeQuantile(reopen, 0.5)];
  return [
    {
      id: 'P8',
      text: `empty directory to sign-in page ${formatSeconds(first)}, median of ${ROUNDS}`,
      goal: formatSeconds(EMPTY_GOAL_MS),
      reached: first <= EMPTY_GOAL_MS,
    },
    {
      id: 'P8',
      text: `reopen ${formatSeconds(again)}, median of ${ROUNDS}`,
      goal: formatSeconds(REOPEN_GOAL_MS),
      reached: again <= REOPEN_GOAL_MS,
    },
  ];
}
