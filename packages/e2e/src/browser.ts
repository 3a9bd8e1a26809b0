import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromiumPath } from './chromium.ts';

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
const PHONE = { width: 390, height: 844 };
/** Time limit of a step (ms). */
const STEP_MS = 15_000;

export function launchBrowser(further: readonly string[] = []): Promise<Browser> {
  // Playwright chooses the browser if the path is undefined.
  const executablePath = findChromiumPath();
  return chromium.launch({ args: [...ARGUMENTS, ...further], ...(executablePath && { executablePath }) });
}

/** Colour scheme of a desktop window, or a phone with touch. */
export type Screen = 'light' | 'dark' | 'phone';

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Exceptions of the page, and violations of its security policy. */
  readonly complaints: readonly string[];
}

/** Opens a page with a time limit per step and without animations, and collects its complaints. */
export async function visit(browser: Browser, address: string, screen: Screen = 'light'): Promise<Visit> {
  const isPhone = screen === 'phone';
  const context = await browser.newContext({
    baseURL: address,
    viewport: isPhone ? PHONE : VIEWPORT,
    colorScheme: isPhone ? 'light' : screen,
    hasTouch: isPhone,
    isMobile: isPhone,
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
