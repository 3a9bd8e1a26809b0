import { hashAuthorityKey, DevicePlane } from '@northlight/device-plane';
import {
  type Clock,
  type Entropy,
  createPasswordVerifier,
  SystemClock,
  SystemEntropy,
} from '@northlight/runtime';
import { X509Certificate } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { AlarmGrouper, AlarmNotifier } from './alarms/index.ts';
import { startChaining } from './audit/index.ts';
import { createDemoFeature } from './demo.ts';
import {
  AutomaticBackups,
  createBackupTransfers,
  createPartStore,
  orderBackups,
  RestoreDrills,
} from './backups/index.ts';
import { createClientRows } from './clients/index.ts';
import { JobScheduler, listInterruptions } from './jobs/index.ts';
import { createPostgresDeviceStore } from './plane-store/index.ts';
import { createDeviceFigures, sealStoredConfigs } from './devices/index.ts';
import { loadFirmwareKeys, findUpgradeDownload } from './firmware/index.ts';
import {
  assignConfiguration,
  changeCountry,
  hasNetworkSetup,
  readVlanPathMarkers,
  readVlanPaths,
} from './network/index.ts';
import { startHousekeeping } from './housekeeping.ts';
import { MIGRATIONS } from './schema.ts';
import { PlaneAnnouncer } from './plane-announcer.ts';
import type { Bus } from './platform/bus/bus.ts';
import { LocalBus } from './platform/bus/local-bus.ts';
import { PostgresBus } from './platform/bus/postgres-bus.ts';
import { type Gateway, startGateway } from './device-listeners.ts';
import { disableFeature, enableFeature, type Feature, requireFeature } from './platform/feature.ts';
import { Leases } from './platform/leases/leases.ts';
import { type Config, isLoopback, chooseLoopbackHost } from './platform/config.ts';
import { DiskGuard } from './platform/disk-guard.ts';
import { checkDatabase, openDatabase } from './platform/db/database.ts';
import { applyMigrations } from './platform/db/migrate.ts';
import { DeviceFiles } from './platform/device-files/device-files.ts';
import { LiveHub } from './platform/live/hub.ts';
import { Peers } from './platform/peers/peers.ts';
import { AccountFiles } from './platform/files/account-files.ts';
import { DirectoryFileStore } from './platform/files/file-store.ts';
import { PlanProcessor } from './platform/images/plan-processor.ts';
import { ImageProcessor } from './platform/images/image-processor.ts';
import { SnapshotProcessor } from './platform/images/snapshot-processor.ts';
import { createPictureReceiver, createSnapshotAddresses } from './video/index.ts';
import { type Mailer, Outbox, createSmtpMailer } from './platform/mail/mailer.ts';
import {
  createGatewayTextMessageSender,
  createOutboxTextMessageSender,
} from './platform/mail/text-message-sender.ts';
import { RightsWatch } from './platform/rights-watch.ts';
import { explainPortInUse } from './platform/startup-error.ts';
import { Gazetteer } from './gazetteer/index.ts';
import { Envelope, loadWrappingKey } from './platform/secrets/envelope.ts';
import { PasswordHasher } from './platform/secrets/password-hasher.ts';
import { getDeviceHost } from './platform/tls/server-certificate.ts';
import { ServerTls } from './platform/tls/server-tls.ts';
import { takeOver } from './replacement/index.ts';
import { createRfSchedule, refuseDuringRun, RfPlanner } from './rf/index.ts';
import { Telemetry } from './telemetry/index.ts';
import { TopologyUpdater, updateBeside } from './topology/index.ts';
import { LargeProjects } from './large-projects.ts';
import { TunnelHub } from './tunnels/index.ts';
import { readPrincipal } from './accounts/index.ts';
import { RefusalRowLimiter } from './platform/http/refusal-row-limiter.ts';
import { computeListVersion, findProjectAccess, lockProjectAccess } from './projects/index.ts';
import type { Demo, Services } from './services.ts';

/** Parts that the program provides or tests replace; all other services are built from the configuration. */
export interface ContextOptions {
  /** The live demo; absent in a program without it. */
  readonly demo?: Demo;
  readonly clock?: Clock;
  readonly entropy?: Entropy;
  readonly log?: Logger;
  readonly passwordVerifier?: Services['passwordVerifier'];
  /** Number of devices from which work on a whole project runs in a thread; 500 by default. */
  readonly largeProjectDevices?: number;
}

/** The services with their background work, which tests and measurements run and await. */
export interface ProcessServices extends Services {
  readonly alarms: AlarmGrouper;
  readonly automaticBackups: AutomaticBackups;
  readonly jobScheduler: JobScheduler;
  readonly largeProjects: LargeProjects;
  readonly notices: AlarmNotifier;
  readonly rfPlanner: RfPlanner;
  readonly telemetry: Telemetry;
  readonly topology: TopologyUpdater;
}

export interface Context extends AsyncDisposable {
  readonly services: ProcessServices;
  readonly gateway: Feature<Gateway>;
  /** Leases of work that only one process does at a time; `start` takes the free leases. */
  readonly leases: Leases;
  readonly tls: ServerTls;
  setOrigin(origin: string): void;
}

/** Builds every service of one server process, and releases the services in reverse order. */
export async function createContext(
  config: Config,
  databaseUrl: string,
  options: ContextOptions = {},
): Promise<Context> {
  await using building = new AsyncDisposableStack();
  const clock = options.clock ?? new SystemClock();
  const entropy = options.entropy ?? new SystemEntropy();
  const log = options.log ?? pino({ level: process.env['NORTHLIGHT_LOG'] ?? 'warn' }, pino.destination(2));
  mkdirSync(config.dataDirectory, { recursive: true, mode: 0o711 });
  await checkDatabase(databaseUrl);
  const db = openDatabase(databaseUrl, (error) => log.warn({ err: error }, 'database connection lost'));
  building.defer(() => db.destroy());
  await applyMigrations(db, MIGRATIONS);

  const envelope = new Envelope(loadWrappingKey(config.key, config.dataDirectory, entropy), entropy);
  const sealed = await sealStoredConfigs(db, envelope);
  if (sealed > 0)
    log.warn(
      { devices: sealed },
      'sealed configurations that an earlier version stored unencrypted; change the keys of bridge links if others could read the database or its backups',
    );
  const live = new LiveHub(clock, entropy);
  live.provideRows('devices', createDeviceFigures(db, clock));
  live.provideRows('clients', createClientRows(db));
  const mailer: Mailer = config.smtpUrl
    ? createSmtpMailer(config.smtpUrl)
    : new Outbox(config.dataDirectory, clock, entropy);
  const textMessageSender = config.smsUrl
    ? createGatewayTextMessageSender(config.smsUrl)
    : createOutboxTextMessageSender(mailer.outbox ?? new Outbox(config.dataDirectory, clock, entropy));
  const tls = building.use(await ServerTls.load(config, clock, entropy, log));
  const bus: Bus =
    config.bus === 'local'
      ? new LocalBus(log)
      : building.use(await PostgresBus.open({ databaseUrl, db, clock, entropy, log }));
  bus.subscribe('live', ({ resource, rows, to }) => {
    if (rows && 'projectId' in to) live.changedRows(resource, to.projectId, rows);
    else live.changed(resource, to);
  });
  const rights = new RightsWatch({ bus, clock });
  let address = `http://localhost:${config.port}`;
  const diskGuard = new DiskGuard({
    directory: config.dataDirectory,
    reserveBytes: config.diskReserveBytes,
    clock,
    log,
  });
  await diskGuard.start();
  const telemetry = building.use(
    new Telemetry({ db, databaseUrl, clock, log, ensureDiskSpace: () => diskGuard.waitForSpace() }),
  );
  const peers =
    config.bus === 'local'
      ? undefined
      : building.use(
          await Peers.open({
            host: config.host,
            port: config.peerPort,
            publicHost: config.peerHost,
            key: envelope.derive('peers', 'key'),
            clock,
            log,
          }).catch((error: unknown) => {
            throw explainPortInUse(error, 'NORTHLIGHT_PEER_PORT', config.peerPort);
          }),
        );
  const leases = new Leases({ db, clock, entropy, log, address: peers?.address });
  const notices = new AlarmNotifier({
    bus,
    clock,
    config,
    db,
    entropy,
    envelope,
    log,
    mailer,
    address: () => config.publicUrl ?? address,
  });
  const largeProjects = building.use(
    new LargeProjects({ db, databaseUrl, log, from: options.largeProjectDevices }),
  );
  const topology = new TopologyUpdater({ bus, clock, db, log }, updateBeside({ db, largeProjects }));
  const alarms = new AlarmGrouper({
    bus,
    clock,
    db,
    entropy,
    log,
    updateLinks: (projectId) => topology.processProject(projectId),
    vlanPaths: {
      readMarkers: () => readVlanPathMarkers(db),
      read: (projectId) => readVlanPaths(db, projectId),
    },
    onGrouped: () => notices.checkOnNextTick(),
  });
  bus.subscribe('alarms', ({ projectId }) => alarms.requestGrouping(projectId));

  const store = createPostgresDeviceStore({
    db,
    entropy,
    envelope,
    telemetry,
    takeOver: (sn) => takeOver(services, sn),
  });
  const fileStore = new DirectoryFileStore(join(config.dataDirectory, 'files'));
  const files = new AccountFiles(fileStore, clock, entropy);
  const tunnels = building.use(
    new TunnelHub({
      host: config.tunnelHost,
      process: leases.holder,
      addressOf: (process) => leases.addressOf(process),
      clock,
      db,
      entropy,
      envelope,
      log,
      peers,
      rights,
    }),
  );
  const deviceFiles = building.use(
    new DeviceFiles({
      host: config.host,
      port: config.deviceHttpsPort,
      publicHost: getDeviceHost(config),
      identity: tls,
      key: envelope.derive('device-files', 'tickets'),
      db,
      files,
      parts: createPartStore(db, bus),
      receivePicture: createPictureReceiver({
        bus,
        clock,
        db,
        entropy,
        files,
        snapshots: new SnapshotProcessor(),
      }),
      clock,
      log,
      onTunnel: (ticket) => tunnels.links.acceptTicket(ticket),
      isClaimed: async (deviceId) => (await store.readCredential(deviceId)) !== undefined,
    }),
  );
  const planeAnnouncer = building.use(new PlaneAnnouncer({ bus, clock, db, entropy, log }));
  const plane = building.use(
    new DevicePlane({
      findUpgradeFile: (deviceId) => findUpgradeDownload(db, deviceFiles, deviceId),
      backupTransfers: createBackupTransfers(db, deviceFiles),
      findSnapshotAddress: createSnapshotAddresses({ clock, db, entropy, files: deviceFiles }),
      store,
      clock,
      entropy,
      log,
      issuer: tls.issuer,
      publishChange: planeAnnouncer.publishChange,
    }),
  );
  bus.subscribe('pendingWork', ({ deviceId }) => plane.sendPendingWork(deviceId));
  bus.subscribe('drop', ({ deviceId, reason }) => plane.closeConnection(deviceId, reason));
  const jobs = new JobScheduler({ bus, clock, db, entropy, log, plane });
  bus.subscribe('jobs', () => jobs.runSoon());

  const services: ProcessServices = {
    config,
    clock,
    entropy,
    log,
    db,
    bus,
    largeProjects,
    live,
    rights,
    mailer,
    textMessageSender,
    files,
    deviceFiles,
    tunnels,
    address: () => address,
    firmwareKeys: loadFirmwareKeys(config.dataDirectory),
    images: new ImageProcessor(),
    plans: new PlanProcessor(),
    plane,
    jobScheduler: jobs,
    rfPlanner: new RfPlanner({ bus, clock, db, entropy, log, telemetry }),
    telemetry,
    diskGuard,
    alarms,
    automaticBackups: new AutomaticBackups({ bus, clock, db, entropy, envelope, files, log }),
    topology,
    notices,
    gazetteer: new Gazetteer(),
    demo: createDemoFeature(config, options.demo),
    passwords: new PasswordHasher(entropy),
    refusalRows: new RefusalRowLimiter(),
    passwordVerifier: options.passwordVerifier ?? ((password) => createPasswordVerifier(password, entropy)),
    envelope,
    isOwnAuthority: (certificate) =>
      hashAuthorityKey(certificate) === hashAuthorityKey(new X509Certificate(tls.material.authority)),
    assignConfiguration: (work, projectId, deviceIds, scope) =>
      assignConfiguration({ clock, entropy, envelope }, work, projectId, deviceIds, scope),
    orderBackups,
    refuseRadioEdits: refuseDuringRun,
    listInterruptions: (...scope) => listInterruptions(db, ...scope),
    changeCountry,
    hasNetworkSetup: (projectIds) => hasNetworkSetup(db, projectIds),
    outboxShown:
      mailer.outbox !== undefined &&
      isLoopback(config.host) &&
      config.publicUrl === undefined &&
      config.trustedProxy === undefined,
    projectAccess: (principal, projectId) => findProjectAccess(db, clock, principal, projectId),
    projectListVersion: (principal) => computeListVersion(db, clock, principal),
    lockProjectAccess: (tx, principal, projectId) => lockProjectAccess(tx, clock, principal, projectId),
    readPrincipal: (tx, principal) => readPrincipal({ clock, db: tx }, principal),
  };
  const gateway: Feature<Gateway> = config.roles.has('gateway')
    ? enableFeature(building.use(await startGateway({ ...services, tls, deviceFiles })))
    : disableFeature('NORTHLIGHT_ROLES does not include gateway: this process does not listen for devices.');
  if (config.roles.has('jobs')) {
    void leases.apply('jobs', (lease) => jobs.start(lease));
    void leases.apply('alarms', () => startAlarms(notices, alarms));
    void leases.apply('topology', () => topology.start());
    void leases.apply('rf', () => services.rfPlanner.start(createRfSchedule(services)));
    void leases.apply('backups', () => services.automaticBackups.start());
    // Drills need the simulation, which not every process loads.
    if (services.demo.enabled) void leases.apply('drills', () => new RestoreDrills(services).start());
    void leases.apply('telemetry', () => telemetry.maintain());
    void leases.apply('housekeeping', () => startHousekeeping(services));
    void leases.apply('audit', () => startChaining(services));
  }
  const { demo } = services;
  if (config.roles.has('demo') && demo.enabled) {
    const endpoint = {
      host: chooseLoopbackHost(config.host),
      port: requireFeature(gateway).mqtt.port,
      ca: tls.material.authority,
    };
    void leases.apply('demo', () => demo.part.start(services, endpoint));
  }
  building.use(telemetry.start(() => leases.hasOthers()));
  building.defer(() => leases[Symbol.asyncDispose]());
  // Disposes of the disk guard first, because work that waits for disk space would block all other disposals.
  building.defer(() => diskGuard.end());
  const disposal = building.move();
  return {
    services,
    gateway,
    leases,
    tls,
    setOrigin: (origin) => {
      address = origin;
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}

/** Disposes of the alarm grouping before the notifications, which depend on its results. */
function startAlarms(notices: AlarmNotifier, alarms: AlarmGrouper): AsyncDisposable {
  const running = new AsyncDisposableStack();
  running.use(notices.start());
  running.use(alarms.start());
  return running;
}
