import { type Connect, createMqttConnector } from '@northlight/agent';
import type { Topology } from '@northlight/contract';
import { topics } from '@northlight/contract/device-protocol';
import { SeededEntropy } from '@northlight/runtime';
import { startSite } from '@northlight/simulator';
import {
  createProject,
  createSampleDevice,
  pollUntil,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';
import { createOfficeWithStore, listTrueLinks, STORED_DEVICES } from './wired-office.ts';

/** Step of the clock: the interval in which a simulated site sends frames. */
const STEP_MS = 10_000;
/** Number of steps after which each device sends a request, so that the server does not end its connection. */
const STEPS_PER_REQUEST = 2;

/**
 * Starts an office of simulated devices, and adds them to a project of the real server; resolves when all are online.
 */
export async function createLivingSite(world: TestServer, owner: TestBrowser, seed: number) {
  // Not the seed of the site, whose serial numbers would be drawn again.
  const entropy = new SeededEntropy(seed + 1_000);
  const spec = createOfficeWithStore(seed, entropy);
  const { id: projectId } = await createProject(owner);
  const bases = await world.register(
    ...spec.devices.map(({ mac, model, sn }) => ({ ...createSampleDevice(), sn, mac, model })),
  );
  const bySn = new Map(bases.map((base) => [base.sn, base] as const));
  const traffic = new WatchedTraffic(createMqttConnector({ host: '127.0.0.1', port: world.mqttPort }));
  const site = startSite({
    spec,
    access: (sn) => ({ secret: bySn.get(sn)?.secret ?? '' }),
    endpoint: { host: '127.0.0.1', port: world.mqttPort },
    connect: traffic.connect,
    clock: world.clock,
    entropy,
  });
  const ids = new Map<string, string>();
  const params = { projectId };
  const find = (name: string) => {
    const device = site.devices.find((each) => each.spec.name === name);
    if (!device) throw new Error(`There is no ${name}.`);
    return device;
  };
  const getId = (name: string): string => {
    const id = ids.get(find(name).sn);
    if (id === undefined) throw new Error(`${name} is not in the project.`);
    return id;
  };
  const add = async (name: string): Promise<void> => {
    const { sn } = find(name);
    const claimCode = bySn.get(sn)?.claimCode ?? '';
    const { id } = await owner.call('deviceAdd', { params, body: { sn, claimCode, name } });
    ids.set(sn, id);
  };
  let steps = 0;
  /** Advances the time in steps whose messages are handled before the next one. */
  const pass = async (ms: number): Promise<void> => {
    for (const end = world.clock.now() + ms; world.clock.now() < end; steps++) {
      await world.clock.advance(Math.min(STEP_MS, end - world.clock.now()));
      if (steps % STEPS_PER_REQUEST === 0) traffic.sendRequests();
      await pollUntil(async () => {
        if (traffic.pending > 0) await world.clock.advance(50);
        return traffic.pending === 0;
      });
    }
  };
  const read = async (at?: string): Promise<Topology> => {
    await world.services.topology.processAll();
    return owner.call('topologyGet', { params, query: { at } });
  };
  for (const name of STORED_DEVICES) {
    find(name).unplug();
    site.network.moveCable(find(name).sn, undefined);
  }
  for (const device of spec.devices) if (!STORED_DEVICES.includes(device.name)) await add(device.name);
  await pass(30_000);
  for (const name of STORED_DEVICES) find(name).unplug();
  await pollUntil(async () => {
    await pass(STEP_MS);
    return site.devices.every(({ online, spec: { name } }) => online || STORED_DEVICES.includes(name));
  });
  return {
    params,
    site,
    find,
    add,
    pass,
    read,
    remove: async (name: string) => {
      await owner.call('deviceRemove', { params: { ...params, deviceId: getId(name) } });
      ids.delete(find(name).sn);
    },
    rename: (name: string, to: string) =>
      owner.call('deviceRename', { params: { ...params, deviceId: getId(name) }, body: { name: to } }),
    listTrueLinks: () => listTrueLinks(site.network.listPlaces(), ids),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** Counts the messages of devices that the server has not acknowledged, and keeps quiet connections alive. */
class WatchedTraffic {
  readonly connect: Connect;
  pending = 0;
  readonly #requests = new Map<string, () => Promise<unknown>>();

  constructor(connect: Connect) {
    this.connect = async (request) => {
      this.pending++;
      try {
        const connection = await connect(request);
        const id = request.clientId;
        const publish: typeof connection.publish = (topic, payload) => {
          this.pending++;
          return connection.publish(topic, payload).finally(() => this.pending--);
        };
        if (!id.startsWith('p-'))
          this.#requests.set(id, () =>
            publish(topics.upRequest(id, 'alive'), JSON.stringify({ kind: 'time' })),
          );
        return { ...connection, publish };
      } finally {
        this.pending--;
      }
    };
  }

  sendRequests(): void {
    for (const [id, send] of this.#requests) void send().catch(() => this.#requests.delete(id));
  }
}
