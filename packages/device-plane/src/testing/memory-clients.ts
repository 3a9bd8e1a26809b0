import type { ClientReport, DeviceKind } from '@northlight/contract/device-protocol';
import { canOthersCountTraffic, classifyClientReport, rankNearness } from '../client-holder.ts';
import type { ClientsUpdate } from '../store.ts';

const OLDEST_PLAUSIBLE = Date.UTC(2000, 0, 1);

export interface StoredClient {
  readonly projectId: number;
  readonly deviceId: string;
  readonly mac: string;
  readonly name: string;
  readonly ip: string | undefined;
  readonly vlan: number | undefined;
  readonly ssid: string | undefined;
  readonly signalDbm: number | undefined;
  readonly rxBytes: number | undefined;
  readonly rxRateKbps: number | undefined;
  /** The device that last reported the client's traffic. */
  readonly countedBy?: string | undefined;
  readonly online: boolean;
  readonly connectedAt: number;
  readonly lastSeenAt: number;
}

/** Clients of all projects, one entry per project and MAC. */
export class MemoryClients {
  readonly #clients = new Map<string, StoredClient>();

  of(projectId: number): StoredClient[] {
    return [...this.#clients.values()]
      .filter((client) => client.projectId === projectId)
      .sort((a, b) => (a.mac < b.mac ? -1 : 1));
  }

  /** Applies a client report; `kindOf` returns the kind of a device, if known. */
  save(
    projectId: number,
    update: ClientsUpdate,
    kindOf: (deviceId: string) => DeviceKind | undefined = () => undefined,
  ): void {
    const { deviceId, receivedAt } = update;
    const present = new Map(update.present.map((client) => [client.mac.toLowerCase(), client] as const));
    const left = new Set(update.left.map((mac) => mac.toLowerCase()));
    if (update.full) this.#end(deviceId, (client) => !present.has(client.mac));
    for (const [mac, report] of present) {
      const key = `${projectId}|${mac}`;
      const stored = this.#clients.get(key);
      const held = stored && { ...stored, nearness: rankNearness(stored, kindOf(stored.deviceId)) };
      const nearness = rankNearness(report, kindOf(deviceId));
      const role = classifyClientReport(held, { deviceId, nearness, receivedAt, left: left.has(mac) });
      if (role === 'holder')
        this.#clients.set(key, applyHolderReport(stored, { projectId, mac, report, update }));
      else if (role === 'observer' && stored && held)
        this.#clients.set(
          key,
          applyObserverReport(stored, report, canOthersCountTraffic(held.nearness) ? deviceId : undefined),
        );
    }
    for (const [key, client] of this.#clients)
      if (client.deviceId === update.deviceId && left.has(client.mac))
        this.#clients.set(key, { ...client, online: false, lastSeenAt: update.receivedAt });
  }

  markOffline(deviceId: string): void {
    this.#end(deviceId, () => true);
  }

  #end(deviceId: string, matches: (client: StoredClient) => boolean): void {
    for (const [key, client] of this.#clients)
      if (client.deviceId === deviceId && client.online && matches(client))
        this.#clients.set(key, { ...client, online: false });
  }
}

const hasTraffic = ({ rxBytes, rxRateKbps }: ClientReport): boolean => (rxBytes ?? rxRateKbps) !== undefined;

/** Adds the information of a device that is not the client's holder. */
function applyObserverReport(
  stored: StoredClient,
  report: ClientReport,
  countedBy: string | undefined,
): StoredClient {
  const { ip, name, vlan } = report;
  const traffic = countedBy !== undefined &&
    hasTraffic(report) && {
      rxBytes: toInteger(report.rxBytes) ?? stored.rxBytes,
      rxRateKbps: toInteger(report.rxRateKbps),
      countedBy,
    };
  return { ...stored, ip: ip ?? stored.ip, name: name || stored.name, vlan: vlan ?? stored.vlan, ...traffic };
}

interface HolderReport {
  readonly projectId: number;
  readonly mac: string;
  readonly report: ClientReport;
  readonly update: ClientsUpdate;
}

function applyHolderReport(
  stored: StoredClient | undefined,
  { projectId, mac, report, update }: HolderReport,
): StoredClient {
  const { since } = report;
  const isPlausible = since !== undefined && since > OLDEST_PLAUSIBLE && since <= update.receivedAt;
  return {
    projectId,
    deviceId: update.deviceId,
    mac,
    name: report.name || (stored?.name ?? ''),
    ip: report.ip ?? stored?.ip,
    vlan: report.vlan ?? stored?.vlan,
    ssid: report.ssid,
    signalDbm: report.signalDbm ?? stored?.signalDbm,
    rxBytes: toInteger(report.rxBytes) ?? stored?.rxBytes,
    // Clears the rate if the device that counted before no longer reports one, because rates are current
    // values.
    rxRateKbps:
      hasTraffic(report) || stored?.countedBy === update.deviceId
        ? toInteger(report.rxRateKbps)
        : stored?.rxRateKbps,
    countedBy: hasTraffic(report) ? update.deviceId : stored?.countedBy,
    online: true,
    connectedAt: stored?.online ? stored.connectedAt : isPlausible ? since : update.receivedAt,
    lastSeenAt: update.receivedAt,
  };
}

const toInteger = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value);
