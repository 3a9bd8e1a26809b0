/** Runs a server in the test process that keeps its ports over restarts, for tests of the MQTT endpoint. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededEntropy, SystemClock } from '@northlight/runtime';
import {
  type BaseDevice,
  readConfig,
  registerBaseDevices,
  type RunningServer,
  startServer,
} from '@northlight/server';
import {
  createProject,
  createTestDatabase,
  RawDevice,
  createSampleDevice,
  TestBrowser,
} from '@northlight/server/testing';
import { type Site, startSite } from '@northlight/simulator';
import { inject } from 'vitest';

export interface EndpointDevice {
  readonly projectId: number;
  readonly id: string;
  readonly base: BaseDevice;
}

export class EndpointWorld implements AsyncDisposable {
  readonly browser: TestBrowser;
  /** Port of the plain MQTT listener on loopback. */
  readonly port: number;
  readonly #start: () => Promise<RunningServer>;
  readonly #resources: AsyncDisposableStack;
  server: RunningServer;

  constructor(
    server: RunningServer,
    browser: TestBrowser,
    more: { start: () => Promise<RunningServer>; resources: AsyncDisposableStack },
  ) {
    this.server = server;
    this.browser = browser;
    this.port = server.gateway.mqtt.port;
    this.#start = more.start;
    this.#resources = more.resources;
  }

  async startAgain(): Promise<void> {
    this.server = await this.#start();
  }

  /** Adds a new device to the base list and returns it. The device belongs to no project. */
  async register(model: string): Promise<BaseDevice> {
    const base = { ...createSampleDevice(), model };
    await registerBaseDevices(this.server.context.services.db, [base], Date.now());
    return base;
  }

  /** Returns a device of the base list in a project of its own. */
  async claim(model: string): Promise<EndpointDevice> {
    return this.add(await this.register(model));
  }

  /** Adds a registered device to a new project. */
  async add(base: BaseDevice): Promise<EndpointDevice> {
    const { id: projectId } = await createProject(this.browser);
    const { claimCode, sn } = base;
    const { id } = await this.browser.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
    return { projectId, id, base };
  }

  /** Performs the device's first contact and returns its credential. */
  credentialOf({ base }: EndpointDevice): Promise<{ id: string; token: string }> {
    return RawDevice.provision(this.port, base);
  }

  /** Connects simulated devices, which run the agent's link. */
  plugIn(...devices: readonly EndpointDevice[]): Site {
    const secrets = new Map(devices.map(({ base }) => [base.sn, base.secret] as const));
    return startSite({
      spec: {
        name: 'Site',
        seed: 1,
        zoneHours: 0,
        day: 'steady',
        clients: [],
        devices: devices.map(({ base }, index) => ({
          sn: base.sn,
          mac: base.mac,
          model: base.model,
          name: base.sn,
          vlan: 1,
          ip: `10.0.0.${index + 2}`,
        })),
      },
      access: (sn) => ({ secret: secrets.get(sn) ?? '' }),
      endpoint: { host: '127.0.0.1', port: this.port },
      clock: new SystemClock(),
      entropy: new SeededEntropy(1),
      speed: 20,
    });
  }

  async stateOf({ id: deviceId, projectId }: EndpointDevice): Promise<number> {
    return (await this.browser.call('deviceGet', { params: { projectId, deviceId } })).state;
  }

  async eventsOf({ projectId }: EndpointDevice): Promise<string[]> {
    const { items } = await this.browser.call('alarmList', { params: { projectId } });
    return items.filter(({ kind }) => kind === 'device-event').map(({ event }) => event);
  }

  /** Sets a VLAN; returns the id of the job that pushes it. */
  async apply({ projectId }: EndpointDevice, vlanId: number, baseVersion = 0): Promise<string> {
    const vlan = { id: vlanId, name: `V${vlanId}`, ip: '10.9.0.1', prefix: 24, ports: [] };
    const { job } = await this.browser.call('networkConfigApply', {
      params: { projectId },
      body: { baseVersion, config: { vlans: [vlan], dhcpPools: [] } },
    });
    return job.id;
  }

  async jobState({ projectId }: EndpointDevice, jobId: string): Promise<string | undefined> {
    return (await this.browser.call('jobGet', { params: { projectId, jobId } })).rows[0]?.state;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    await this.#resources.disposeAsync();
  }
}

export async function openWorld(): Promise<EndpointWorld> {
  await using building = new AsyncDisposableStack();
  const database = building.use(await createTestDatabase(inject('databaseUrl')));
  const dataDirectory = mkdtempSync(join(tmpdir(), 'nl-endpoint-'));
  chmodSync(dataDirectory, 0o711);
  building.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const settings = {
    NORTHLIGHT_PORT: '0',
    NORTHLIGHT_MQTT_PORT: '0',
    NORTHLIGHT_MQTTS_PORT: '0',
    NORTHLIGHT_DEVICE_HTTPS_PORT: '0',
    NORTHLIGHT_UCENTRAL_PORT: 'off',
    NORTHLIGHT_DATA: dataDirectory,
  };
  const start = (ports: Readonly<Record<string, string>> = {}): Promise<RunningServer> =>
    startServer(readConfig({ ...settings, ...ports }), database.url);
  const server = await start();
  const browser = new TestBrowser(server.address);
  const { account = '', password = '' } = server.administrator ?? {};
  await browser.call('signIn', { body: { account, password } });
  return new EndpointWorld(server, browser, {
    start: () => start(server.ports),
    resources: building.move(),
  });
}
