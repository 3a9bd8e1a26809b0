import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const VIEWPORT = { width: 1440, height: 900 };
/** What a step may take before the story has failed. */
const STEP_MS = 15_000;

/** The browser of this machine; undefined leaves the choice to Playwright's own. */
export function findChromium(): string | undefined {
  const directories = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return directories.flatMap((directory) => NAMES.map((name) => join(directory, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function launchBrowser(further: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ args: [...ARGUMENTS, ...further], ...(executablePath && { executablePath }) });
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page complained about: exceptions, and what the security policy forbade. */
  readonly complaints: readonly string[];
}

/** A visitor with a clean browser. */
export async function visit(
  browser: Browser,
  address: string,
  scheme: 'light' | 'dark' = 'light',
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: VIEWPORT,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy'))
      complaints.push(message.text());
  });
  return { page, context, complaints, [Symbol.asyncDispose]: () => context.close() };
}
