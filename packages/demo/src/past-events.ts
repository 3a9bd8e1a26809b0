import { ERRORS, findCapabilities, listInsideNetworks, type NetworkConfig } from '@northlight/contract';
import { createRandomId, type Entropy, MINUTE_MS } from '@northlight/runtime';
import type { PastAlarm, PastConfig, PastJob, PastJobRow, PastRecord } from '@northlight/server/extension';
import { listDefaultRoutes, listRoutes, type SiteSpec } from '@northlight/simulator';
import type { PastOutage } from './past-topology.ts';
import { computeTimeBefore } from './past-times.ts';
import type { DemoProject } from './seed.ts';

/** Ids of the site's devices in the project, by serial number. */
export type DeviceIds = ReadonlyMap<string, string>;

export interface PastEvents {
  readonly alarms: readonly PastAlarm[];
  readonly records: readonly PastRecord[];
  readonly jobs: readonly PastJob[];
  /** Versions of the network configuration before the one that the demo begins with. */
  readonly configs: readonly PastConfig[];
  /** Times in which devices were offline. */
  readonly outages: readonly PastOutage[];
  /** Returns whether a device was online at a time (ms). */
  readonly isOnline: (sn: string, at: number) => boolean;
}

type Device = SiteSpec['devices'][number];

/** Installer who made the changes of the simulated past. */
const INSTALLER = 'marta.reis@example.com';
const SOFTWARE = '2.4.1';
/** Time before the start of the demo at which the routes of the gateway were read (ms). */
const ROUTES_READ_MS = 10 * MINUTE_MS;
/** Number of versions of the network configuration in the past of a site with a gateway. */
const PAST_VERSIONS = 3;
/** Revisions of the devices that had several configurations: the first, a wrong one, and the correction. */
const PAST_REVISIONS: ReadonlyMap<string, number> = new Map([
  ['Gateway', 3],
  ['AP-Out-38', 3],
]);

/** Returns the version and the revisions with which a site begins after this simulated past. */
export function describeBeginning({ devices }: SiteSpec): {
  readonly version: number;
  /** Last revision of each device, by serial number. */
  readonly seenRevs: ReadonlyMap<string, number>;
} {
  const hasGateway = devices.some(({ name }) => name === 'Gateway');
  return {
    version: hasGateway ? PAST_VERSIONS + 1 : 1,
    seenRevs: new Map(devices.map(({ name, sn }) => [sn, PAST_REVISIONS.get(name) ?? 0] as const)),
  };
}

/**
 * Creates the events of a demo site's simulated past, which ends at `end` (ms). A site without the named
 * devices has fewer events. `network` is the configuration with which the demo begins.
 */
export function createPastEvents(
  { gateway: network, spec }: Pick<DemoProject, 'gateway' | 'spec'>,
  ids: DeviceIds,
  entropy: Entropy,
  end: number,
): PastEvents {
  const story = new PastEventsBuilder(spec, ids, entropy);
  const find = (name: string) => spec.devices.find((device) => device.name === name);
  const root = find('Access-F3') ?? find('Kitchen');
  if (root) story.addOutage(root, computeTimeBefore(end, 6, 14), 47 * MINUTE_MS);
  const upgraded = spec.devices.filter(({ model }) => /^NL-(AP|MESH)/.test(model));
  story.addUpgrade(upgraded, computeTimeBefore(end, 4, 2.5));
  const outside = spec.devices.filter(({ name }) => name.startsWith('AP-Out'));
  for (const days of [3, 10, 17, 24]) story.addScheduledRestart(outside, computeTimeBefore(end, days, 4));
  const gateway = find('Gateway');
  if (gateway) {
    story.addFirstConfiguration(gateway, computeTimeBefore(end, 29, 9));
    story.addRollBack(gateway, computeTimeBefore(end, 12, 10));
    if (network) story.addRouteTable(gateway, end - ROUTES_READ_MS, network);
  }
  const outdoor = find('AP-Out-38');
  if (outdoor) story.addRefusal(outdoor, computeTimeBefore(end, 9, 16), 'channel 12 is not allowed outdoors');
  const warm = find('Access-F4');
  if (warm) story.addOpenAlarm(warm, end - 90 * MINUTE_MS);
  return story;
}

interface ConfigurationFailure {
  readonly label: string;
  readonly severity: PastRecord['severity'];
  readonly detail: string;
}

type DeviceResult = Omit<PastJobRow, 'at' | 'deviceId' | 'deviceName'> & {
  readonly device: Device;
  readonly at: number;
};

/** Returns the configuration from before the port mappings were added. */
const withoutPortMappings = (earliest: NetworkConfig): NetworkConfig => ({ ...earliest, portMappings: [] });

class PastEventsBuilder implements PastEvents {
  readonly alarms: PastAlarm[] = [];
  readonly records: PastRecord[] = [];
  readonly jobs: PastJob[] = [];
  readonly configs: PastConfig[] = [];
  readonly #spec: SiteSpec;
  readonly #ids: DeviceIds;
  readonly #entropy: Entropy;
  readonly outages: PastOutage[] = [];

  constructor(spec: SiteSpec, ids: DeviceIds, entropy: Entropy) {
    this.#spec = spec;
    this.#ids = ids;
    this.#entropy = entropy;
  }

  readonly isOnline = (sn: string, at: number): boolean =>
    !this.outages.some((each) => each.sn === sn && at >= each.from && at < each.until);

  /** Adds an outage of a device and all devices behind it, with one alarm and its consequences. */
  addOutage(root: Device, from: number, lasts: number): void {
    const causeId = this.#alarm(root, 'device-offline', 'critical', `${root.name} is offline.`, {
      at: from,
      until: from + lasts,
    });
    for (const device of [root, ...this.#listBehind(root)]) {
      this.#takeOffline(device, from, from + lasts);
      if (device !== root)
        this.#alarm(device, 'device-offline', 'critical', `${device.name} is offline.`, {
          at: from,
          until: from + lasts + MINUTE_MS,
          causeId,
        });
    }
  }

  /** Adds an upgrade in which all devices install new software within 1 h, one after another. */
  addUpgrade(devices: readonly Device[], from: number): void {
    const detail = `The device runs ${SOFTWARE}.`;
    const rows = devices.map((device, index) => {
      const at = from + index * MINUTE_MS;
      const until = at + 3 * MINUTE_MS;
      this.outages.push({ sn: device.sn, from: at, until });
      this.#record(device, until, 'info', `Upgrade done: ${detail}`);
      return { device, at: until, state: 'done', detail } as const;
    });
    this.#job('upgrade', `Upgrade ${devices.length} devices`, from, rows);
  }

  /** Adds the configuration with which the site was set up. */
  addFirstConfiguration(device: Device, at: number): void {
    const jobId = this.#configure(device, at, {
      rev: 1,
      title: 'Apply VLAN 20, VLAN 30, VLAN 40 and 12 more',
    });
    this.#version(1, at, jobId, withoutPortMappings);
  }

  /**
   * Adds a configuration that cut the device off, its automatic rollback, and the corrected configuration.
   */
  addRollBack(device: Device, at: number): void {
    const until = at + 25 * MINUTE_MS;
    const port = findCapabilities(device.model)?.ports.find(({ role }) => role === 'wan')?.id ?? 'wan1';
    const title = `Apply Internet, port ${port.toUpperCase()}, address`;
    const failure = {
      label: 'rolled back by the device',
      severity: 'critical',
      detail:
        'The device lost its connection to the cloud after applying and rolled back to its previous configuration.',
    } as const;
    const failedId = this.#configure(device, at, { rev: 2, title, failure });
    this.#version(2, at, failedId, (earliest) => ({
      ...withoutPortMappings(earliest),
      wan: [
        { mode: 'static', port, ip: '203.0.113.20', prefix: 29, gateway: '203.0.113.22', dns: ['9.9.9.9'] },
      ],
    }));
    const event = `${device.name} rolled back a configuration that disconnected it from the cloud.`;
    this.#alarm(device, 'config-rolled-back', 'critical', event, { at, until });
    this.#version(3, until, this.#configure(device, until, { rev: 3, title }), withoutPortMappings);
  }

  /** Adds settings that a device refused, and the corrected settings. */
  addRefusal(device: Device, at: number, reason: string): void {
    const until = at + 12 * MINUTE_MS;
    const title = `Settings of ${device.name}`;
    const failure = { label: 'refused by the device', severity: 'warning', detail: reason } as const;
    this.#configure(device, at, { rev: 2, title, failure });
    const event = `${device.name} refused a configuration: ${reason}`;
    this.#alarm(device, 'config-refused', 'warning', event, { at, until });
    this.#configure(device, until, { rev: 3, title });
  }

  /** Adds a restart of several devices at a scheduled time, which the system log lists. */
  addScheduledRestart(devices: readonly Device[], at: number): void {
    if (devices.length === 0) return;
    const time = new Date(at).toISOString().slice(11, 16);
    const detail = 'The device has reconnected.';
    const until = at + 2 * MINUTE_MS;
    const rows = devices.map((device) => {
      this.outages.push({ sn: device.sn, from: at, until });
      this.#record(device, until, 'info', `Restart done: ${detail}`);
      return { device, at: until, state: 'done', detail } as const;
    });
    this.#job('restart', `Scheduled restart, ${time}`, at, rows);
    const event = `Scheduled restart of ${time} started on ${devices.length} devices.`;
    this.records.push({ device: undefined, severity: 'info', event, at: new Date(at) });
  }

  /** Adds an alarm that began with a restart and is still open. */
  addOpenAlarm(device: Device, at: number): void {
    const restartedAt = at - 20 * MINUTE_MS;
    this.outages.push({ sn: device.sn, from: restartedAt - 2 * MINUTE_MS, until: restartedAt });
    const detail = 'The device has reconnected.';
    this.#record(device, restartedAt, 'info', `Restart done: ${detail}`);
    const row = { device, at: restartedAt, state: 'done', detail } as const;
    this.#job('restart', `Restart ${device.name}`, restartedAt - 2 * MINUTE_MS, [row]);
    const event = `${device.name}: fan 2 has not started after the restart.`;
    this.#record(device, at, 'warning', event);
    this.#alarm(device, 'device-event', 'warning', event, { at });
  }

  /** Adds a reading of the routes of a gateway. */
  addRouteTable(device: Device, at: number, network: NetworkConfig): void {
    const ports = findCapabilities(device.model)?.ports ?? [];
    const configured = network.wan ?? [];
    const defaultRoutes = listDefaultRoutes({ configured, mac: device.mac, ports });
    const result = { routes: listRoutes({ ...network, vlans: listInsideNetworks(network) }, defaultRoutes) };
    const row = { device, at: at + 1_000, state: 'done', result } as const;
    this.#job('route-table', `Read the route table of ${device.name}`, at, [row]);
  }

  #takeOffline(device: Device, from: number, until: number): void {
    this.outages.push({ sn: device.sn, from, until });
    this.#record(device, from, 'warning', 'Offline');
    this.#record(device, until, 'info', 'Online');
  }

  #listBehind(root: Device): Device[] {
    const direct = this.#spec.devices.filter(({ uplink }) => uplink?.sn === root.sn);
    return direct.flatMap((device) => [device, ...this.#listBehind(device)]);
  }

  /** Adds a job that configured one device, and its result in the log; returns the id of the job. */
  #configure(
    device: Device,
    at: number,
    { failure, rev, title }: { rev: number; title: string; failure?: ConfigurationFailure },
  ): string {
    this.#record(
      device,
      at,
      failure?.severity ?? 'info',
      `Configuration ${rev} ${failure?.label ?? 'applied'}`,
    );
    const result = failure
      ? ({ state: 'failed', detail: failure.detail, code: ERRORS.setFailed.code } as const)
      : ({ state: 'done' } as const);
    return this.#job('configure', title, at - MINUTE_MS, [{ device, at, rev, ...result }]);
  }

  #version(version: number, at: number, jobId: string, derive: PastConfig['derive']): void {
    const title = this.jobs.find(({ id }) => id === jobId)?.title ?? '';
    this.configs.push({ version, by: INSTALLER, at: new Date(at - MINUTE_MS), title, jobId, derive });
  }

  #job(kind: PastJob['kind'], title: string, at: number, rows: readonly DeviceResult[]): string {
    const id = createRandomId(this.#entropy, at);
    const known = rows.flatMap(({ at: endedAt, device, ...result }): PastJobRow[] => {
      const deviceId = this.#ids.get(device.sn);
      return deviceId === undefined
        ? []
        : [{ ...result, deviceId, deviceName: device.name, at: new Date(endedAt) }];
    });
    if (known.length > 0)
      this.jobs.push({ id, kind, title, createdBy: INSTALLER, at: new Date(at), rows: known });
    return id;
  }

  #record(device: Device, at: number, severity: PastRecord['severity'], event: string): void {
    const deviceId = this.#ids.get(device.sn);
    if (deviceId === undefined) return;
    this.records.push({ device: { id: deviceId, name: device.name }, severity, event, at: new Date(at) });
  }

  #alarm(
    device: Device,
    kind: PastAlarm['kind'],
    severity: PastAlarm['severity'],
    event: string,
    { at, causeId, until }: { at: number; until?: number; causeId?: string },
  ): string {
    const id = createRandomId(this.#entropy, at);
    const deviceId = this.#ids.get(device.sn);
    if (deviceId !== undefined)
      this.alarms.push({
        id,
        deviceId,
        kind,
        severity,
        event,
        at: new Date(at),
        ...(until !== undefined && { resolvedAt: new Date(until) }),
        ...(causeId !== undefined && { causeId }),
      });
    return id;
  }
}
