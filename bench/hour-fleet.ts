import { type Connect, createMqttConnector } from '@northlight/agent';
import { findCapabilities } from '@northlight/contract';
import { KEEPALIVE_SECONDS } from '@northlight/contract/device-protocol';
import { drawRandomInt, SeededEntropy } from '@northlight/runtime';
import { type ClientSpec, createMac, type Site, type SiteSpec, startSite } from '@northlight/simulator';
import { claimFleet, type FleetProject } from './fleet.ts';
import type { HourWorld } from './hour-world.ts';

/** A hundred devices: a mid-sized site. */
const MODELS = [
  'NL-GW10',
  ...Array<string>(8).fill('NL-SW8P'),
  'NL-SW24P',
  ...Array<string>(90).fill('NL-AP6C'),
];
export const DEVICES_EACH = MODELS.length;
/**
 * Number of clients per project at a time; because their stays are staggered, about 2,000 are online, 40 of
 * them wired.
 */
const CLIENTS_EACH = 2_060;
const WIRED_EACH = 40;
/**
 * Interval (5 min) in which an access point of each project loses its power for 2 min, so that its clients
 * move to another one.
 */
const OUTAGE_EVERY_MS = 5 * 60_000;
const OUTAGE_MS = 2 * 60_000;

/** Reports of devices and their acknowledgements, in milliseconds of the machine's clock. */
export interface ReportCounts {
  stats: number;
  clients: number;
  /** Number of reports without an acknowledgement, because the connection ended. */
  lost: number;
  /** Number of reports that are not acknowledged yet. */
  pending: number;
  latencies: number[];
}

export interface HourSite {
  readonly project: FleetProject;
  readonly site: Site;
}

export interface HourFleet extends AsyncDisposable {
  readonly sites: readonly HourSite[];
  readonly reports: ReportCounts;
  outages: number;
  /** Stops the movement of clients, and switches every device on. */
  stop(): void;
}

/** Sites of a hundred devices with clients that join, move and leave by a seed, on the world's clock. */
export async function startHourFleet(
  world: HourWorld,
  projects: readonly FleetProject[],
  times: number,
): Promise<HourFleet> {
  const reports: ReportCounts = { stats: 0, clients: 0, lost: 0, pending: 0, latencies: [] };
  const connect = countReports(
    createMqttConnector({ host: '127.0.0.1', port: world.mqttPort }),
    reports,
    times,
  );
  await using starting = new AsyncDisposableStack();
  const sites = projects.map((project, index) => {
    const secrets = new Map(project.devices.map(({ secret, sn }) => [sn, secret] as const));
    const site = startSite({
      spec: buildSiteSpec(project, index),
      access: (sn) => ({ secret: secrets.get(sn) ?? '' }),
      endpoint: { host: '127.0.0.1', port: world.mqttPort },
      connect,
      clock: world.clock,
      entropy: new SeededEntropy(index + 1),
    });
    return { project, site: starting.use(site) };
  });
  const fleet = { sites, reports, outages: 0, stop: () => undefined as void };
  const endOutages = playOutages(world, fleet);
  starting.defer(endOutages);
  fleet.stop = () => {
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

function buildSiteSpec({ devices }: FleetProject, index: number): SiteSpec {
  const entropy = new SeededEntropy(1_000 + index);
  const switches = devices.filter(({ model }) => model === 'NL-SW8P');
  const clients = Array.from({ length: CLIENTS_EACH }, (_, number): ClientSpec => {
    const common = {
      mac: createMac(entropy),
      name: `Guest ${number}`,
      ip: `10.${40 + index}.${number >> 8}.${number & 255}`,
      vlan: 1,
    };
    const at = number < WIRED_EACH ? switches[number % switches.length] : undefined;
    if (!at) return { ...common, ssid: 'Guests' };
    const ports = findCapabilities(at.model)?.ports ?? [];
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

/** Wraps a connector so that it counts reports. Scales keepalives to the world's clock. */
function countReports(connect: Connect, reports: ReportCounts, times: number): Connect {
  return async (request) => {
    const keepaliveSeconds = Math.max(1, Math.floor(KEEPALIVE_SECONDS / times));
    const connection = await connect({ ...request, keepaliveSeconds });
    return {
      ...connection,
      publish: async (topic, payload) => {
        const kind = topic.endsWith('/stat') ? 'stats' : topic.endsWith('/clients') ? 'clients' : undefined;
        if (!kind) return connection.publish(topic, payload);
        const start = performance.now();
        reports.pending++;
        try {
          await connection.publish(topic, payload);
        } catch (error) {
          reports.lost++;
          throw error;
        } finally {
          reports.pending--;
        }
        reports[kind]++;
        reports.latencies.push(performance.now() - start);
      },
    };
  };
}

/** Plays the outages of access points; the returned function stops them. */
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
        const dark = accessPoints[drawRandomInt(entropy, 0, accessPoints.length - 1)];
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
