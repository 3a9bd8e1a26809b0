import { type Connect, type Connection, createMqttConnector } from '@northlight/agent';
import { SeededEntropy, SystemClock, SystemEntropy } from '@northlight/runtime';
import { type BaseDevice, registerBaseDevices } from '@northlight/server';
import { createProject, type TestBrowser } from '@northlight/server/testing';
import {
  createClaimCode,
  createMac,
  createSecret,
  createSerialNumber,
  type Site,
  startSite,
} from '@northlight/simulator';
import type { BenchWorld } from './bench-world.ts';

const AT_ONCE = 8;
/**
 * Factor by which devices apply and restart faster than real ones, so that the server determines the
 * measurement.
 */
const SPEED = 10;
const clock = new SystemClock();

export interface Fleet extends AsyncDisposable {
  readonly projects: readonly FleetProject[];
  readonly site: Site;
  /** Number of messages that devices received, and number of those for other devices. */
  readonly received: { messages: number; foreign: number };
  /** Current connection of each device, by id. */
  readonly connections: ReadonlyMap<string, Connection>;
  /** Number of executions of each command, by id. */
  readonly executions: ReadonlyMap<string, number>;
}

/** A device from the manufacturer's list, added to a project through the API. */
export interface ClaimedDevice extends BaseDevice {
  readonly id: string;
}

export interface FleetProject {
  readonly id: number;
  readonly owner: TestBrowser;
  /** Devices of the project, the gateway first. */
  readonly devices: readonly ClaimedDevice[];
}

/** Creates a project for each owner with devices of these models, the first of them a gateway; the devices are off. */
export async function claimFleet(
  { db }: Pick<BenchWorld, 'db'>,
  owners: readonly TestBrowser[],
  models: readonly string[],
): Promise<FleetProject[]> {
  const entropy = new SystemEntropy();
  const base = Array.from({ length: owners.length * models.length }, (_, index) => ({
    sn: createSerialNumber(entropy, index),
    mac: createMac(entropy),
    model: models[index % models.length] ?? '',
    claimCode: createClaimCode(entropy),
    secret: createSecret(entropy),
  }));
  await registerBaseDevices(db, base, clock.now());
  return processOneByOne(owners, async (owner, index) => {
    const { id: projectId } = await createProject(owner);
    const devices: ClaimedDevice[] = [];
    for (const device of base.slice(index * models.length, (index + 1) * models.length)) {
      const { claimCode, sn } = device;
      const { id } = await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
      devices.push({ ...device, id });
    }
    return { id: projectId, owner, devices };
  });
}

/** Creates a project for each owner with a gateway and access points, claimed through the API and connected by TLS. */
export async function startFleet(
  world: BenchWorld,
  owners: readonly TestBrowser[],
  devicesEach: number,
  endpoint: { readonly port: number; readonly ca: string },
): Promise<Fleet> {
  const models = Array.from({ length: devicesEach }, (_, index) => (index === 0 ? 'NL-GW10' : 'NL-AP6C'));
  const projects = await claimFleet(world, owners, models);
  const base = projects.flatMap(({ devices }) => devices);
  const secrets = new Map(base.map(({ secret, sn }) => [sn, secret] as const));
  const received = { messages: 0, foreign: 0 };
  const executions = new Map<string, number>();
  const connections = new Map<string, Connection>();
  const site = startSite({
    spec: {
      name: 'Fleet',
      seed: 1,
      zoneHours: 0,
      day: 'steady',
      clients: [],
      devices: base.map(({ mac, model, sn }, index) => ({
        sn,
        mac,
        model,
        name: sn,
        vlan: 1,
        ip: `10.30.${index >> 8}.${index & 255}`,
      })),
    },
    access: (sn) => ({ secret: secrets.get(sn) ?? '' }),
    endpoint: { host: '127.0.0.1', port: endpoint.port, tls: { ca: endpoint.ca } },
    connect: countMessages(
      createMqttConnector({ host: '127.0.0.1', port: endpoint.port, tls: { ca: endpoint.ca } }),
      received,
      connections,
    ),
    certificates: true,
    clock,
    entropy: new SeededEntropy(1),
    speed: SPEED,
  });
  for (const device of site.devices) {
    const carryOut = device.command.bind(device);
    device.command = (push, report, reboot) => {
      executions.set(push.cid, (executions.get(push.cid) ?? 0) + 1);
      return carryOut(push, report, reboot);
    };
  }
  return {
    projects,
    site,
    received,
    connections,
    executions,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** Wraps a connector: stores connections by device and counts received messages and foreign ones. */
function countMessages(
  connect: Connect,
  received: Fleet['received'],
  connections: Map<string, Connection>,
): Connect {
  return async (request) => {
    const own = request.clientId.startsWith('p-')
      ? `p/${request.clientId.slice('p-'.length)}/down/`
      : `d/${request.clientId}/down/`;
    const connection = await connect({
      ...request,
      onMessage: (topic, payload) => {
        received.messages++;
        if (!topic.startsWith(own)) received.foreign++;
        request.onMessage(topic, payload);
      },
    });
    connections.set(request.clientId, connection);
    return connection;
  };
}

/**
 * Applies a configuration to every gateway and restarts four access points of each project. Ignores failures,
 * because the bench kills the server meanwhile.
 */
export async function startWorkInEveryProject(
  { projects }: Pick<Fleet, 'projects'>,
  version: number,
): Promise<void> {
  await processOneByOne(projects, async ({ devices, id: projectId, owner }) => {
    const vlan = { id: 20 + version, name: `V${version}`, ip: '10.40.0.1', prefix: 24, ports: [] };
    const body = { baseVersion: version, config: { vlans: [vlan], dhcpPools: [] } };
    const deviceIds = devices.slice(1, 5).map(({ id }) => id);
    await Promise.allSettled([
      owner.call('networkConfigApply', { params: { projectId }, body }),
      owner.call('deviceRestart', { params: { projectId }, body: { deviceIds } }),
    ]);
  });
}

/** Processes at most `AT_ONCE` items at the same time; returns the results in the order of the items. */
async function processOneByOne<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await work(item, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
