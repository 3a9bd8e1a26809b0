import { createRandomId, DAY_MS, type Entropy, HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import type { PastAlarm, PastRecord } from '@northlight/server/extension';
import type { SiteSpec } from '@northlight/simulator';

/** Ids of the site's devices in the project, by serial number. */
export type DeviceIds = ReadonlyMap<string, string>;

export interface Story {
  readonly alarms: readonly PastAlarm[];
  readonly records: readonly PastRecord[];
  /** Returns whether a device was online at a time (ms). */
  readonly isOnline: (sn: string, at: number) => boolean;
}

type Device = SiteSpec['devices'][number];

/** Returns the time at an hour (UTC) of a day, given as a number of days before the demo began. */
const momentBefore = (end: number, days: number, hour: number): number =>
  Math.floor(end / DAY_MS) * DAY_MS - days * DAY_MS + hour * HOUR_MS;

/**
 * Composes the events of a demo site's simulated past, which ends at `end` (ms). A site without the named
 * devices has fewer events.
 */
export function composeStory(spec: SiteSpec, ids: DeviceIds, entropy: Entropy, end: number): Story {
  const story = new StoryBuilder(spec, ids, entropy);
  const find = (name: string) => spec.devices.find((device) => device.name === name);
  const root = find('Access-F3') ?? find('Kitchen');
  if (root) story.addOutage(root, momentBefore(end, 6, 14), 47 * MINUTE_MS);
  const upgraded = spec.devices.filter(({ model }) => /^NL-(AP|MESH)/.test(model));
  story.addUpgrade(upgraded, momentBefore(end, 4, 2.5));
  const gateway = find('Gateway');
  if (gateway) story.addRollBack(gateway, momentBefore(end, 12, 10));
  const outdoor = find('AP-Out-38');
  if (outdoor) story.addRefusal(outdoor, momentBefore(end, 9, 16), 'channel 12 is not allowed outdoors');
  const warm = find('Access-F4');
  if (warm) story.addOpenAlarm(warm, end - 90 * MINUTE_MS);
  return story;
}

class StoryBuilder implements Story {
  readonly alarms: PastAlarm[] = [];
  readonly records: PastRecord[] = [];
  readonly #spec: SiteSpec;
  readonly #ids: DeviceIds;
  readonly #entropy: Entropy;
  readonly #offline: { readonly sn: string; readonly from: number; readonly until: number }[] = [];

  constructor(spec: SiteSpec, ids: DeviceIds, entropy: Entropy) {
    this.#spec = spec;
    this.#ids = ids;
    this.#entropy = entropy;
  }

  readonly isOnline = (sn: string, at: number): boolean =>
    !this.#offline.some((each) => each.sn === sn && at >= each.from && at < each.until);

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
    for (const [index, device] of devices.entries()) {
      const at = from + index * MINUTE_MS;
      this.#offline.push({ sn: device.sn, from: at, until: at + 3 * MINUTE_MS });
      this.#record(device, at + 3 * MINUTE_MS, 'info', 'Upgrade done: The device runs 2.4.1.');
    }
  }

  /**
   * Adds a configuration that cut the device off, its automatic rollback, and the corrected configuration.
   */
  addRollBack(device: Device, at: number): void {
    this.#record(device, at, 'critical', 'Configuration 4 rolled back by the device');
    const event = `${device.name} rolled back a configuration that disconnected it from the cloud.`;
    this.#alarm(device, 'config-rolled-back', 'critical', event, { at, until: at + 25 * MINUTE_MS });
    this.#record(device, at + 25 * MINUTE_MS, 'info', 'Configuration 5 applied');
  }

  addRefusal(device: Device, at: number, reason: string): void {
    this.#record(device, at, 'warning', 'Configuration 6 refused by the device');
    const event = `${device.name} refused a configuration: ${reason}`;
    this.#alarm(device, 'config-refused', 'warning', event, { at, until: at + 12 * MINUTE_MS });
    this.#record(device, at + 12 * MINUTE_MS, 'info', 'Configuration 7 applied');
  }

  /** Adds an alarm that began with a restart and is still open. */
  addOpenAlarm(device: Device, at: number): void {
    const restartedAt = at - 20 * MINUTE_MS;
    this.#offline.push({ sn: device.sn, from: restartedAt - 2 * MINUTE_MS, until: restartedAt });
    this.#record(device, restartedAt, 'info', 'Restart done: The device has reconnected.');
    const event = `${device.name}: fan 2 has not started after the restart.`;
    this.#record(device, at, 'warning', event);
    this.#alarm(device, 'device-event', 'warning', event, { at });
  }

  #takeOffline(device: Device, from: number, until: number): void {
    this.#offline.push({ sn: device.sn, from, until });
    this.#record(device, from, 'warning', 'Offline');
    this.#record(device, until, 'info', 'Online');
  }

  #listBehind(root: Device): Device[] {
    const direct = this.#spec.devices.filter(({ uplink }) => uplink?.sn === root.sn);
    return direct.flatMap((device) => [device, ...this.#listBehind(device)]);
  }

  #record(device: Device, at: number, severity: PastRecord['severity'], event: string): void {
    const deviceId = this.#ids.get(device.sn);
    if (deviceId === undefined) return;
    this.records.push({ deviceId, deviceName: device.name, severity, event, at: new Date(at) });
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
