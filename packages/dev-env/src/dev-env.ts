/** Server, device plane and simulator in one process: the real product on free ports, for development and stories. */
import type { KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, SeededEntropy, SystemClock, SystemEntropy } from '@northlight/runtime';
import { demo } from '@northlight/demo';
import {
  type BaseDevice,
  getFirmwareKeyDirectory,
  readConfig,
  registerBaseDevices,
  type RunningServer,
  startEmbeddedPostgres,
  startServer,
} from '@northlight/server';
import { createClusterDirectory, createTestDatabase } from '@northlight/server/testing';
import {
  createClaimCode,
  createFleetSite,
  createSecret,
  type Site,
  type SiteSpec,
  startSite,
} from '@northlight/simulator';

export interface DevEnvOptions {
  /** URL of a PostgreSQL server for the database; absent to start one. */
  readonly databaseUrl?: string;
  readonly demo?: boolean;
  readonly clock?: Clock;
  readonly port?: number;
  readonly mqttPort?: number;
  readonly mqttsPort?: number;
  readonly deviceHttpsPort?: number;
  readonly ucentralPort?: number;
  /** Speed of simulated devices as a multiple of the speed of real devices. */
  readonly speed?: number;
  /** Public key of the manufacturer that server and devices trust for firmware. */
  readonly firmwareKey?: KeyObject;
  /** Logger of the server; it writes to standard error by default. */
  readonly log?: RunningServer['context']['services']['log'];
  /** Further settings of the server, by environment variable. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface SimulatedFleet {
  readonly site: Site;
  /** Entries of the manufacturer's device list: serial number, claim code, secret. */
  readonly base: readonly BaseDevice[];
}

export interface DevEnv extends AsyncDisposable {
  readonly address: string;
  readonly mqttPort: number;
  readonly mqttsPort: number;
  readonly deviceHttpsPort: number;
  /** PEM file of the authority that signed the server's certificate for devices. */
  readonly authorityFile: string;
  readonly server: RunningServer;
  readonly dataDirectory: string;
  /** Registers a site's devices with the manufacturer and starts them unclaimed. */
  fleet(spec: SiteSpec): Promise<SimulatedFleet>;
  /** Starts `count` devices of all kinds, unclaimed. */
  fleetOf(count: number, seed?: number): Promise<SimulatedFleet>;
  /** Resolves when all work that the device plane started before the call is committed and sent. */
  processAll(): Promise<void>;
}

export async function startDevEnv(options: DevEnvOptions = {}): Promise<DevEnv> {
  await using building = new AsyncDisposableStack();
  const dataDirectory = building.use(createClusterDirectory('nl-dev-')).path;
  const serverUrl = options.databaseUrl ?? building.use(await startEmbeddedPostgres(dataDirectory)).url;
  const database = building.use(await createTestDatabase(serverUrl));
  if (options.firmwareKey) {
    const directory = getFirmwareKeyDirectory(dataDirectory);
    mkdirSync(directory);
    writeFileSync(join(directory, 'maker.pem'), options.firmwareKey.export({ type: 'spki', format: 'pem' }));
  }
  const authorityFile = join(dataDirectory, 'tls', 'authority.pem');
  const clock = options.clock ?? new SystemClock();
  const config = readConfig({
    NORTHLIGHT_PORT: String(options.port ?? 0),
    NORTHLIGHT_MQTT_PORT: String(options.mqttPort ?? 0),
    NORTHLIGHT_MQTTS_PORT: String(options.mqttsPort ?? 0),
    NORTHLIGHT_DEVICE_HTTPS_PORT: String(options.deviceHttpsPort ?? 0),
    NORTHLIGHT_UCENTRAL_PORT: String(options.ucentralPort ?? 0),
    NORTHLIGHT_DATA: dataDirectory,
    ...options.env,
  });
  const server = building.use(
    await startServer(config, database.url, {
      clock,
      ...(options.demo && { demo }),
      ...(options.log && { log: options.log }),
    }),
  );
  const { services } = server.context;
  const { mqtt } = server.gateway;
  const fleet = async (spec: SiteSpec): Promise<SimulatedFleet> => {
    const entropy = new SystemEntropy();
    const { devices, spares = [] } = spec;
    const all = [...devices, ...spares].map(({ sn, mac, model }) => ({
      sn,
      mac,
      model,
      claimCode: createClaimCode(entropy),
      secret: createSecret(entropy),
    }));
    await registerBaseDevices(services.db, all, clock.now());
    const bySn = new Map(all.map((device) => [device.sn, device] as const));
    const site = startSite({
      spec,
      access: (sn) => bySn.get(sn) ?? {},
      endpoint: { host: '127.0.0.1', port: mqtt.port },
      clock,
      entropy: new SeededEntropy(spec.seed),
      speed: options.speed ?? 1,
      ca: readFileSync(authorityFile, 'utf8'),
      ...(options.firmwareKey && { firmware: { keys: [options.firmwareKey] } }),
    });
    sites.use(site);
    return { site, base: all.slice(0, devices.length) };
  };
  const sites = building.use(new AsyncDisposableStack());
  const disposal = building.move();
  return {
    address: server.address,
    mqttPort: mqtt.port,
    mqttsPort: mqtt.tlsPort ?? 0,
    deviceHttpsPort: server.gateway.deviceFiles.port,
    authorityFile,
    server,
    dataDirectory,
    fleet,
    fleetOf: (count, seed = 1) => fleet(createFleetSite(count, seed)),
    processAll: () => services.plane.processAll(),
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}
