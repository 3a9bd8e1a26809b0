import { readFileSync } from 'node:fs';
import { PATHS, SIGN_IN_PATHS } from '../packages/web/src/paths.ts';

type Paths<T> = T[keyof T];

const SIGN_IN = 'src/accounts/index.ts';
export const SHELL = ['src/app/App.tsx', 'src/app/shell/Shell.tsx'];
const NETWORK = [...SHELL, 'src/network/NetworkLayout.tsx'];
const ACCOUNT = [...SHELL, 'src/accounts/settings/AccountLayout.tsx'];

/** Source files of the chunks that each sign-in page needs before it can be used, by path. */
export const SIGN_IN_PAGES: Readonly<Record<Paths<typeof SIGN_IN_PATHS>, readonly string[]>> = {
  [SIGN_IN_PATHS.login]: [SIGN_IN],
  [SIGN_IN_PATHS.standaloneLogin]: [SIGN_IN, 'src/accounts/entry/EntryPage.tsx'],
  [SIGN_IN_PATHS.signUp]: [SIGN_IN, 'src/accounts/SignUpPage.tsx'],
  [SIGN_IN_PATHS.resetPassword]: [SIGN_IN, 'src/accounts/ResetPasswordPage.tsx'],
  [SIGN_IN_PATHS.bind]: [SIGN_IN, 'src/accounts/provider/BindPage.tsx'],
  [SIGN_IN_PATHS.providerReturn]: [SIGN_IN, 'src/accounts/provider/ProviderReturnPage.tsx'],
};

/** Source files of the chunks that each page of the console needs before it can be used, by path. */
export const CONSOLE_PAGES: Readonly<Record<Paths<typeof PATHS>, readonly string[]>> = {
  [PATHS.overview]: [...SHELL, 'src/projects/overview/OverviewPage.tsx', 'src/projects/site-map/SiteMap.tsx'],
  [PATHS.dataScreen]: ['src/app/App.tsx', 'src/projects/data-screen/DataScreenPage.tsx'],
  [PATHS.projects]: [...SHELL, 'src/projects/list/ProjectListPage.tsx'],
  [PATHS.newProject]: [...SHELL, 'src/projects/form/NewProjectPage.tsx'],
  [PATHS.project]: [...SHELL, 'src/projects/ProjectPage.tsx'],
  [PATHS.templates]: [...SHELL, 'src/templates/TemplatesPage.tsx'],
  [PATHS.status]: [...SHELL, 'src/telemetry/status/StatusPage.tsx'],
  [PATHS.topology]: [...SHELL, 'src/topology/TopologyPage.tsx'],
  [PATHS.wifiMap]: [...SHELL, 'src/maps/MapsPage.tsx', 'src/maps/FloorView.tsx'],
  [PATHS.devices]: [...SHELL, 'src/devices/list/DevicesPage.tsx'],
  [PATHS.internet]: [...NETWORK, 'src/network/gateway/internet/InternetPage.tsx'],
  [PATHS.vlan]: [...NETWORK, 'src/network/gateway/networks/VlanPage.tsx'],
  [PATHS.dhcp]: [...NETWORK, 'src/network/gateway/dhcp/DhcpPage.tsx'],
  [PATHS.staticRoute]: [...NETWORK, 'src/network/gateway/routing/StaticRoutePage.tsx'],
  [PATHS.routeTable]: [...NETWORK, 'src/network/gateway/routing/RouteTablePage.tsx'],
  [PATHS.portMapping]: [...NETWORK, 'src/network/gateway/port-mapping/PortMappingPage.tsx'],
  [PATHS.wireless]: [...NETWORK, 'src/network/wireless/WirelessPage.tsx'],
  [PATHS.networkHistory]: [...NETWORK, 'src/network/HistoryPage.tsx'],
  [PATHS.rf]: [...SHELL, 'src/rf/RfPage.tsx', 'src/rf/plan/PlanView.tsx'],
  [PATHS.backups]: [...SHELL, 'src/backups/BackupPage.tsx'],
  [PATHS.sandbox]: [
    ...SHELL,
    'src/sandboxes/SandboxPage.tsx',
    'src/sandboxes/OpenedSandbox.tsx',
    'src/sandboxes/SandboxStart.tsx',
  ],
  [PATHS.deviceData]: [...SHELL, 'src/telemetry/DeviceDataPage.tsx'],
  [PATHS.clientData]: [...SHELL, 'src/telemetry/ClientDataPage.tsx'],
  [PATHS.clients]: [...SHELL, 'src/clients/ClientsPage.tsx'],
  [PATHS.alarms]: [...SHELL, 'src/alarms/AlarmsPage.tsx'],
  [PATHS.sharing]: [...SHELL, 'src/sharing/SharingPage.tsx'],
  [PATHS.log]: [...SHELL, 'src/logs/LogPage.tsx'],
  [PATHS.transfer]: [...SHELL, 'src/sharing/TransferPage.tsx'],
  [PATHS.localPage]: [...SHELL, 'src/devices/local-page/LocalPagePage.tsx'],
  [PATHS.account]: [...ACCOUNT, 'src/accounts/settings/ProfilePage.tsx'],
  [PATHS.profile]: [...ACCOUNT, 'src/accounts/settings/ProfilePage.tsx'],
  [PATHS.security]: [...ACCOUNT, 'src/accounts/settings/SecurityPage.tsx'],
  [PATHS.ownRecords]: [...ACCOUNT, 'src/accounts/settings/ActivityPage.tsx'],
  [PATHS.cloudCode]: [...ACCOUNT, 'src/accounts/settings/CloudCodePage.tsx'],
  [PATHS.verifyDevices]: [...SHELL, 'src/devices/add/VerifyDevicesPage.tsx'],
  [PATHS.messages]: [...SHELL, 'src/messages/MessagesPage.tsx'],
  [PATHS.help]: [...SHELL, 'src/help/HelpPage.tsx'],
  [PATHS.helpApi]: [...SHELL, 'src/help/ApiPage.tsx'],
  [PATHS.helpTopic]: [...SHELL, 'src/help/TopicPage.tsx'],
  [PATHS.about]: [...SHELL, 'src/accounts/settings/AboutPage.tsx'],
  [PATHS.accounts]: [...ACCOUNT, 'src/accounts/management/AccountsPage.tsx'],
  [PATHS.installationRecords]: [...ACCOUNT, 'src/accounts/management/InstallationRecordsPage.tsx'],
};

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly isDynamicEntry?: true;
  readonly css?: readonly string[];
}

/** The chunks of a built console. */
export class ConsoleManifest {
  readonly #chunks: Readonly<Record<string, Chunk>>;

  constructor(directory: string) {
    this.#chunks = JSON.parse(readFileSync(`${directory}.vite/manifest.json`, 'utf8')) as Record<
      string,
      Chunk
    >;
  }

  /** Returns the keys of all chunks that are loaded before a page with these source files can be used. */
  collect(sources: readonly string[]): Set<string> {
    const chunks = new Set<string>();
    const add = (key: string): void => {
      if (chunks.has(key)) return;
      chunks.add(key);
      for (const next of this.#chunks[key]?.imports ?? []) add(next);
    };
    for (const source of ['index.html', ...sources]) {
      if (!this.#chunks[source]) throw new Error(`The manifest has no ${source}.`);
      add(source);
    }
    return chunks;
  }

  /** Returns the files of chunks, without duplicates. */
  listFiles(chunks: ReadonlySet<string>): {
    readonly js: readonly string[];
    readonly css: readonly string[];
  } {
    const parts = [...chunks].flatMap((key) => this.#chunks[key] ?? []);
    const unique = (files: readonly string[]): string[] => [...new Set(files)];
    return {
      js: unique(parts.map(({ file }) => file).filter((file) => file.endsWith('.js'))),
      css: unique(parts.flatMap(({ css }) => css ?? [])),
    };
  }

  /** Returns the keys of all chunks that are imported dynamically. */
  listDynamicEntries(): string[] {
    return Object.keys(this.#chunks).filter((key) => this.#chunks[key]?.isDynamicEntry);
  }
}
