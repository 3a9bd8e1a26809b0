/**
 * Measures the data screen on a display for 10 min in real time: its frames, compared with those of an empty
 * page, and its memory.
 */
import { topics } from '@northlight/contract/device-protocol';
import { launchBrowser } from '../packages/e2e/src/browser.ts';
import { type BenchDevice, type BenchWorld, startBenchWorld } from './bench-world.ts';
import { type Figure, computeQuantile } from './figure.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;
type Page = Awaited<ReturnType<BrowserContext['newPage']>>;
type CDPSession = Awaited<ReturnType<BrowserContext['newCDPSession']>>;

const DEVICES = 24;
const COUNTRIES = ['Portugal', 'Spain', 'France', 'Italy', 'Austria', 'Poland'];
const MINUTES = Number(process.env['NORTHLIGHT_WALL_MINUTES'] ?? 10);
const WARM_MS = 60_000;
const EVERY_MS = 2_000;
const EMPTY_MS = 10_000;
const MAX_GROWTH = 0.05;
const LEAST_FRAMES = 0.95;
const WALL = { width: 1920, height: 1080 };

interface Frames {
  readonly perSecond: number;
  /** Share of frames that are later than 34 ms after the previous frame. */
  readonly late: number;
}

export async function measureWallboard(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const devices: BenchDevice[] = [];
  for (let count = 0; count < DEVICES; count++) {
    const device = await world.addDevice('NL-AP6C');
    const country = COUNTRIES[count % COUNTRIES.length] ?? '';
    await world.db.updateTable('projects').set({ country }).where('id', '=', device.projectId).execute();
    devices.push(device);
  }
  const { token } = await world.browser.call('displayCreate', {
    body: { name: 'Bench', projects: 'all', expiresInDays: 1 },
  });
  const talking = sendReports(devices);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: WALL, colorScheme: 'dark' });
    const empty = await measureFrames(await context.newPage(), EMPTY_MS);
    const page = await openWall(context, world, token);
    const session = await context.newCDPSession(page);
    await page.waitForTimeout(WARM_MS);
    const before = await measureMemory(session);
    const frames = await measureFrames(page, MINUTES * 60_000);
    const after = await measureMemory(session);
    const growth = after.heap / before.heap - 1;
    return [
      {
        id: 'wallboard',
        text:
          `${frames.perSecond.toFixed(1)} frames/s over ${MINUTES} min, ${(100 * frames.late).toFixed(2)}% late; ` +
          `an empty page ${empty.perSecond.toFixed(1)}, ${(100 * empty.late).toFixed(2)}% late`,
        goal: `≥ ${LEAST_FRAMES}× of the empty page`,
        reached: frames.perSecond >= LEAST_FRAMES * empty.perSecond,
      },
      {
        id: 'wallboard',
        text:
          `memory ${measureMegabytes(before.heap)} after a minute, ${measureMegabytes(after.heap)} ${MINUTES} min later; ` +
          `${before.nodes} → ${after.nodes} nodes, ${before.listeners} → ${after.listeners} listeners; ` +
          `${talking.reports()} reports meanwhile`,
        goal: `≤ ${100 * MAX_GROWTH}% more`,
        reached: growth <= MAX_GROWTH && after.nodes <= before.nodes * (1 + MAX_GROWTH),
      },
    ];
  } finally {
    talking.stop();
    await browser.close();
  }
}

const measureMegabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

async function openWall(context: BrowserContext, { product }: BenchWorld, token: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${product.address}/overview/preview/datascreen#display=${token}`);
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
}

/** Sends reports of devices whose figures and clients change continuously. */
function sendReports(devices: readonly BenchDevice[]): { stop: () => void; reports: () => number } {
  let seq = 0;
  const timer = setInterval(() => {
    seq += 1;
    for (const [index, { device, id, session }] of devices.entries()) {
      const clients = 1 + ((seq * 7 + index * 13) % 20);
      const join = Array.from({ length: clients }, (_, client) => ({
        mac: `02:00:00:00:${index.toString(16).padStart(2, '0')}:${client.toString(16).padStart(2, '0')}`,
        ssid: 'Wall',
        band: '5G',
      }));
      const head = { session, ts: Date.now() };
      const gone = (): undefined => undefined;
      device.publish(topics.up(id, 'stat'), { ...head, seq: seq * 2, clients, cpu: clients }).catch(gone);
      device.publish(topics.up(id, 'clients'), { ...head, seq: seq * 2 + 1, full: true, join }).catch(gone);
    }
  }, EVERY_MS);
  return { stop: () => clearInterval(timer), reports: () => seq * devices.length * 2 };
}

/** Script that counts frames by the time since the previous one (ms). */
const COUNT_FRAMES = `(until) => new Promise((resolve) => {
  const counts = Array.from({ length: 200 }, () => 0);
  const began = performance.now();
  let last = began;
  const step = (now) => {
    counts[Math.max(0, Math.min(199, Math.round(now - last)))] += 1;
    last = now;
    if (now - began < until) requestAnimationFrame(step);
    else resolve(counts);
  };
  requestAnimationFrame(step);
})`;
/** Time after which a frame is late: two frame times at 60 Hz (ms). */
const LATE_MS = 34;

/** Counts the frames of a visible page by their time since the previous one. */
async function measureFrames(page: Page, ms: number): Promise<Frames> {
  await page.bringToFront();
  const gaps: number[] = await page.evaluate(`(${COUNT_FRAMES})(${ms})`);
  const all = gaps.reduce((sum, count) => sum + count, 0);
  const late = gaps.slice(LATE_MS).reduce((sum, count) => sum + count, 0);
  return { perSecond: all / (ms / 1000), late: late / all };
}

/** Returns the lowest of three memory measurements, each after a garbage collection. */
async function measureMemory(
  session: CDPSession,
): Promise<{ heap: number; nodes: number; listeners: number }> {
  const heaps: number[] = [];
  for (let look = 0; look < 3; look++) {
    await session.send('HeapProfiler.collectGarbage');
    heaps.push((await session.send('Runtime.getHeapUsage')).usedSize);
  }
  const { jsEventListeners, nodes } = await session.send('Memory.getDOMCounters');
  return { heap: computeQuantile(heaps, 0), nodes, listeners: jsEventListeners };
}
