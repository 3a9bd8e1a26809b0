import { type Connect, mqttConnector } from '@northlight/agent';
import { capabilitiesOf } from '@northlight/contract';
import { KEEPALIVE_SECONDS } from '@northlight/contract/device-protocol';
import { randomInt, SeededEntropy } from '@northlight/runtime';
import { type ClientSpec, macFrom, type Site, type SiteSpec, startSite } from '@northlight/simulator';
import { claimFleet, type FleetProject } from './fleet.ts';
import type { HourWorld } from './hour-world.ts';

/** A hundred devices: what a mid-sized site has. */
const MODELS = [
  'NL-GW10',
  ...Array<string>(8).fill('NL-SW8P'),
  'NL-SW24P',
  ...Array<string>(90).fill('NL-AP6C'),
];
export const DEVICES_EACH = MODELS.length;
/** So many that about two thousand are there at a time, forty of them by cable. */
const CLIENTS_EACH = 2_060;
const WIRED_EACH = 40;
/** Now and then an access point of each project is without power, and its people walk over to another one. */
const OUTAGE_EVERY_MS = 5 * 60_000;
const OUTAGE_MS = 2 * 60_000;

/** What devices said and when it was acknowledged, in milliseconds of the machine. */
export interface Said {
  stats: number;
  clients: number;
  /** Not acknowledged: the connection had ended. */
  lost: number;
  /** On their way now. */
  pending: number;
  latencies: number[];
}

export interface HourSite {
  readonly project: FleetProject;
  readonly site: Site;
}

export interface HourFleet extends AsyncDisposable {
  readonly sites: readonly HourSite[];
  readonly said: Said;
  outages: number;
  /** Nobody moves any more, and every device has power again. */
  standStill(): void;
}

/** Sites of a hundred devices with their people, who come, walk about and go by a seed, on the world's own clock. */
export async function startHourFleet(
  world: HourWorld,
  projects: readonly FleetProject[],
  times: number,
): Promise<HourFleet> {
  const said: Said = { stats: 0, clients: 0, lost: 0, pending: 0, latencies: [] };
  const connect = counting(mqttConnector({ host: '127.0.0.1', port: world.mqttPort }), said, times);
  await using starting = new AsyncDisposableStack();
  const sites = projects.map((project, index) => {
    const secrets = new Map(project.devices.map(({ secret, sn }) => [sn, secret] as const));
    const site = startSite({
      spec: specOf(project, index),
      access: (sn) => ({ secret: secrets.get(sn) ?? '' }),
      endpoint: { host: '127.0.0.1', port: world.mqttPort },
      connect,
      clock: world.clock,
      entropy: new SeededEntropy(index + 1),
    });
    return { project, site: starting.use(site) };
  });
  const fleet = { sites, said, outages: 0, standStill: () => undefined as void };
  const endOutages = playOutages(world, fleet);
  starting.defer(endOutages);
  fleet.standStill = () => {
    endOutages();
    for (const { site } of sites) {
      for (const device of site.devices) device.plug();
      site.freezeClients();
    }
  };
  const running = starting.move();
  return Object.assign(fleet, { [Symbol.asyncDispose]: () => running.disposeAsync() });
}

export const claimHourFleet = (world: HourWorld, devices: number): Promise<FleetProject[]> =>
  claimFleet(
    world,
    Array.from({ length: Math.max(1, Math.round(devices / DEVICES_EACH)) }, () => world.browser),
    MODELS,
  );

function specOf({ devices }: FleetProject, index: number): SiteSpec {
  const entropy = new SeededEntropy(1_000 + index);
  const switches = devices.filter(({ model }) => model === 'NL-SW8P');
  const clients = Array.from({ length: CLIENTS_EACH }, (_, number): ClientSpec => {
    const common = {
      mac: macFrom(entropy),
      name: `Guest ${number}`,
      ip: `10.${40 + index}.${number >> 8}.${number & 255}`,
      vlan: 1,
    };
    const at = number < WIRED_EACH ? switches[number % switches.length] : undefined;
    if (!at) return { ...common, ssid: 'Guests' };
    const ports = capabilitiesOf(at.model)?.ports ?? [];
    const port = ports[Math.floor(number / switches.length) % ports.length]?.id ?? '';
    return { ...common, port: { sn: at.sn, port } };
  });
  return {
    name: `Site ${index}`,
    seed: index,
    zoneHours: 0,
    day: 'hotel',
    clients,
    devices: devices.map(({ mac, model, sn }, number) => ({
      sn,
      mac,
      model,
      name: sn,
      vlan: 1,
      ip: `10.30.${index}.${number}`,
    })),
  };
}

/** Signs of life come as often by the world's clock as a device gives them. */
function counting(connect: Connect, said: Said, times: number): Connect {
  return async (request) => {
    const keepaliveSeconds = Math.max(1, Math.floor(KEEPALIVE_SECONDS / times));
    const connection = await connect({ ...request, keepaliveSeconds });
    return {
      ...connection,
      publish: async (topic, payload) => {
        const kind = topic.endsWith('/stat') ? 'stats' : topic.endsWith('/clients') ? 'clients' : undefined;
        if (!kind) return connection.publish(topic, payload);
        const start = performance.now();
        said.pending++;
        try {
          await connection.publish(topic, payload);
        } catch (error) {
          said.lost++;
          throw error;
        } finally {
          said.pending--;
        }
        said[kind]++;
        said.latencies.push(performance.now() - start);
      },
    };
  };
}

/** The answer ends it. */
function playOutages({ clock }: HourWorld, fleet: Pick<HourFleet, 'sites' | 'outages'>): () => void {
  const entropy = new SeededEntropy(7);
  const pending = new Set<() => void>();
  const later = (ms: number, run: () => void): void => {
    const cancel = clock.after(ms, () => {
      pending.delete(cancel);
      run();
    });
    pending.add(cancel);
  };
  const next = (): void => {
    later(OUTAGE_EVERY_MS, () => {
      for (const { site } of fleet.sites) {
        const accessPoints = site.devices.filter(({ caps }) => caps.radios.length > 0);
        const dark = accessPoints[randomInt(entropy, 0, accessPoints.length - 1)];
        dark?.unplug();
        fleet.outages++;
        later(OUTAGE_MS, () => dark?.plug());
      }
      next();
    });
  };
  next();
  return () => {
    for (const cancel of pending) cancel();
  };
}
