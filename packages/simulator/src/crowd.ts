import type { ClientReport } from '@northlight/contract/device-protocol';
import { type Entropy, drawRandomFloat, drawRandomInt } from '@northlight/runtime';
import type { BuildingFloor, DevicePlace } from './building/building.ts';
import { computeIndoorSignal, findClientPlace } from './building/indoor-air.ts';
import { computePresentShare, computeSiteHour } from './physics/daily-curve.ts';
import { computeLinkRateKbps, computeSignal } from './physics/radio.ts';
import type { ClientSpec, SiteSpec } from './spec.ts';

const MAX_DISTANCE_METRES = 25;
/** Chance per minute that a client roams to another access point. */
const ROAM_PER_MINUTE = 0.02;
/** Chance per minute that a client leaves although the daily curve does not require it. */
const CHURN_PER_MINUTE = 0.01;
/** Maximum share of its link rate that a busy client uses. */
const BUSY_SHARE = 0.02;
/** Chance that a client is busy in a step. */
const BUSY_CHANCE = 0.3;
/** Clients send this part of what they receive. */
const UP_PART = 6;

/** A radio, or a device with a wired client. */
export interface AttachPoint {
  readonly sn: string;
  readonly band?: ClientReport['band'];
  /** SSIDs that the radio broadcasts; absent for all SSIDs of the site's clients. */
  readonly ssids?: readonly string[];
  /** MACs of clients that cannot connect. */
  readonly blocked?: ReadonlySet<string>;
}

/** The attach point of a client, and the time (ms) since which it is attached. */
export interface Attachment extends AttachPoint {
  readonly from: number;
}

/** A wireless client with the traffic that it asks for. */
export interface WirelessDemand {
  readonly mac: string;
  readonly band: NonNullable<ClientReport['band']>;
  /** Signal at the usual power of the radio. */
  readonly signalDbm: number;
  readonly rxRateKbps: number;
  readonly txRateKbps: number;
}

interface Presence {
  readonly client: ClientSpec;
  readonly attachment: Attachment;
  readonly signalDbm: number;
  /** Rate (kbit/s) that the client asks for; it receives what the air has room for. */
  demandKbps: number;
  since: number;
  rxBytes: number;
  txBytes: number;
  rxRateKbps: number;
  txRateKbps: number;
}

/** Client changes of a device since the last step. */
export interface CrowdChange {
  readonly join: ClientReport[];
  readonly leave: string[];
}

/** Index of the radios by SSID, and by serial number and band. */
class RadioIndex {
  readonly #radios: readonly AttachPoint[];
  readonly #byKey: ReadonlyMap<string, AttachPoint>;
  readonly #byName = new Map<string, readonly AttachPoint[]>();
  readonly #hasBlockedClients: boolean;

  constructor(radios: readonly AttachPoint[]) {
    this.#radios = radios;
    this.#hasBlockedClients = radios.some(({ blocked }) => (blocked?.size ?? 0) > 0);
    this.#byKey = new Map(radios.map((radio) => [toAttachPointKey(radio), radio] as const));
  }

  /** Returns the radios that accept a client, in their original order. */
  candidatesFor({ mac, ssid = '' }: ClientSpec): readonly AttachPoint[] {
    let candidates = this.#byName.get(ssid);
    if (!candidates) {
      candidates = this.#radios.filter(({ ssids }) => ssids === undefined || ssids.includes(ssid));
      this.#byName.set(ssid, candidates);
    }
    return this.#hasBlockedClients
      ? candidates.filter(({ blocked }) => blocked?.has(mac) !== true)
      : candidates;
  }

  /** Returns true while the radio exists, still broadcasts the client's SSID, and does not block the client. */
  isStillAvailable(radio: AttachPoint, { mac, ssid = '' }: ClientSpec): boolean {
    const now = this.#byKey.get(toAttachPointKey(radio));
    if (!now || now.blocked?.has(mac) === true) return false;
    return now.ssids === undefined || now.ssids.includes(ssid);
  }
}

const toAttachPointKey = ({ band, sn }: AttachPoint): string => `${sn} ${band}`;

/**
 * The clients of a site. Their number follows the hour, they roam, and they leave access points that go down.
 */
export class Crowd {
  readonly #site: SiteSpec;
  readonly #entropy: Entropy;
  readonly #present = new Map<string, Presence>();
  readonly #absent: ClientSpec[];
  /** Places of access points by serial number. */
  readonly #places: ReadonlyMap<string, { readonly floor: BuildingFloor; readonly place: DevicePlace }>;
  readonly #getDemandShare: (mac: string) => number;
  #steppedAt: number | undefined;

  /** @param getDemandShare returns the part of its demand that a client receives, 0 to 1 */
  constructor(site: SiteSpec, entropy: Entropy, getDemandShare: (mac: string) => number = () => 1) {
    this.#site = site;
    this.#entropy = entropy;
    this.#getDemandShare = getDemandShare;
    this.#absent = site.clients.filter(({ port }) => port === undefined);
    this.#places = new Map(
      (site.building?.floors ?? []).flatMap((floor) =>
        floor.places.map((place) => [place.sn, { floor, place }] as const),
      ),
    );
  }

  get size(): number {
    return this.#present.size;
  }

  /** Returns the reports of the clients at a device. */
  at(sn: string): ClientReport[] {
    return [...this.#present.values()]
      .filter(({ attachment }) => attachment.sn === sn)
      .map((presence) => toClientReport(presence));
  }

  /** Returns the reports of all present clients, by device. */
  byDevice(): ReadonlyMap<string, readonly ClientReport[]> {
    const reports = new Map<string, ClientReport[]>();
    for (const presence of this.#present.values()) {
      const { sn } = presence.attachment;
      const own = reports.get(sn) ?? [];
      own.push(toClientReport(presence));
      reports.set(sn, own);
    }
    return reports;
  }

  /** Returns the demands of all present wireless clients, by device. */
  demands(): ReadonlyMap<string, readonly WirelessDemand[]> {
    const demands = new Map<string, WirelessDemand[]>();
    for (const { attachment, client, demandKbps, signalDbm } of this.#present.values()) {
      const { band, sn } = attachment;
      if (band === undefined) continue;
      const own = demands.get(sn) ?? [];
      own.push({
        mac: client.mac,
        band,
        signalDbm,
        txRateKbps: demandKbps,
        rxRateKbps: demandKbps / UP_PART,
      });
      demands.set(sn, own);
    }
    return demands;
  }

  /** Returns the attachments of all present clients, by MAC. */
  attachments(): ReadonlyMap<string, Attachment> {
    return new Map([...this.#present].map(([mac, { attachment }]) => [mac, attachment] as const));
  }

  countAt(sn: string): number {
    let count = 0;
    for (const { attachment } of this.#present.values()) if (attachment.sn === sn) count++;
    return count;
  }

  /**
   * Advances all clients to `now` (ms). `radios` are the available attach points; `isUp` returns true for a
   * device that runs, and for a port of it that is switched on.
   */
  step(
    now: number,
    radios: readonly AttachPoint[],
    isUp: (sn: string, port?: string) => boolean,
  ): ReadonlyMap<string, CrowdChange> {
    const first = this.#steppedAt === undefined;
    const minutes = Math.max(0, now - (this.#steppedAt ?? now)) / 60_000;
    this.#steppedAt = now;
    const changes = new Map<string, CrowdChange>();
    this.#updateTraffic(minutes * 60);
    this.#updateWired(now, isUp, changes);
    if (radios.length > 0) {
      const radioIndex = new RadioIndex(radios);
      this.#roam(now, minutes, radioIndex, isUp, changes);
      this.#adjustPresence(now, minutes, first, radioIndex, changes);
    }
    return changes;
  }

  /** Attaches a client, which need not belong to the site. */
  attach(client: ClientSpec, point: AttachPoint, now: number): CrowdChange | undefined {
    const changes = new Map<string, CrowdChange>();
    this.#join(client, point, 1, now, changes);
    return changes.get(point.sn);
  }

  #updateTraffic(seconds: number): void {
    for (const presence of this.#present.values()) {
      const busy = drawRandomFloat(this.#entropy) < BUSY_CHANCE;
      const rate = busy
        ? computeLinkRateKbps(presence.signalDbm) * BUSY_SHARE * drawRandomFloat(this.#entropy)
        : 8;
      presence.demandKbps = rate;
      const received = rate * this.#getDemandShare(presence.client.mac);
      presence.txRateKbps = Math.round(received);
      presence.rxRateKbps = Math.round(received / UP_PART);
      presence.txBytes += Math.round((presence.txRateKbps * seconds * 1000) / 8);
      presence.rxBytes += Math.round((presence.rxRateKbps * seconds * 1000) / 8);
    }
  }

  #updateWired(
    now: number,
    isUp: (sn: string, port: string) => boolean,
    changes: Map<string, CrowdChange>,
  ): void {
    for (const client of this.#site.clients) {
      if (!client.port) continue;
      const { port, sn } = client.port;
      const presence = this.#present.get(client.mac);
      const hasLink = isUp(sn, port);
      if (hasLink && !presence) this.#join(client, { sn }, 1, now, changes);
      if (!hasLink && presence) this.#leave(presence, changes);
    }
  }

  #roam(
    now: number,
    minutes: number,
    radioIndex: RadioIndex,
    isUp: (sn: string) => boolean,
    changes: Map<string, CrowdChange>,
  ): void {
    // Iterates over a copy: clients that roam move to the end of the map, and would roam twice otherwise.
    for (const presence of this.#wirelessClients()) {
      const isStranded =
        !isUp(presence.attachment.sn) || !radioIndex.isStillAvailable(presence.attachment, presence.client);
      const stays = isHome(presence.attachment, presence.client);
      if (!isStranded && (stays || drawRandomFloat(this.#entropy) >= ROAM_PER_MINUTE * minutes)) continue;
      const next = this.#pickRadio(radioIndex, presence.client);
      if (!next) {
        this.#depart(presence, changes);
        continue;
      }
      this.#leave(presence, changes);
      const before = isStranded ? { ...presence, since: now } : presence;
      this.#join(presence.client, next, this.#randomDistance(), now, changes, before);
    }
  }

  #adjustPresence(
    now: number,
    minutes: number,
    first: boolean,
    radioIndex: RadioIndex,
    changes: Map<string, CrowdChange>,
  ): void {
    for (const presence of this.#wirelessClients().filter(({ client }) => client.home === undefined))
      if (drawRandomFloat(this.#entropy) < CHURN_PER_MINUTE * minutes) this.#depart(presence, changes);
    const here = this.#wirelessClients();
    const share = computePresentShare(this.#site.day, computeSiteHour(now, this.#site.zoneHours));
    const missing = Math.round((here.length + this.#absent.length) * share) - here.length;
    const pace = first ? Math.abs(missing) : Math.ceil(Math.abs(missing) * Math.min(1, minutes));
    for (const presence of missing < 0 ? here.slice(0, pace) : []) this.#depart(presence, changes);
    for (const client of missing > 0 ? this.#arrivals(pace) : []) {
      const radio = this.#pickRadio(radioIndex, client);
      if (radio) this.#join(client, radio, this.#randomDistance(), now, changes);
      else this.#absent.push(client);
    }
  }

  /** Removes up to `count` random clients from the absent ones and returns them. */
  #arrivals(count: number): ClientSpec[] {
    return Array.from({ length: Math.min(count, this.#absent.length) }, () =>
      this.#absent.splice(drawRandomInt(this.#entropy, 0, this.#absent.length - 1), 1),
    ).flat();
  }

  #wirelessClients(): Presence[] {
    return [...this.#present.values()].filter(({ client }) => client.port === undefined);
  }

  #depart(presence: Presence, changes: Map<string, CrowdChange>): void {
    this.#leave(presence, changes);
    this.#absent.push(presence.client);
  }

  #join(
    client: ClientSpec,
    point: AttachPoint,
    metres: number,
    now: number,
    changes: Map<string, CrowdChange>,
    before?: Presence,
  ): void {
    const { since = now, rxBytes = 0, txBytes = 0, demandKbps = 0 } = before ?? {};
    const { rxRateKbps = 0, txRateKbps = 0 } = before ?? {};
    const attachment = { ...point, from: now };
    const signalDbm = this.#computeSignal(client, point, metres);
    const traffic = { demandKbps, rxBytes, txBytes, rxRateKbps, txRateKbps };
    const presence = { client, attachment, signalDbm, since, ...traffic };
    this.#present.set(client.mac, presence);
    const change = changeAt(changes, point.sn);
    const leftAt = change.leave.indexOf(client.mac);
    if (leftAt >= 0) change.leave.splice(leftAt, 1);
    change.join.push(toClientReport(presence));
  }

  /** Computes the signal of a client at a distance from its access point, behind the walls of the building if it is known. */
  #computeSignal({ mac }: ClientSpec, { band, sn }: AttachPoint, metres: number): number {
    const known = this.#places.get(sn);
    if (!known) return computeSignal(metres);
    const { floor, place } = known;
    return computeIndoorSignal(floor, place, findClientPlace(floor, place, mac, metres), band);
  }

  #leave({ client, attachment }: Presence, changes: Map<string, CrowdChange>): void {
    this.#present.delete(client.mac);
    const change = changeAt(changes, attachment.sn);
    // Removes the join of a client that leaves in the same step, because it was never reported.
    const joinedAt = change.join.findIndex(({ mac }) => mac === client.mac);
    if (joinedAt >= 0) change.join.splice(joinedAt, 1);
    change.leave.push(client.mac);
  }

  #pickRadio(radioIndex: RadioIndex, client: ClientSpec): AttachPoint | undefined {
    const candidates = radioIndex.candidatesFor(client);
    if (candidates.length === 0) return undefined;
    return (
      candidates.find((radio) => isHome(radio, client)) ??
      candidates[drawRandomInt(this.#entropy, 0, candidates.length - 1)]
    );
  }

  #randomDistance(): number {
    return 1 + drawRandomFloat(this.#entropy) ** 1.5 * MAX_DISTANCE_METRES;
  }
}

const isHome = ({ band, sn }: AttachPoint, { home }: ClientSpec): boolean =>
  home?.sn === sn && home.band === band;

function changeAt(changes: Map<string, CrowdChange>, sn: string): CrowdChange {
  const known = changes.get(sn);
  if (known) return known;
  const fresh: CrowdChange = { join: [], leave: [] };
  changes.set(sn, fresh);
  return fresh;
}

function toClientReport({
  client,
  attachment,
  signalDbm,
  since,
  rxBytes,
  txBytes,
  rxRateKbps,
  txRateKbps,
}: Presence): ClientReport {
  const { mac, name, ip, vlan, ssid, port } = client;
  const wireless = {
    ...(ssid !== undefined && { ssid }),
    ...(attachment.band && { band: attachment.band }),
    signalDbm,
  };
  const figures = { since, rxBytes, txBytes, rxRateKbps, txRateKbps };
  return {
    mac,
    name,
    ...(ip !== undefined && { ip }),
    vlan,
    ...(port ? { port: port.port } : wireless),
    ...figures,
  };
}
