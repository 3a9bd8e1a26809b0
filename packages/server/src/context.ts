import {
  authorityKeyHash,
  DevicePlane,
  type MqttEndpoint,
  startMqttEndpoint,
  startUcentralEndpoint,
  type UcentralEndpoint,
} from '@northlight/device-plane';
import { type Clock, type Entropy, SystemClock, SystemEntropy } from '@northlight/runtime';
import { X509Certificate } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { AlarmKeeper, AlarmNotifier } from './alarms/index.ts';
import { startChaining } from './audit/index.ts';
import { DemoCopies } from './demo/index.ts';
import { clientRows } from './clients/index.ts';
import { JobScheduler } from './jobs/index.ts';
import { postgresDeviceStore } from './plane-store/index.ts';
import { deviceFigures, openWifiStore } from './devices/index.ts';
import { loadFirmwareKeys, softwareFor } from './firmware/index.ts';
import { assignConfiguration } from './network/index.ts';
import { startHousekeeping } from './housekeeping.ts';
import { MIGRATIONS } from './migrations.ts';
import { PlaneAnnouncer } from './plane-announcer.ts';
import type { Bus } from './platform/bus/bus.ts';
import { LocalBus } from './platform/bus/local-bus.ts';
import { PostgresBus } from './platform/bus/postgres-bus.ts';
import { announce } from './platform/commit.ts';
import { type Config, isLoopback, plainHost } from './platform/config.ts';
import { DiskGuard } from './platform/disk-guard.ts';
import { checkDatabase, openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { DeviceFiles, type DeviceFileUrls } from './platform/device-files/device-files.ts';
import { LiveHub } from './platform/live/hub.ts';
import { FileRoom } from './platform/files/file-room.ts';
import { Images } from './platform/images/images.ts';
import { type Mailer, Outbox, smtpMailer } from './platform/mail/mailer.ts';
import { gatewayTextMessages, outboxTextMessages } from './platform/mail/text-messages.ts';
import { RightsWatch } from './platform/rights-watch.ts';
import { Gazetteer } from './gazetteer/index.ts';
import { Envelope, loadWrappingKey } from './platform/secrets/envelope.ts';
import { Passwords } from './platform/secrets/passwords.ts';
import { portInUse } from './platform/startup-error.ts';
import { deviceHost } from './platform/tls/server-certificate.ts';
import { ServerTls } from './platform/tls/server-tls.ts';
import { Telemetry } from './telemetry/index.ts';
import { TunnelHub } from './tunnels/index.ts';
import { projectAccess } from './projects/index.ts';
import type { Services } from './services.ts';

/** What tests replace; everything else is built from the configuration. */
export interface Overrides {
  readonly clock?: Clock;
  readonly entropy?: Entropy;
  readonly log?: Logger;
}

export interface Context extends AsyncDisposable {
  readonly services: Services;
  readonly mqtt: MqttEndpoint;
  /** Undefined when its door is kept shut. */
  readonly ucentral: UcentralEndpoint | undefined;
  readonly tls: ServerTls;
  readonly deviceFiles: DeviceFiles;
  /** The console is served at this origin from now on. */
  listensAt(origin: string): void;
}

/** The composition root: builds every service of one server process and releases them in reverse. */
export async function createContext(
  config: Config,
  databaseUrl: string,
  overrides: Overrides = {},
): Promise<Context> {
  await using building = new AsyncDisposableStack();
  const clock = overrides.clock ?? new SystemClock();
  const entropy = overrides.entropy ?? new SystemEntropy();
  const log = overrides.log ?? pino({ level: process.env['NORTHLIGHT_LOG'] ?? 'warn' }, pino.destination(2));
  mkdirSync(config.dataDirectory, { recursive: true, mode: 0o711 });
  await checkDatabase(databaseUrl);
  const db = openDatabase(databaseUrl, (error) => log.warn({ err: error }, 'database connection lost'));
  building.defer(() => db.destroy());
  await migrate(db, MIGRATIONS);

  const envelope = new Envelope(loadWrappingKey(config.key, config.dataDirectory, entropy), entropy);
  const live = new LiveHub(clock, entropy);
  live.provideRows('devices', deviceFigures(db, clock));
  live.provideRows('clients', clientRows(db));
  const mailer: Mailer = config.smtpUrl
    ? smtpMailer(config.smtpUrl)
    : new Outbox(config.dataDirectory, clock, entropy);
  const textMessages = config.smsUrl
    ? gatewayTextMessages(config.smsUrl)
    : outboxTextMessages(mailer.outbox ?? new Outbox(config.dataDirectory, clock, entropy));
  const tls = building.use(await ServerTls.load(config, clock, entropy, log));
  const bus: Bus =
    config.bus === 'local'
      ? new LocalBus(log)
      : building.use(await PostgresBus.open({ databaseUrl, db, clock, entropy, log }));
  bus.subscribe('live', ({ resource, rows, to }) => {
    if (rows && 'projectId' in to) live.changedRows(resource, to.projectId, rows);
    else live.changed(resource, to);
  });
  let notices: AlarmNotifier | undefined;
  const alarms = new AlarmKeeper({
    bus,
    clock,
    db,
    entropy,
    log,
    devicesHere: () => plane.connectionCount,
    grouped: () => notices?.hurry(),
  });
  bus.subscribe('alarms', ({ projectId }) => alarms.look(projectId));
  let urls: DeviceFileUrls | undefined;
  const planeAnnouncer = new PlaneAnnouncer({ bus, clock, db, log });
  building.use(planeAnnouncer);
  const changed = planeAnnouncer.changed;
  const diskGuard = new DiskGuard({
    directory: config.dataDirectory,
    reserveBytes: config.diskReserveBytes,
    clock,
    log,
  });
  await diskGuard.start();
  const telemetry = building.use(
    new Telemetry({ db, databaseUrl, clock, log, room: () => diskGuard.room() }),
  );
  const plane = new DevicePlane({
    software: async (deviceId) => urls && softwareFor(db, urls, deviceId),
    store: postgresDeviceStore({ db, entropy, envelope, telemetry }),
    clock,
    entropy,
    log,
    issuer: tls.issuer,
    changed,
  });
  building.use(alarms);
  building.use(plane);
  bus.subscribe('nudge', ({ deviceId }) => plane.nudge(deviceId));
  bus.subscribe('drop', ({ deviceId, reason }) => plane.drop(deviceId, reason));
  const startsWaiting = (accountId: string): void =>
    announce(bus, (after) => after.liveTo([accountId], 'waitingDevices'));
  const planeServices = { store: plane.store, clock, entropy, log, changed: () => undefined };
  const mqtt = await startMqttEndpoint(plane, planeServices, {
    plain: { host: plainHost(config.host), port: config.mqttPort },
    tls: { host: config.host, port: config.mqttsPort, identity: tls },
    startsWaiting,
  }).catch((error: unknown) => {
    const plain = error instanceof Error && 'port' in error && error.port === config.mqttPort;
    throw plain
      ? portInUse(error, 'NORTHLIGHT_MQTT_PORT', config.mqttPort)
      : portInUse(error, 'NORTHLIGHT_MQTTS_PORT', config.mqttsPort);
  });
  building.use(mqtt);
  const ucentral =
    config.ucentralPort === undefined
      ? undefined
      : await startUcentralEndpoint(plane, planeServices, {
          host: config.host,
          port: config.ucentralPort,
          identity: tls,
          store: openWifiStore(db),
          simulators: config.ucentralSimulators,
          startsWaiting,
        }).catch((error: unknown) => {
          throw portInUse(error, 'NORTHLIGHT_UCENTRAL_PORT', config.ucentralPort ?? 0);
        });
  building.use(ucentral);
  bus.subscribe('claimed', ({ sn }) => {
    Promise.all([mqtt.provisioning.claimed(sn), ucentral?.claimed(sn)]).catch((error: unknown) =>
      log.warn({ err: error }, 'claim not announced'),
    );
  });
  bus.subscribe('distrusted', ({ accountId, keyHash }) => ucentral?.distrust(accountId, keyHash));
  await plane.start();
  telemetry.start(plane.instance);

  const jobs = building.use(new JobScheduler({ bus, clock, db, entropy, log, plane }));
  bus.subscribe('jobs', () => jobs.runSoon());
  jobs.start();
  alarms.start();

  const files = new FileRoom(config.dataDirectory, clock, entropy);
  const rights = new RightsWatch({ bus, clock });
  const tunnels = building.use(new TunnelHub({ host: config.tunnelHost, clock, entropy, log, rights }));
  let address = `http://localhost:${config.port}`;
  const notifying = {
    bus,
    clock,
    config,
    db,
    entropy,
    envelope,
    log,
    mailer,
    address: () => config.publicUrl ?? address,
  };
  notices = building.use(new AlarmNotifier(notifying));
  notices.start();
  const deviceFiles = await DeviceFiles.listen({
    host: config.host,
    port: config.deviceHttpsPort,
    publicHost: deviceHost(config),
    identity: tls,
    key: envelope.derive('device-files', 'tickets'),
    db,
    files,
    clock,
    log,
    onTunnel: (ticket, socket) => tunnels.attach(ticket, socket),
    isClaimed: async (deviceId) => (await plane.store.credential(deviceId)) !== undefined,
  }).catch((error: unknown) => {
    throw portInUse(error, 'NORTHLIGHT_DEVICE_HTTPS_PORT', config.deviceHttpsPort);
  });
  building.use(deviceFiles);
  urls = deviceFiles;

  const services: Services = {
    config,
    clock,
    entropy,
    log,
    db,
    bus,
    live,
    rights,
    mailer,
    textMessages,
    files,
    deviceFiles,
    tunnels,
    address: () => address,
    firmwareKeys: loadFirmwareKeys(config.dataDirectory),
    images: new Images(),
    plane,
    jobScheduler: jobs,
    telemetry,
    diskGuard,
    alarms,
    notices,
    gazetteer: new Gazetteer(),
    demoCopies: new DemoCopies(),
    passwords: new Passwords(entropy),
    envelope,
    isOwnAuthority: (certificate) =>
      authorityKeyHash(certificate) === authorityKeyHash(new X509Certificate(tls.material.authority)),
    assignConfiguration: (tx, after, projectId, deviceIds, scope) =>
      assignConfiguration({ entropy, envelope }, tx, after, projectId, deviceIds, scope),
    outboxShown:
      mailer.outbox !== undefined &&
      isLoopback(config.host) &&
      config.publicUrl === undefined &&
      config.trustedProxy === undefined,
    projectAccess: (principal, projectId) => projectAccess(db, clock, principal, projectId),
  };
  building.use(startHousekeeping(services));
  building.use(startChaining(services));
  // First of all: what waits for room would hold up everything else.
  building.defer(() => diskGuard.end());
  const disposal = building.move();
  return {
    services,
    mqtt,
    ucentral,
    tls,
    deviceFiles,
    listensAt: (origin) => {
      address = origin;
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}
