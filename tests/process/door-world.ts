/** The server behind one of the devices' doors: its own endpoint, or a real mosquitto in front. */
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
  missingMosquitto,
  Mosquitto,
  RawDevice,
  sampleDevice,
  TestBrowser,
} from '@northlight/server/testing';
import { type Site, type SiteOptions, startSite } from '@northlight/simulator';
import { inject } from 'vitest';
import { freePort } from './running-product.ts';

export interface Door {
  readonly name: string;
  /** Why it cannot be shown on this machine. */
  readonly missing: string | undefined;
  readonly open: () => Promise<DoorWorld>;
}

export const DOORS: readonly Door[] = [
  { name: 'the server’s own endpoint', missing: undefined, open: () => openWorld() },
  {
    name: 'mosquitto in front',
    missing: missingMosquitto(),
    open: async () => {
      const mosquitto = await Mosquitto.start();
      return (await openWorld(mosquitto)).with(mosquitto);
    },
  },
];

export interface Claimed {
  readonly projectId: number;
  readonly id: string;
  readonly base: BaseDevice;
}

export class DoorWorld implements AsyncDisposable {
  readonly browser: TestBrowser;
  readonly mosquitto: Mosquitto | undefined;
  /** Of first contact. */
  readonly helloPort: number;
  readonly #start: () => Promise<RunningServer>;
  readonly #resources: AsyncDisposableStack;
  server: RunningServer;

  constructor(
    server: RunningServer,
    browser: TestBrowser,
    helloPort: number,
    more: {
      start: () => Promise<RunningServer>;
      resources: AsyncDisposableStack;
      mosquitto: Mosquitto | undefined;
    },
  ) {
    this.server = server;
    this.browser = browser;
    this.helloPort = helloPort;
    this.mosquitto = more.mosquitto;
    this.#start = more.start;
    this.#resources = more.resources;
  }

  /** Ends this with the world. */
  with(resource: AsyncDisposable): this {
    this.#resources.use(resource);
    return this;
  }

  /** Where devices use their credential. */
  get port(): number {
    return this.mosquitto?.port ?? this.helloPort;
  }

  async startAgain(): Promise<void> {
    this.server = await this.#start();
  }

  /** A device of the base list that is in a project of its own. */
  async claim(model: string): Promise<Claimed> {
    const { id: projectId } = await createProject(this.browser);
    const base = { ...sampleDevice(), model };
    await registerBaseDevices(this.server.context.services.db, [base], Date.now());
    const { claimCode, sn } = base;
    const { id } = await this.browser.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
    return { projectId, id, base };
  }

  /** Its first contact. */
  credentialOf({ base }: Claimed): Promise<{ id: string; token: string }> {
    return RawDevice.provision(this.helloPort, base);
  }

  /** Devices with the software of real ones, which find their way by themselves. */
  plugIn(...devices: readonly Claimed[]): Site {
    return this.plugInAt({ host: '127.0.0.1', port: this.helloPort }, ...devices);
  }

  /** The same, with another address for their first contact. */
  plugInAt(endpoint: SiteOptions['endpoint'], ...devices: readonly Claimed[]): Site {
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
      endpoint,
      clock: new SystemClock(),
      entropy: new SeededEntropy(1),
      speed: 20,
    });
  }

  async stateOf({ id: deviceId, projectId }: Claimed): Promise<number> {
    return (await this.browser.call('deviceGet', { params: { projectId, deviceId } })).state;
  }

  async eventsOf({ projectId }: Claimed): Promise<string[]> {
    const { items } = await this.browser.call('alarmList', { params: { projectId } });
    return items.filter(({ kind }) => kind === 'device-event').map(({ event }) => event);
  }

  /** Sets a VLAN; answers the job that brings it to the device. */
  async apply({ projectId }: Claimed, vlanId: number, baseVersion = 0): Promise<string> {
    const vlan = { id: vlanId, name: `V${vlanId}`, ip: '10.9.0.1', prefix: 24, ports: [] };
    const { job } = await this.browser.call('networkConfigApply', {
      params: { projectId },
      body: { baseVersion, config: { vlans: [vlan], dhcpPools: [] } },
    });
    return job.id;
  }

  async jobState({ projectId }: Claimed, jobId: string): Promise<string | undefined> {
    return (await this.browser.call('jobGet', { params: { projectId, jobId } })).rows[0]?.state;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    await this.#resources.disposeAsync();
  }
}

/** A world with this broker in front, which outlives it; with none, the server's own endpoint. */
export async function openWorld(
  mosquitto?: Mosquitto,
  brokerUrl = mosquitto?.url,
  env: Readonly<Record<string, string>> = {},
): Promise<DoorWorld> {
  await using building = new AsyncDisposableStack();
  const database = building.use(await createTestDatabase(inject('databaseUrl')));
  const dataDirectory = mkdtempSync(join(tmpdir(), 'nl-door-'));
  chmodSync(dataDirectory, 0o711);
  building.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const [port, helloPort] = [await freePort(), await freePort()];
  const config = readConfig({
    NORTHLIGHT_PORT: String(port),
    NORTHLIGHT_MQTT_PORT: String(helloPort),
    NORTHLIGHT_MQTTS_PORT: '0',
    NORTHLIGHT_DEVICE_HTTPS_PORT: '0',
    NORTHLIGHT_UCENTRAL_PORT: 'off',
    NORTHLIGHT_DATA: dataDirectory,
    ...(brokerUrl !== undefined && { NORTHLIGHT_BROKER_URL: brokerUrl }),
    ...env,
  });
  const start = (): Promise<RunningServer> => startServer(config, database.url);
  const server = await start();
  const browser = new TestBrowser(server.address);
  const { account = '', password = '' } = server.administrator ?? {};
  await browser.call('signIn', { body: { account, password } });
  return new DoorWorld(server, browser, helloPort, { start, resources: building.move(), mosquitto });
}
