import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const DIST = 'packages/web/dist/';
const KILOBYTE = 1024;
const SIGN_IN_KB = 160;
const SESSIONLESS_KB = 180;
const PAGE_KB = 340;
const CSS_KB = 40;
const CHARTS_KB = 35;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly isDynamicEntry?: true;
  readonly css?: readonly string[];
}

const SIGN_IN = ['src/accounts/index.ts'];
const SHELL = ['src/app/App.tsx', 'src/app/Shell.tsx'];
/** Other pages that need no session, with the source files of their chunks. */
const SESSIONLESS_PAGES: Readonly<Record<string, readonly string[]>> = {
  entry: ['src/accounts/entry/EntryPage.tsx'],
  phone: ['src/accounts/entry/EntryPage.tsx', 'src/accounts/entry/PhonePage.tsx'],
  ticket: ['src/accounts/entry/EntryPage.tsx', 'src/accounts/entry/TicketPage.tsx'],
  'sign-up': ['src/accounts/SignUpPage.tsx'],
  reset: ['src/accounts/ResetPasswordPage.tsx'],
  'code on the screen': ['src/accounts/QrPane.tsx'],
  'return of a provider': ['src/accounts/provider/ProviderReturnPage.tsx'],
  binding: ['src/accounts/provider/BindPage.tsx'],
};
const PAGES: Readonly<Record<string, readonly string[]>> = {
  overview: ['src/projects/OverviewPage.tsx', 'src/projects/SiteMap.tsx'],
  projects: ['src/projects/ProjectListPage.tsx'],
  wizard: ['src/projects/NewProjectPage.tsx'],
  topology: ['src/topology/TopologyPage.tsx'],
  'Wi-Fi map': ['src/maps/MapsPage.tsx', 'src/maps/FloorView.tsx'],
  devices: ['src/devices/list/DevicesPage.tsx'],
  vlan: ['src/network/NetworkLayout.tsx', 'src/network/gateway/VlanPage.tsx'],
  dhcp: ['src/network/NetworkLayout.tsx', 'src/network/gateway/DhcpPage.tsx'],
  internet: ['src/network/NetworkLayout.tsx', 'src/network/gateway/InternetPage.tsx'],
  staticRoute: ['src/network/NetworkLayout.tsx', 'src/network/gateway/StaticRoutePage.tsx'],
  routeTable: ['src/network/NetworkLayout.tsx', 'src/network/gateway/RouteTablePage.tsx'],
  portMapping: ['src/network/NetworkLayout.tsx', 'src/network/gateway/PortMappingPage.tsx'],
  wireless: ['src/network/NetworkLayout.tsx', 'src/network/wireless/WirelessPage.tsx'],
  clients: ['src/clients/ClientsPage.tsx'],
  alarms: ['src/alarms/AlarmsPage.tsx'],
  log: ['src/logs/LogPage.tsx'],
};

/** Pages that show charts over time, with their source files. */
const CHART_PAGES: Readonly<Record<string, readonly string[]>> = {
  status: ['src/telemetry/status/StatusPage.tsx'],
  'device data': ['src/telemetry/DeviceDataPage.tsx'],
  'client data': ['src/telemetry/ClientDataPage.tsx'],
};

/** Compares the sizes of all pages with their budgets. Returns a sentence for each budget that is exceeded. */
export function checkPageSizes(directory = DIST): string[] {
  const sizes = new PageSizes(directory);
  const checkPage = (name: string, entries: readonly string[], budget: number): string[] => {
    const { css, js } = sizes.measureFirstLoad(entries);
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
    ...checkPage('signing in', SIGN_IN, SIGN_IN_KB),
    ...Object.entries(SESSIONLESS_PAGES).flatMap(([name, entries]) =>
      checkPage(name, [...SIGN_IN, ...entries], SESSIONLESS_KB),
    ),
    ...Object.entries({ ...PAGES, ...CHART_PAGES }).flatMap(([name, entries]) =>
      checkPage(name, [...SHELL, ...entries], PAGE_KB),
    ),
    ...sizes.checkCharts(),
  ];
}

/** Sizes of the files of a built console, from its manifest. */
class PageSizes {
  readonly #directory: string;
  readonly #manifest: Readonly<Record<string, Chunk>>;

  constructor(directory: string) {
    this.#directory = directory;
    this.#manifest = JSON.parse(readFileSync(`${directory}.vite/manifest.json`, 'utf8')) as Record<
      string,
      Chunk
    >;
  }

  /** Returns the compressed size of all files that a page needs before it can be used (KB). */
  measureFirstLoad(entries: readonly string[]): { readonly js: number; readonly css: number } {
    return this.#measure(this.#collect(entries));
  }

  /** Checks that only pages with charts load the chart library, and how much it adds. */
  checkCharts(): string[] {
    const pages = Object.values(CHART_PAGES).map((entries) => this.#collect(entries));
    const common = pages.reduce((all, page) => all.intersection(page));
    const library = this.#findChartLibrary(common);
    const entries = Object.keys(this.#manifest).filter((key) => this.#manifest[key]?.isDynamicEntry);
    const without = entries.map((entry) => this.#collect([entry])).filter((page) => !page.has(library));
    const added = this.#measure(without.reduce((left, page) => left.difference(page), common)).js;
    return [
      ...(this.#collect([...SHELL, ...Object.values(PAGES).flat()]).has(library)
        ? ['A page without charts loads the chart library.']
        : []),
      ...(added > CHARTS_KB ? [`Charts add ${added.toFixed(1)} KB to a page; at most ${CHARTS_KB}.`] : []),
    ];
  }

  /** Returns the keys of all chunks that are loaded before a page can be used. */
  #collect(entries: readonly string[]): Set<string> {
    const chunks = new Set<string>();
    const add = (key: string): void => {
      if (chunks.has(key)) return;
      chunks.add(key);
      for (const next of this.#manifest[key]?.imports ?? []) add(next);
    };
    for (const entry of ['index.html', ...entries]) {
      if (!this.#manifest[entry]) throw new Error(`The manifest has no ${entry}.`);
      add(entry);
    }
    return chunks;
  }

  #measure(chunks: ReadonlySet<string>): { readonly js: number; readonly css: number } {
    const parts = [...chunks].flatMap((key) => this.#manifest[key] ?? []);
    const sum = (files: readonly string[]): number =>
      [...new Set(files)].reduce(
        (bytes, file) => bytes + gzipSync(readFileSync(this.#directory + file)).length,
        0,
      ) / KILOBYTE;
    return {
      js: sum(parts.map(({ file }) => file).filter((file) => file.endsWith('.js'))),
      css: sum(parts.flatMap(({ css }) => css ?? [])),
    };
  }

  /** Returns the largest chunk of those that pages with charts share, which is the chart library. */
  #findChartLibrary(chunks: ReadonlySet<string>): string {
    const first = this.#collect(SHELL);
    const weights = [...chunks]
      // Omits the files of the first page, which every page needs.
      .filter((key) => !first.has(key))
      .map((key) => [key, this.#measure(new Set([key])).js] as const);
    return weights.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
  }
}
