import type { ClientReport, DeviceKind } from '@northlight/contract/device-protocol';
import { canOthersCountTraffic, nearnessOf, classifyClientReport } from '../client-holder.ts';
import type { ClientsUpdate } from '../store.ts';

const OLDEST_PLAUSIBLE = Date.UTC(2000, 0, 1);

/** An online client as the store keeps it. */
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
  /** Which device told of its traffic last. */
  readonly countedBy?: string | undefined;
  readonly online: boolean;
  readonly connectedAt: number;
  readonly lastSeenAt: number;
}

/** Clients of all projects, one identity per project and MAC. */
export class MemoryClients {
  readonly #clients = new Map<string, StoredClient>();

  of(projectId: number): StoredClient[] {
    return [...this.#clients.values()]
      .filter((client) => client.projectId === projectId)
      .sort((a, b) => (a.mac < b.mac ? -1 : 1));
  }

  /** `kindOf` answers what a device is, as far as it is known. */
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
      const kept = this.#clients.get(key);
      const held = kept && { ...kept, nearness: nearnessOf(kept, kindOf(kept.deviceId)) };
      const nearness = nearnessOf(report, kindOf(deviceId));
      const role = classifyClientReport(held, { deviceId, nearness, receivedAt, left: left.has(mac) });
      if (role === 'holder')
        this.#clients.set(key, applyHolderReport(kept, { projectId, mac, report, update }));
      else if (role === 'observer' && kept && held)
        this.#clients.set(
          key,
          applyObserverReport(kept, report, canOthersCountTraffic(held.nearness) ? deviceId : undefined),
        );
    }
    for (const [key, client] of this.#clients)
      if (client.deviceId === update.deviceId && left.has(client.mac))
        this.#clients.set(key, { ...client, online: false, lastSeenAt: update.receivedAt });
  }

  markOffline(deviceId: string): void {
    this.#end(deviceId, () => true);
  }

  #end(deviceId: string, ended: (client: StoredClient) => boolean): void {
    for (const [key, client] of this.#clients)
      if (client.deviceId === deviceId && client.online && ended(client))
        this.#clients.set(key, { ...client, online: false });
  }
}

const counts = ({ rxBytes, rxRateKbps }: ClientReport): boolean => (rxBytes ?? rxRateKbps) !== undefined;

/** What a device that does not hold a client adds to it. */
function applyObserverReport(
  kept: StoredClient,
  report: ClientReport,
  countedBy: string | undefined,
): StoredClient {
  const { ip, name, vlan } = report;
  const traffic = countedBy !== undefined &&
    counts(report) && {
      rxBytes: whole(report.rxBytes) ?? kept.rxBytes,
      rxRateKbps: whole(report.rxRateKbps),
      countedBy,
    };
  return { ...kept, ip: ip ?? kept.ip, name: name || kept.name, vlan: vlan ?? kept.vlan, ...traffic };
}

interface HolderReport {
  readonly projectId: number;
  readonly mac: string;
  readonly report: ClientReport;
  readonly update: ClientsUpdate;
}

function applyHolderReport(
  kept: StoredClient | undefined,
  { projectId, mac, report, update }: HolderReport,
): StoredClient {
  const { since } = report;
  const believed = since !== undefined && since > OLDEST_PLAUSIBLE && since <= update.receivedAt;
  return {
    projectId,
    deviceId: update.deviceId,
    mac,
    name: report.name || (kept?.name ?? ''),
    ip: report.ip ?? kept?.ip,
    vlan: report.vlan ?? kept?.vlan,
    ssid: report.ssid,
    signalDbm: report.signalDbm ?? kept?.signalDbm,
    rxBytes: whole(report.rxBytes) ?? kept?.rxBytes,
    // A rate is of now: who does not tell it any more knows none. Who never counted says nothing of it.
    rxRateKbps:
      counts(report) || kept?.countedBy === update.deviceId ? whole(report.rxRateKbps) : kept?.rxRateKbps,
    countedBy: counts(report) ? update.deviceId : kept?.countedBy,
    online: true,
    connectedAt: kept?.online ? kept.connectedAt : believed ? since : update.receivedAt,
    lastSeenAt: update.receivedAt,
  };
}

const whole = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value);
