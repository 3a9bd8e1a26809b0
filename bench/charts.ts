/** P14: a page of charts from their making to their picture, beside ECharts in the same page of a real browser. */
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../scripts/run-program.ts';
import { launchBrowser } from '../packages/e2e/src/browser.ts';
import { makeDataDirectory } from '../tests/process/running-product.ts';
import { type Figure, milliseconds, quantile } from './figure.ts';

const PAGE = fileURLToPath(new URL('charts-page', import.meta.url));
const ROUNDS = 11;
/** Made so often, everything that it runs is compiled. */
const WARM_UP = 4;
const LINES = 3;
/** A picture is painted when it is ready, not with the next sixtieth of a second: that would be most of the time. */
const NO_WAITING = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];
const SETS = [
  { text: 'four charts × 3 × 1,440', charts: 4, points: 1440, most: 0.5 },
  { text: 'one × 3 × 43,200', charts: 1, points: 43_200, most: 0.2 },
] as const;
const LIBRARIES = ['ours', 'echarts lttb', 'echarts whole'] as const;
type Library = (typeof LIBRARIES)[number];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export async function p14(): Promise<Figure[]> {
  const directory = makeDataDirectory();
  using _directory = { [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
  const built = await runProgram('vite', ['build', PAGE, '--outDir', directory, '--logLevel', 'error']);
  if (built !== 0) throw new Error('The page of charts could not be built.');
  const server = await serve(directory);
  using _server = { [Symbol.dispose]: () => server.close() };
  const browser = await launchBrowser(NO_WAITING);
  try {
    const page = await browser.newPage();
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`;
    const measure = (library: Library, charts: number, points: number): Promise<number> =>
      page.evaluate(
        `window.measure(${[library, charts, LINES, points].map((each) => JSON.stringify(each)).join()})`,
      );
    const figures: Figure[] = [];
    for (const { charts, most, points, text } of SETS) {
      const [opened, again] = [emptySamples(), emptySamples()];
      // By turns, so that whatever else the machine does falls on all alike.
      for (let round = 0; round < ROUNDS; round++)
        for (const library of LIBRARIES) {
          await page.goto(address);
          opened[library].push(await measure(library, charts, points));
          for (let time = 0; time < WARM_UP; time++) await measure(library, charts, points);
          again[library].push(await measure(library, charts, points));
        }
      const ratio = ratioOf(opened);
      figures.push({
        id: 'P14',
        text:
          `${text}, made to painted as a page is opened: ${inWords(opened)}: ${ratio.toFixed(2)}× of the faster; ` +
          `made again and again: ${inWords(again)}: ${ratioOf(again).toFixed(2)}×; medians of ${ROUNDS}`,
        goal: `≤ ${most}×`,
        reached: ratio <= most,
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

const emptySamples = (): Record<Library, number[]> => ({ ours: [], 'echarts lttb': [], 'echarts whole': [] });
const median = (samples: readonly number[]): number => quantile(samples, 0.5);
const ratioOf = (samples: Record<Library, number[]>): number =>
  median(samples.ours) / Math.min(median(samples['echarts lttb']), median(samples['echarts whole']));
const inWords = (samples: Record<Library, number[]>): string =>
  `${milliseconds(median(samples.ours))}, ECharts with LTTB ${milliseconds(median(samples['echarts lttb']))}, ` +
  `whole ${milliseconds(median(samples['echarts whole']))}`;

async function serve(directory: string): Promise<Server> {
  const server = createServer(({ url = '/' }, answer) => {
    const path = join(directory, normalize(new URL(url, 'http://page').pathname));
    try {
      const body = readFileSync(path);
      answer.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
