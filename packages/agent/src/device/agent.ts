import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Entropy } from '@northlight/runtime';
import {
  type BackupHandlerOptions,
  createBackupHandler,
  createRestoreHandler,
  withBackups,
} from '../backup/backup-handlers.ts';
import type { AgentConfig } from './agent-config.ts';
import { readAddress, HostFigures } from '../collect/host-figures.ts';
import { PortWatch } from '../collect/port-watch.ts';
import { Reporter } from '../collect/reporter.ts';
import { CommandRunner, type CommandHandlers, LocateLight } from '../commands/index.ts';
import { createCommonHandlers, addHandlers } from './common-handlers.ts';
import { FileStore } from './file-store.ts';
import { createApParts } from '../ap/ap-parts.ts';
import { createBridgeParts } from '../bridge/bridge-parts.ts';
import { BackhaulWatch } from '../collect/backhaul-watch.ts';
import { createGatewayParts } from '../gateway/gateway-parts.ts';
import {
  type Connect,
  type BirthFacts,
  DeviceLink,
  type LinkLog,
  createMqttConnector,
  createKeyAndRequest,
} from '../link/index.ts';
import { LinuxDriver } from './linux-driver.ts';
import type { KindParts, KindPartsServices } from './kind-parts.ts';
import { createSwitchParts } from '../switch/switch-parts.ts';
import { LocalPageService } from './local-page-service.ts';
import type { LaunchContext } from '../software/launch-context.ts';
import { loadTrustedKeys, createUpgradeHandler } from '../software/upgrade-handler.ts';
import { SOFTWARE } from '../software/version.ts';
import { LldpDaemon } from '../system/lldp-daemon.ts';
import { runProgram } from '../system/run.ts';
import { watchProgram } from '../system/watch-program.ts';

const HARDWARE = 'linux';

export interface AgentServices {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: LinkLog;
  /** Opens the connection to the cloud; MQTT to the configured host by default. */
  readonly connect?: Connect;
  /** Called when the device must restart; the caller restarts the agent. */
  readonly onReboot: () => void;
  /** Launcher of this software; absent if upgrades are not available. */
  readonly launch?: LaunchContext;
  /** Further command handlers, which override those of the agent. */
  readonly handlers?: CommandHandlers;
}

export interface Agent extends AsyncDisposable {
  readonly link: DeviceLink;
  readonly driver: Pick<LinuxDriver<unknown>, 'running' | 'describe'>;
  /** Stops the daemons that keep running after the agent has ended. Stopping them interrupts traffic. */
  stopDaemons(): Promise<void>;
}

/** Starts the agent: restores the saved configuration and connects to the cloud. */
export async function startAgent(config: AgentConfig, services: AgentServices): Promise<Agent> {
  const { clock, log } = services;
  let reporter: Reporter | undefined;
  const neighbours = () => reporter?.neighbours ?? [];
  const parts: KindPartsServices = { run: runProgram, clock, log, neighbours };
  const onReporter = (created: Reporter): void => void (reporter = created);
  if ('ports' in config)
    return assemble(config, services, parts, await createSwitchParts(config, parts), onReporter);
  if ('bridge' in config)
    return assemble(config, services, parts, await createBridgeParts(config, parts), onReporter);
  return 'radios' in config
    ? assemble(config, services, parts, await createApParts(config, parts), onReporter)
    : assemble(config, services, parts, await createGatewayParts(config, parts), onReporter);
}

async function assemble<A>(
  config: AgentConfig,
  services: AgentServices,
  parts: KindPartsServices,
  kindParts: KindParts<A>,
  onReporter: (reporter: Reporter) => void,
): Promise<Agent> {
  const { clock, entropy, launch, log, onReboot } = services;
  const { mac, model, sn, stateDir } = config;
  const { system, uplink } = kindParts;
  const startedAt = clock.now();
  const endpoint = await readEndpoint(config);
  const ca = endpoint.tls?.ca;
  const keys = await loadTrustedKeys(config);
  const uptimeSeconds = (): number => Math.max(0, Math.floor((clock.now() - startedAt) / 1000));
  const localPage = new LocalPageService({
    config,
    ca,
    clock,
    entropy,
    log,
    uptimeSeconds,
    restart: onReboot,
    link: () => link,
    running: () => driver.running,
    wanPorts: kindParts.caps.ports.filter(({ role }) => role === 'wan').map(({ id }) => id),
    addresses: () => kindParts.localAddresses(driver.running),
  });
  const { locateLight } = config;
  const light = locateLight === undefined ? undefined : new LocateLight(locateLight, clock, log);
  const backup: BackupHandlerOptions = {
    sn,
    model,
    link: () => link,
    leases: kindParts.leases,
    running: () => driver.running,
    ca,
    file: join(stateDir, 'restored-leases'),
    clock,
    entropy,
  };
  const handlers: CommandHandlers = {
    backup: createBackupHandler(backup),
    ...(kindParts.leases && { restore: createRestoreHandler({ ...backup, leases: kindParts.leases }) }),
    ...createCommonHandlers(parts, light, onReboot, () => reporter.sendTopology()),
    ...localPage.handlers,
    ...(launch &&
      keys.length > 0 && {
        upgrade: createUpgradeHandler({
          config,
          keys,
          launch,
          ca,
          clock,
          entropy,
          address: () => link.requestSoftware(),
          end: onReboot,
        }),
      }),
    ...kindParts.handlers,
    ...services.handlers,
  };
  const caps = addHandlers(withBackups(kindParts.caps), handlers);
  const ports = caps.ports.map(({ id }) => id);
  const address = kindParts.address ?? (() => readAddress(uplink, runProgram));
  let ip = await address();
  const nets = async () => {
    ip = await address();
    const uplinkMac = backhaul?.latest?.parentMac;
    return { ...(ip !== undefined && { ip }), ...(uplinkMac !== undefined && { uplinkMac }) };
  };
  const describe = (): BirthFacts => ({
    model,
    sn,
    mac,
    sw: SOFTWARE,
    hw: HARDWARE,
    caps,
    uptimeSeconds: uptimeSeconds(),
    nets: ip === undefined ? {} : { ip },
    ...(kindParts.meshRole && { meshRole: kindParts.meshRole }),
  });
  const driver = new LinuxDriver({
    system,
    caps,
    commands: new CommandRunner({ caps, handlers, log }),
    describe,
    log,
    onOnline: () => {
      reporter.sendAll();
      void launch
        ?.confirmed()
        .catch((error: unknown) => log.warn({ err: error }, 'the running software could not be confirmed'));
    },
    onOffline: () => undefined,
  });
  const link = new DeviceLink({
    sn,
    secret: config.secret,
    ...(config.renewDays !== undefined && { renewAfterDays: config.renewDays }),
    ...(config.cloudCode !== undefined && { cloudCode: config.cloudCode }),
    ...(config.tls && { newKey: createKeyAndRequest }),
    connect: services.connect ?? createMqttConnector(endpoint),
    driver,
    store: new FileStore(join(stateDir, 'link.json')),
    clock,
    entropy,
    log,
  });
  const lldp = new LldpDaemon({
    run: runProgram,
    clock,
    mac,
    name: sn,
    kind: kindParts.lldpKind,
    // Sends no LLDP on WAN ports, so that the device does not identify itself to the ISP.
    ports: caps.ports.flatMap(({ id, role }) => (role === 'wan' ? [] : [id])),
  });
  const backhaul =
    kindParts.backhaul &&
    new BackhaulWatch({
      link,
      clock,
      log,
      read: kindParts.backhaul,
      onChange: () => reporter.refresh(),
    });
  const figures = new HostFigures(runProgram, ports, kindParts.portExtras);
  const reporter = new Reporter({
    link,
    clock,
    log,
    clients: kindParts.clients,
    lldp,
    figures: async () => {
      const applications = await kindParts.applications?.();
      const bridge = await kindParts.bridge?.();
      const radios = await kindParts.radioFigures?.();
      const nearby = radios && (await kindParts.nearbyNetworks?.(radios));
      return {
        ...(await figures.read()),
        ...(radios && { radios }),
        ...(kindParts.wanFigures && { wans: await kindParts.wanFigures() }),
        ...(kindParts.dhcpPools && { dhcpPools: await kindParts.dhcpPools(driver.running) }),
        ...(applications && { applications }),
        ...nearby,
        ...(backhaul?.latest && { backhaul: backhaul.latest }),
        ...(bridge && { bridge }),
        uptimeSeconds: uptimeSeconds(),
        nets: await nets(),
      };
    },
    topology: kindParts.topology,
    ...(kindParts.watch && { watch: kindParts.watch }),
  });
  const portWatch = new PortWatch({ link, clock, log, run: runProgram, ports, watch: watchProgram });
  onReporter(reporter);
  await system.prepare();
  await link.boot(launch?.bootReason);
  reporter.start();
  backhaul?.start();
  void portWatch.start();
  localPage.start();
  return {
    link,
    driver,
    stopDaemons: async () => {
      await lldp.stop();
      await system.stopDaemons();
    },
    [Symbol.asyncDispose]: async () => {
      await localPage[Symbol.asyncDispose]();
      reporter[Symbol.dispose]();
      await backhaul?.[Symbol.asyncDispose]();
      portWatch[Symbol.dispose]();
      kindParts.clients[Symbol.dispose]?.();
      await kindParts.dispose?.();
      await link.stop();
      await light?.[Symbol.asyncDispose]();
    },
  };
}

async function readEndpoint({
  cloudHost,
  cloudPort,
  tls,
}: AgentConfig): Promise<Parameters<typeof createMqttConnector>[0]> {
  return {
    host: cloudHost,
    port: cloudPort,
    ...(tls && {
      tls: {
        ca: await readFile(tls.caFile, 'utf8'),
        ...(tls.serverName !== undefined && { serverName: tls.serverName }),
      },
    }),
  };
}
