import type { Device, NetworkConfig, Project } from '@northlight/contract';
import type { DevEnv, DevEnvOptions, SimulatedFleet } from '@northlight/dev-env';
import { createProject, pollUntil, signUpDirectly, TestBrowser } from '@northlight/server/testing';
import type { Browser } from 'playwright-core';
import { ContextPool, launchBrowser, type Visit, type VisitOptions } from './browser.ts';
import { DEVICE_PASSWORD } from './steps.ts';
import { startStoryEnv } from './story-env.ts';

const ONLINE_MS = 60_000;
const CLIENTS_PER_ACCESS_POINT = 4;

/** A browser context that is signed in to an account of its own. */
export interface SignedIn extends Visit {
  readonly account: string;
  /** Calls the API in the same session. */
  readonly api: TestBrowser;
}

/** A signed-in browser context whose account owns one project. */
export interface Installer extends SignedIn {
  readonly project: Project;
  /** Online devices in the requested order. */
  readonly devices: readonly Device[];
  /** Simulated devices of the project; `site.device(sn)` returns one of them. */
  readonly fleet: SimulatedFleet;
}

export interface SeededDevice {
  /** Model from the catalogue, for example `NL-GW5`. */
  readonly model: string;
  readonly name: string;
  /** Name of an earlier device to which it is connected, and the port there. */
  readonly uplink?: readonly [name: string, port: string];
  /** Further cables from its ports to ports of earlier devices. */
  readonly cables?: readonly (readonly [ownPort: string, name: string, port: string])[];
}

export interface InstallerOptions extends VisitOptions {
  readonly account?: string;
  readonly projectName?: string;
  readonly devices?: readonly SeededDevice[];
  /** Page to open with the project; the device list by default. An empty path opens none. */
  readonly path?: string;
}

/** The product in this process and one Chromium, which the tests of one file use. */
export interface Product extends AsyncDisposable {
  readonly env: DevEnv;
  readonly browser: Browser;
  /**
   * Opens a browser context without a session. Disposing of it throws if a page raised an exception or
   * violated the security policy.
   */
  visit(options?: VisitOptions): Promise<Visit>;
  /**
   * Creates an account with the password `PASSWORD` in the database. Opens a blank page that is signed in to
   * it.
   */
  signIn(account?: string, options?: VisitOptions): Promise<SignedIn>;
  /**
   * Creates an account, and through the API its project and devices. Resolves when the devices are online.
   */
  install(options?: InstallerOptions): Promise<Installer>;
}

export async function startProduct(options: DevEnvOptions = {}): Promise<Product> {
  await using starting = new AsyncDisposableStack();
  const env = starting.use(await startStoryEnv(options));
  const browser = await launchBrowser();
  const contexts = starting.use(new ContextPool(browser, env.address, { isRecorded: true }));
  const disposal = starting.move();
  let accounts = 0;

  const visitStrictly = async (visiting?: VisitOptions): Promise<Visit> => {
    const visitor = await contexts.visit(visiting);
    return {
      ...visitor,
      [Symbol.asyncDispose]: async () => {
        await visitor[Symbol.asyncDispose]();
        if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join('\n'));
      },
    };
  };
  const signIn = async (
    account = `person${++accounts}@example.com`,
    visiting?: VisitOptions,
  ): Promise<SignedIn> => {
    const { services } = env.server.context;
    const token = await signUpDirectly(services, account);
    const api = new TestBrowser(env.address);
    api.adoptSession(services.config.cookieName, token);
    const visitor = await visitStrictly(visiting);
    const cookie = { name: services.config.cookieName, value: token, url: env.address };
    await visitor.context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
    return { ...visitor, account, api };
  };

  return {
    env,
    browser,
    signIn,
    visit: visitStrictly,
    install: async ({
      account,
      devices: wanted = [],
      path = '/manage/devconf',
      projectName = 'Small hotel',
      ...visiting
    } = {}) => {
      const person = await signIn(account, visiting);
      const project = await createProject(person.api, {
        name: projectName,
        devicePassword: DEVICE_PASSWORD,
      });
      const { devices, fleet } = await addDevices(env, person.api, project.id, wanted);
      if (path !== '') await person.page.goto(`${path}?project=${project.id}`);
      return { ...person, project, devices, fleet };
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}

/** Starts new simulated devices and adds them to a project; resolves when all are online. */
export async function addDevices(
  env: DevEnv,
  api: TestBrowser,
  projectId: number,
  wanted: readonly SeededDevice[],
): Promise<{ devices: readonly Device[]; fleet: SimulatedFleet }> {
  const fleet = await env.fleet(buildSite(wanted));
  const params = { projectId };
  for (const [index, { claimCode, sn }] of fleet.base.entries())
    await api.call('deviceAdd', { params, body: { sn, claimCode, name: wanted[index]?.name } });
  const devices = await pollUntil(async () => {
    const { items } = await api.call('deviceList', { params });
    const found = fleet.base.flatMap(({ sn }) => items.filter((item) => item.sn === sn));
    return found.length === wanted.length && found.every(({ state }) => state !== 0) && found;
  }, ONLINE_MS);
  return { devices, fleet };
}

/** Applies a network configuration based on the latest version; does not wait for the devices. */
export async function applyNetwork(
  { api, project }: Pick<Installer, 'api' | 'project'>,
  config: NetworkConfig,
): Promise<void> {
  const params = { projectId: project.id };
  const { version: baseVersion } = await api.call('networkConfigGet', { params });
  await api.call('networkConfigApply', { params, body: { baseVersion, config } });
}

/** Creates a VLAN with the network 10.`id`.0.0/24 and no ports. */
export const createVlan = (id: number, name: string): NetworkConfig['vlans'][number] => ({
  id,
  name,
  ip: `10.${id}.0.1`,
  prefix: 24,
  ports: [],
});

let sites = 0;

/** Returns a site with the given devices, and four clients for each access point. */
function buildSite(wanted: readonly SeededDevice[]): Parameters<DevEnv['fleet']>[0] {
  const site = ++sites;
  const buildSerial = (index: number): string =>
    `NLSTORY${String(site).padStart(6, '0')}${String(index).padStart(5, '0')}`;
  const findSerial = (name: string): string => buildSerial(wanted.findIndex((other) => other.name === name));
  const devices = wanted.map(({ model, name, uplink }, index) => ({
    sn: buildSerial(index),
    mac: `02:4e:53:00:${createHex(site)}:${createHex(index)}`,
    model,
    name,
    vlan: 1,
    ip: `10.20.${site}.${index + 1}`,
    ...(uplink && {
      uplink: { sn: findSerial(uplink[0]), port: uplink[1] },
    }),
  }));
  const crossCables = wanted.flatMap(({ cables = [], name }) =>
    cables.map(
      ([ownPort, other, port]) =>
        [
          { sn: findSerial(other), port },
          { sn: findSerial(name), port: ownPort },
        ] as const,
    ),
  );
  const points = wanted.filter(({ model }) => model.startsWith('NL-AP')).length;
  const clients = Array.from({ length: points * CLIENTS_PER_ACCESS_POINT }, (_, index) => ({
    mac: `02:4e:53:01:${createHex(site)}:${createHex(index)}`,
    name: `Phone-${index + 1}`,
    ip: `10.20.${site}.${100 + index}`,
    vlan: 1,
    ssid: 'Fleet',
  }));
  return { name: `Site ${site}`, seed: site, zoneHours: 0, day: 'steady', devices, clients, crossCables };
}

const createHex = (value: number): string => value.toString(16).padStart(2, '0');
