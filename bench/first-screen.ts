/**
 * P17: measures the time from the navigation to a usable first screen on a phone with a slow connection, with an empty
 * cache (decision 0197).
 */
import { ContextPool, launchBrowser, type Visit } from '../packages/e2e/src/browser.ts';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import { computeQuantile, type Figure, formatSeconds } from './figure.ts';

type Page = Visit['page'];
type Cookies = Awaited<ReturnType<Visit['context']['cookies']>>;

const BYTES_PER_SECOND = 1_600_000 / 8;
const ROUND_TRIP_MS = 150;
/** Factor by which the processor is slower. */
const PROCESSOR_RATE = 4;
const GOAL_MS = 2500;
const ROUNDS = 5;

/** Loads the sign-in page and the device list of a signed-in account five times each. */
export async function measureFirstScreen(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const { projectId, id } = await world.addDevice('NL-AP6C');
  const { name } = await world.browser.call('deviceGet', { params: { projectId, deviceId: id } });
  await using contexts = new ContextPool(await launchBrowser(), world.product.address);
  const cookies = await signIn(contexts, world);
  const signInTimes: number[] = [];
  const listTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    signInTimes.push(
      await measureLoad(contexts, { path: '/login', cookies: [] }, (page) =>
        page.getByLabel('E-mail').fill('a@b.example'),
      ),
    );
    listTimes.push(
      await measureLoad(contexts, { path: `/manage/devconf?project=${projectId}`, cookies }, (page) =>
        page.getByText(name, { exact: true }).first().waitFor(),
      ),
    );
  }
  return [
    createFigure('sign-in form can be typed into', signInTimes),
    createFigure('device list of a signed-in account', listTimes),
  ];
}

async function signIn(contexts: ContextPool, { account }: BenchWorld): Promise<Cookies> {
  await using visit = await contexts.visit({ isAlone: true });
  await visit.page.goto('/login');
  await visit.page.getByLabel('E-mail').fill(account.account);
  await visit.page.getByLabel('Password', { exact: true }).fill(account.password);
  await visit.page.getByRole('button', { name: 'Sign in' }).click();
  await visit.page.waitForURL(/overview/);
  return await visit.context.cookies();
}

/** Opens an address in a new context, whose cache is empty, and returns the time until it can be used (ms). */
async function measureLoad(
  contexts: ContextPool,
  { cookies, path }: { readonly path: string; readonly cookies: Cookies },
  use: (page: Page) => Promise<void>,
): Promise<number> {
  await using visit = await contexts.visit({ screen: 'phone', isAlone: true });
  const { context, page } = visit;
  await context.addCookies(cookies);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_RATE });
  const start = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await use(page);
  const time = performance.now() - start;
  await context.close();
  return time;
}

function createFigure(text: string, times: readonly number[]): Figure {
  const median = computeQuantile(times, 0.5);
  return {
    id: 'first-screen',
    text: `${text}: median ${formatSeconds(median)}, ${formatSeconds(Math.min(...times))} to ${formatSeconds(Math.max(...times))} at 1.6 Mbit/s, ${ROUND_TRIP_MS} ms, processor ${PROCESSOR_RATE} times slower`,
    goal: formatSeconds(GOAL_MS),
    reached: median <= GOAL_MS,
  };
}
