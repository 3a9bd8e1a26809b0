import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const KILOBYTE = 1024;
const SIGN_IN_KB = 160;
const SESSIONLESS_KB = 180;
const PAGE_KB = 300;
const CSS_KB = 40;
const CHARTS_KB = 30;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly isDynamicEntry?: true;
  readonly css?: readonly string[];
}

const manifest = JSON.parse(readFileSync(`${DIST}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
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
  devices: ['src/devices/DevicesPage.tsx'],
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

/** Returns the keys of all chunks that are loaded before a page can be used. */
function collectChunks(entries: readonly string[]): Set<string> {
  const chunks = new Set<string>();
  const add = (key: string) => {
    if (chunks.has(key)) return;
    chunks.add(key);
    for (const next of manifest[key]?.imports ?? []) add(next);
  };
  for (const entry of ['index.html', ...entries]) {
    if (!manifest[entry]) throw new Error(`The manifest has no ${entry}.`);
    add(entry);
  }
  return chunks;
}

/** Returns the compressed size of all files that a page needs before it can be used. */
const measureFirstLoad = (entries: readonly string[]): { js: number; css: number } =>
  measureChunks(collectChunks(entries));

function measureChunks(chunks: ReadonlySet<string>): { js: number; css: number } {
  const parts = [...chunks].flatMap((key) => manifest[key] ?? []);
  const size = (files: readonly string[]) =>
    [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(DIST + file)).length, 0) / KILOBYTE;
  return {
    js: size(parts.map(({ file }) => file).filter((file) => file.endsWith('.js'))),
    css: size(parts.flatMap(({ css }) => css ?? [])),
  };
}

describe('first load', () => {
  it(`is at most ${SIGN_IN_KB} KB for signing in`, () => {
    const { js, css } = measureFirstLoad(['src/accounts/index.ts']);
    console.log(`sign-in ${js.toFixed(1)} KB, CSS ${css.toFixed(1)} KB`);
    expect(js).toBeLessThanOrEqual(SIGN_IN_KB);
    expect(css).toBeLessThanOrEqual(CSS_KB);
  });

  it.each(Object.entries(SESSIONLESS_PAGES))(`is at most ${SESSIONLESS_KB} KB for %s`, (name, entries) => {
    const { js, css } = measureFirstLoad(['src/accounts/index.ts', ...entries]);
    console.log(`${name} ${js.toFixed(1)} KB, CSS ${css.toFixed(1)} KB`);
    expect(js).toBeLessThanOrEqual(SESSIONLESS_KB);
    expect(css).toBeLessThanOrEqual(CSS_KB);
  });

  it.each(Object.entries({ ...PAGES, ...CHART_PAGES }))(
    `is at most ${PAGE_KB} KB for %s`,
    (name, entries) => {
      const { js, css } = measureFirstLoad([...SHELL, ...entries]);
      console.log(`${name} ${js.toFixed(1)} KB, CSS ${css.toFixed(1)} KB`);
      expect(js).toBeLessThanOrEqual(PAGE_KB);
      expect(css).toBeLessThanOrEqual(CSS_KB);
    },
  );

  it(`loads charts with at most ${CHARTS_KB} KB, and only on pages that show them`, () => {
    const pages = Object.values(CHART_PAGES).map((entries) => collectChunks(entries));
    const common = pages.reduce((all, page) => all.intersection(page));
    const charts = findChartLibrary(common);
    const entries = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry);
    const without = entries.map((entry) => collectChunks([entry])).filter((page) => !page.has(charts));
    const brought = without.reduce((left, page) => left.difference(page), common);
    const { js } = measureChunks(brought);
    console.log(`charts ${js.toFixed(1)} KB`);
    expect(collectChunks([...SHELL, ...Object.values(PAGES).flat()])).not.toContain(charts);
    expect(js).toBeLessThanOrEqual(CHARTS_KB);
  });
});

/** Returns the largest chunk of those that pages with charts share, which is the chart library. */
function findChartLibrary(chunks: ReadonlySet<string>): string {
  const weights = [...chunks].map((key) => [key, measureChunks(new Set([key])).js] as const);
  // Omits the files of the first page, which every page needs.
  const own = weights.filter(([key]) => !collectChunks(SHELL).has(key));
  return own.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}
