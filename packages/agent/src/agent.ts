import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { capabilitiesOf } from '@northlight/contract';
import { type Capabilities, STAT_INTERVAL_MS } from '@northlight/contract/device-protocol';
import type { Clock, Entropy } from '@northlight/runtime';
import type { AgentConfig } from './agent-config.ts';
import { ClientWatch } from './collect/client-watch.ts';
import { addressOf, HostFigures } from './collect/host-figures.ts';
import { FileStore } from './file-store.ts';
import { GatewayDriver } from './gateway/gateway-driver.ts';
import { GatewaySystem } from './gateway/gateway-system.ts';
import {
  type Connect,
  type Description,
  DeviceLink,
  type LinkLog,
  mqttConnector,
  newKeyAndRequest,
} from './link/index.ts';
import { run } from './system/run.ts';

const SOFTWARE = '0.1.0';
const HARDWARE = 'linux';

export interface AgentServices {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: LinkLog;
  /** Other connections than MQTT to the configured cloud. */
  readonly connect?: Connect;
  /** Called when the device is to be started again. */
  readonly onReboot: () => void;
}

export interface Agent extends AsyncDisposable {
  readonly link: DeviceLink;
  readonly system: GatewaySystem;
  readonly driver: GatewayDriver;
}

/** Starts the agent: the gateway runs its kept configuration, and the link seeks its cloud. */
export async function startAgent(config: AgentConfig, services: AgentServices): Promise<Agent> {
  const { clock, entropy, log, onReboot } = services;
  const { lan, mac, model, sn, stateDir, switchKind, wan } = config;
  const startedAt = clock.now();
  const system = new GatewaySystem({
    stateDir,
    wan,
    lan,
    run,
    clock,
    ...(switchKind && { kind: switchKind }),
  });
  const figures = new HostFigures(run, [wan, ...lan]);
  const caps = capabilitiesFor(config);
  let ip = await addressOf(wan, run);
  const uptimeSeconds = (): number => Math.max(0, Math.floor((clock.now() - startedAt) / 1000));
  const describe = (): Description => ({
    model,
    sn,
    mac,
    sw: SOFTWARE,
    hw: HARDWARE,
    caps,
    uptimeSeconds: uptimeSeconds(),
    managed: 'cloud',
    nets: ip === undefined ? {} : { ip },
  });
  const driver = new GatewayDriver({
    system,
    caps,
    describe,
    log,
    onOnline: () => {
      void sendStat();
      void link.report('topo', { lldp: [] });
      clients.tellAll();
    },
    onOffline: () => undefined,
    onReboot,
  });
  const link = new DeviceLink({
    sn,
    secret: config.secret,
    ...(config.renewDays !== undefined && { renewAfterDays: config.renewDays }),
    ...(config.cloudCode !== undefined && { cloudCode: config.cloudCode }),
    ...(config.tls && { newKey: newKeyAndRequest }),
    connect: services.connect ?? mqttConnector(await endpointOf(config)),
    driver,
    store: new FileStore(join(stateDir, 'link.json')),
    clock,
    entropy,
    log,
  });
  const clients = new ClientWatch({ link, system, lan, run, clock, log });
  let stopped = false;

  async function sendStat(): Promise<void> {
    ip = await addressOf(wan, run);
    const nets = ip === undefined ? {} : { ip };
    await link.report('stat', {
      ...(await figures.read()),
      uptimeSeconds: uptimeSeconds(),
      clients: clients.count,
      nets,
    });
  }

  function everyMinute(): void {
    if (stopped) return;
    cancelStat = clock.after(STAT_INTERVAL_MS, () => {
      if (link.online)
        sendStat().catch((error: unknown) => log.warn({ err: error }, 'the figures could not be read'));
      everyMinute();
    });
  }

  let cancelStat: () => void = () => undefined;
  await system.prepare();
  await link.boot();
  clients.start();
  everyMinute();
  return {
    link,
    system,
    driver,
    [Symbol.asyncDispose]: async () => {
      stopped = true;
      cancelStat();
      clients[Symbol.dispose]();
      await link.stop();
    },
  };
}

/** The model's document, with the ports that this machine really has. */
function capabilitiesFor({ lan, model, wan }: AgentConfig): Capabilities {
  const document = capabilitiesOf(model);
  if (!document) throw new Error(`There is no model ${model}.`);
  const port = (id: string, role: 'wan' | 'lan') => ({
    id,
    label: id.toUpperCase(),
    role,
    type: 'electrical' as const,
    maxSpeedMbps: 1000,
    poe: false,
  });
  return { ...document, ports: [port(wan, 'wan'), ...lan.map((id) => port(id, 'lan'))] };
}

async function endpointOf({
  cloudHost,
  cloudPort,
  tls,
}: AgentConfig): Promise<Parameters<typeof mqttConnector>[0]> {
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
