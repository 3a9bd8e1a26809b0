/**
 * A page that a bench measures in a real browser. It is built like the production console, and this process
 * serves it.
 */
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../scripts/run-program.ts';
import { launchBrowser } from '../packages/e2e/src/browser.ts';
import { createDataDirectory } from '../tests/process/running-product.ts';

/**
 * Paints as soon as a frame is ready, because waiting for the next frame at 60 Hz (16.7 ms) would be most of
 * the measured time.
 */
const NO_WAITING = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>;

export interface BuiltPage extends AsyncDisposable {
  readonly page: Page;
  readonly address: string;
  /** Calls a function of the page's window and returns its result. */
  readonly call: <T>(name: string, ...given: readonly unknown[]) => Promise<T>;
}

/** Builds a page of `packages/web/bench` and opens it. */
export async function openBuiltPage(folder: string): Promise<BuiltPage> {
  const directory = createDataDirectory();
  const source = fileURLToPath(new URL(`../packages/web/bench/${folder}`, import.meta.url));
  const built = await runProgram('vite', [
    'build',
    source,
    '--outDir',
    directory,
    '--emptyOutDir',
    '--logLevel',
    'error',
  ]);
  if (built !== 0) throw new Error(`The page in ${folder} could not be built.`);
  const server = await serve(directory);
  const browser = await launchBrowser(NO_WAITING);
  const page = await browser.newPage();
  return {
    page,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`,
    call: (name, ...given) =>
      page.evaluate(`window.${name}(${given.map((each) => JSON.stringify(each)).join()})`),
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

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
