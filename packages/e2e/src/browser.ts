import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromiumPath, MISSING_CHROMIUM } from './chromium.ts';
import { endVisit, forgetContexts, recordContext, trackVisit } from './evidence.ts';

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
  const executablePath = findChromiumPath();
  // Playwright's own message names a download that Northlight does not need.
  if (executablePath === undefined) throw new Error(MISSING_CHROMIUM);
  return chromium.launch({ args: [...ARGUMENTS, ...further], executablePath });
}

/** Colour scheme of a desktop window, or a phone with touch. */
export type Screen = 'light' | 'dark' | 'phone';

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Exceptions of the page, and violations of its security policy. */
  readonly complaints: readonly string[];
}

export interface VisitOptions {
  readonly screen?: Screen;
  /**
   * Set if the story changes the context for good, for example its clock: the visit has a context that no other visit
   * uses.
   */
  readonly isAlone?: boolean;
}

/**
 * The browser contexts of one product. A new context begins with an empty cache, which costs 2 s of processor
 * time; so visits use the contexts of earlier visits again, without cookies, storage and pages.
 */
export class ContextPool implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #address: string;
  readonly #isRecorded: boolean;
  readonly #free: { readonly screen: Screen; readonly context: BrowserContext }[] = [];

  /** `isRecorded` keeps the evidence of a failed story, which takes some time of the browser. */
  constructor(browser: Browser, address: string, { isRecorded = false } = {}) {
    this.#browser = browser;
    this.#address = address;
    this.#isRecorded = isRecorded;
  }

  /**
   * Opens a blank page with a time limit per step and without animations, and collects its complaints. The page
   * stays as it is after the visit until another visit needs its context, so that a failed story can be examined.
   */
  async visit({ isAlone = false, screen = 'light' }: VisitOptions = {}): Promise<Visit> {
    const index = this.#free.findIndex((each) => each.screen === screen);
    const [reused] = isAlone || index < 0 ? [] : this.#free.splice(index, 1);
    const context = reused?.context ?? (await this.#createContext(screen));
    if (reused) await this.#clear(context);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('Content Security Policy'))
        complaints.push(message.text());
    });
    if (this.#isRecorded) await trackVisit(context);
    return {
      page,
      context,
      complaints,
      [Symbol.asyncDispose]: () => {
        endVisit(context);
        if (!isAlone) this.#free.push({ screen, context });
        return Promise.resolve();
      },
    };
  }

  /** Closes the browser. */
  async [Symbol.asyncDispose](): Promise<void> {
    forgetContexts(this.#browser.contexts());
    await this.#browser.close();
  }

  async #createContext(screen: Screen): Promise<BrowserContext> {
    const isPhone = screen === 'phone';
    const context = await this.#browser.newContext({
      baseURL: this.#address,
      viewport: isPhone ? PHONE : VIEWPORT,
      colorScheme: isPhone ? 'light' : screen,
      hasTouch: isPhone,
      isMobile: isPhone,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(STEP_MS);
    if (this.#isRecorded) await recordContext(context);
    return context;
  }

  /** Removes everything that the earlier visit has left, except the cache of files. */
  async #clear(context: BrowserContext): Promise<void> {
    const blank = await context.newPage();
    await Promise.all(context.pages().flatMap((page) => (page === blank ? [] : [page.close()])));
    await context.unrouteAll();
    await context.clearCookies();
    await context.clearPermissions();
    const session = await context.newCDPSession(blank);
    await session.send('Storage.clearDataForOrigin', {
      origin: this.#address,
      storageTypes: 'local_storage,indexeddb,service_workers,cache_storage',
    });
    await blank.close();
  }
}
