import { type Connect, mqttConnector } from '@northlight/agent';
import { SeededEntropy, SystemClock, SystemEntropy } from '@northlight/runtime';
import { type BaseDevice, registerBaseDevices } from '@northlight/server';
import { createProject } from '@northlight/server/testing';
import {
  claimCodeFrom,
  macFrom,
  secretFrom,
  serialNumberFrom,
  type Site,
  startSite,
} from '@northlight/simulator';
import type { BenchWorld } from './bench-world.ts';

const AT_ONCE = 8;
/** Devices apply and restart faster than real ones, so that the server is what is measured. */
const SPEED = 10;
const clock = new SystemClock();

export interface Fleet extends AsyncDisposable {
  readonly projects: readonly FleetProject[];
  readonly site: Site;
  /** Messages that devices heard, and those among them that were not theirs. */
  readonly heard: { messages: number; foreign: number };
  /** How often each command was carried out, by its id. */
  readonly executions: ReadonlyMap<string, number>;
}

export interface FleetProject {
  readonly id: number;
  /** The gateway first. */
  readonly devices: readonly { readonly id: string; readonly sn: string }[];
}

/** A device as the manufacturer lists it, added to a project over the API. */
export interface ClaimedDevice extends BaseDevice {
  readonly id: string;
}

/** Projects with devices of these models each, the first of them a gateway; nothing is switched on yet. */
export async function claimFleet(
  world: BenchWorld,
  projects: number,
  models: readonly string[],
): Promise<{ readonly id: number; readonly devices: readonly ClaimedDevice[] }[]> {
  const entropy = new SystemEntropy();
  const base = Array.from({ length: projects * models.length }, (_, index) => ({
    sn: serialNumberFrom(entropy, index),
    mac: macFrom(entropy),
    model: models[index % models.length] ?? '',
    claimCode: claimCodeFrom(entropy),
    secret: secretFrom(entropy),
  }));
  await registerBaseDevices(world.db, base, clock.now());
  return inTurn(
    Array.from({ length: projects }, (_, index) => index),
    async (index) => {
      const { id: projectId } = await createProject(world.browser);
      const devices: ClaimedDevice[] = [];
      for (const device of base.slice(index * models.length, (index + 1) * models.length)) {
        const { claimCode, sn } = device;
        const body = { sn, claimCode };
        const { id } = await world.browser.call('deviceAdd', { params: { projectId }, body });
        devices.push({ ...device, id });
      }
      return { id: projectId, devices };
    },
  );
}

/** So many projects with a gateway and access points each, claimed over the API and switched on over TLS. */
export async function startFleet(
  world: BenchWorld,
  { devicesEach, projects: count }: { projects: number; devicesEach: number },
  endpoint: { readonly port: number; readonly ca: string },
): Promise<Fleet> {
  const models = Array.from({ length: devicesEach }, (_, index) => (index === 0 ? 'NL-GW10' : 'NL-AP6C'));
  const projects = await claimFleet(world, count, models);
  const base = projects.flatMap(({ devices }) => devices);
  const secrets = new Map(base.map(({ secret, sn }) => [sn, secret] as const));
  const heard = { messages: 0, foreign: 0 };
  const executions = new Map<string, number>();
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
    connect: listening(
      mqttConnector({ host: '127.0.0.1', port: endpoint.port, tls: { ca: endpoint.ca } }),
      heard,
    ),
    certificates: true,
    clock,
    entropy: new SeededEntropy(1),
    speed: SPEED,
  });
  for (const device of site.devices) {
    const carryOut = device.command.bind(device);
    device.command = (push, say, reboot) => {
      executions.set(push.cid, (executions.get(push.cid) ?? 0) + 1);
      return carryOut(push, say, reboot);
    };
  }
  return { projects, site, heard, executions, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

/** The same connections, with a look at whose messages they bring. */
function listening(connect: Connect, heard: Fleet['heard']): Connect {
  return (request) => {
    const own = request.clientId.startsWith('p-')
      ? `p/${request.clientId.slice('p-'.length)}/down/`
      : `d/${request.clientId}/down/`;
    return connect({
      ...request,
      onMessage: (topic, payload) => {
        heard.messages++;
        if (!topic.startsWith(own)) heard.foreign++;
        request.onMessage(topic, payload);
      },
    });
  };
}

/** Applies a configuration to every gateway and restarts some access points of each project; what fails is left. */
export async function setInFlight(
  world: BenchWorld,
  { projects }: Pick<Fleet, 'projects'>,
  version: number,
): Promise<void> {
  await inTurn(projects, async ({ devices, id: projectId }) => {
    const vlan = { id: 20 + version, name: `V${version}`, ip: '10.40.0.1', prefix: 24, ports: [] };
    const body = { baseVersion: version, config: { vlans: [vlan], dhcpPools: [] } };
    const deviceIds = devices.slice(1, 5).map(({ id }) => id);
    await Promise.allSettled([
      world.browser.call('gatewayConfigApply', { params: { projectId }, body }),
      world.browser.call('deviceRestart', { params: { projectId }, body: { deviceIds } }),
    ]);
  });
}

/** A few at once; answers in order. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
