import { topics } from '@northlight/contract/device-protocol';
import { ContextPool, launchBrowser } from '../packages/e2e/src/browser.ts';
import { startBenchWorld } from './bench-world.ts';
import { type Figure, formatMilliseconds, computeQuantile, formatSeconds } from './figure.ts';

const SAMPLES = 80;
const LONGEST_PAUSE_MS = 2500;
const P50_GOAL_MS = 500;
const P99_GOAL_MS = 2000;

/** P11: measures the time from a device's report to its figure in an open page of a real browser. */
export async function measureVisibleChange(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const { projectId, id, device, session } = await world.addDevice('NL-AP6C');
  await using contexts = new ContextPool(await launchBrowser(), world.product.address);
  await using guest = await contexts.visit();
  const { page } = guest;
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(world.account.account);
  await page.getByLabel('Password', { exact: true }).fill(world.account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/overview/);
  await page.goto(`/manage/devconf?project=${projectId}`);
  await page.getByRole('grid').waitFor();
  const samples: number[] = [];
  for (let count = 0; count < SAMPLES; count++) {
    // Uses every value once, so that the value identifies the report.
    const clients = 3000 + count;
    const text = clients.toLocaleString('en-US');
    const seen = page.getByRole('grid').getByText(text).waitFor();
    const start = performance.now();
    await device.publish(topics.up(id, 'stat'), { session, seq: count + 1, ts: 0, clients });
    await seen;
    samples.push(performance.now() - start);
    await page.waitForTimeout(((count * 7919) % 100) * (LONGEST_PAUSE_MS / 100));
  }
  const [p50, p99] = [computeQuantile(samples, 0.5), computeQuantile(samples, 0.99)];
  return [
    {
      id: 'P11',
      text: `report → visible: p50 ${formatMilliseconds(p50)}, p99 ${formatMilliseconds(p99)}, ${SAMPLES} reports, pauses up to ${formatSeconds(LONGEST_PAUSE_MS)}`,
      goal: `p50 ${formatMilliseconds(P50_GOAL_MS)}, p99 ${formatMilliseconds(P99_GOAL_MS)}`,
      reached: p50 <= P50_GOAL_MS && p99 <= P99_GOAL_MS,
    },
  ];
}
