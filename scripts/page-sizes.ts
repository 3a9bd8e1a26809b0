import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { PATHS, SIGN_IN_PATHS } from '../packages/web/src/paths.ts';
import { CONSOLE_PAGES, ConsoleManifest, SHELL, SIGN_IN_PAGES } from './console-pages.ts';

const DIST = 'packages/web/dist/';
const KILOBYTE = 1024;
const SIGN_IN_KB = 160;
const SESSIONLESS_KB = 180;
const PAGE_KB = 340;
const CSS_KB = 40;
const CHARTS_KB = 35;

const { [SIGN_IN_PATHS.login]: SIGN_IN, ...FURTHER_SIGN_IN_PAGES } = SIGN_IN_PAGES;
const ENTRY = SIGN_IN_PAGES[SIGN_IN_PATHS.standaloneLogin];
/** All pages that need no session except the sign-in form, with the source files of their chunks. */
const SESSIONLESS_PAGES: Readonly<Record<string, readonly string[]>> = {
  ...FURTHER_SIGN_IN_PAGES,
  phone: [...ENTRY, 'src/accounts/entry/PhonePage.tsx'],
  ticket: [...ENTRY, 'src/accounts/entry/TicketPage.tsx'],
  'code on the screen': [...SIGN_IN, 'src/accounts/QrPane.tsx'],
};
/** Paths of the pages that show charts over time. */
const CHART_PATHS = [PATHS.status, PATHS.deviceData, PATHS.clientData, PATHS.dataScreen];

/** Compares the sizes of all pages with their budgets. Returns a sentence for each budget that is exceeded. */
export function checkPageSizes(directory = DIST): string[] {
  const sizes = new PageSizes(directory);
  const checkPage = (name: string, sources: readonly string[], budget: number): string[] => {
    const { css, js } = sizes.measureFirstLoad(sources);
    return [
      ...(js > budget
        ? [`The first load of ${name} has ${js.toFixed(1)} KB of scripts; at most ${budget}.`]
        : []),
      ...(css > CSS_KB
        ? [`The first load of ${name} has ${css.toFixed(1)} KB of styles; at most ${CSS_KB}.`]
        : []),
    ];
  };
  return [
    ...checkPage(SIGN_IN_PATHS.login, SIGN_IN, SIGN_IN_KB),
    ...Object.entries(SESSIONLESS_PAGES).flatMap(([name, sources]) =>
      checkPage(name, sources, SESSIONLESS_KB),
    ),
    ...Object.entries(CONSOLE_PAGES).flatMap(([name, sources]) => checkPage(name, sources, PAGE_KB)),
    ...sizes.checkCharts(),
  ];
}

/** Sizes of the files of a built console, from its manifest. */
class PageSizes {
  readonly #directory: string;
  readonly #manifest: ConsoleManifest;

  constructor(directory: string) {
    this.#directory = directory;
    this.#manifest = new ConsoleManifest(directory);
  }

  /** Returns the compressed size of all files that a page needs before it can be used (KB). */
  measureFirstLoad(sources: readonly string[]): { readonly js: number; readonly css: number } {
    return this.#measure(this.#manifest.collect(sources));
  }

  /** Checks that only pages with charts load the chart library, and how much it adds. */
  checkCharts(): string[] {
    const pages = CHART_PATHS.map((path) => this.#manifest.collect(CONSOLE_PAGES[path]));
    const common = pages.reduce((all, page) => all.intersection(page));
    const library = this.#findChartLibrary(common);
    const without = this.#manifest
      .listDynamicEntries()
      .map((entry) => this.#manifest.collect([entry]))
      .filter((page) => !page.has(library));
    const added = this.#measure(without.reduce((left, page) => left.difference(page), common)).js;
    const wrong = Object.entries(CONSOLE_PAGES).filter(
      ([path, sources]) =>
        !CHART_PATHS.some((each) => each === path) && this.#manifest.collect(sources).has(library),
    );
    return [
      ...wrong.map(([path]) => `The page ${path} has no charts and loads the chart library.`),
      ...(added > CHARTS_KB ? [`Charts add ${added.toFixed(1)} KB to a page; at most ${CHARTS_KB}.`] : []),
    ];
  }

  #measure(chunks: ReadonlySet<string>): { readonly js: number; readonly css: number } {
    const { css, js } = this.#manifest.listFiles(chunks);
    const sum = (files: readonly string[]): number =>
      files.reduce((bytes, file) => bytes + gzipSync(readFileSync(this.#directory + file)).length, 0) /
      KILOBYTE;
    return { js: sum(js), css: sum(css) };
  }

  /** Returns the largest chunk of those that pages with charts share, which is the chart library. */
  #findChartLibrary(chunks: ReadonlySet<string>): string {
    const first = this.#manifest.collect(SHELL);
    const weights = [...chunks]
      // Omits the files of the first page, which every page needs.
      .filter((key) => !first.has(key))
      .map((key) => [key, this.#measure(new Set([key])).js] as const);
    return weights.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
  }
}
