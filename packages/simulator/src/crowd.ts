import type { ClientReport } from '@northlight/contract/device-protocol';
import { type Entropy, randomFloat, randomInt } from '@northlight/runtime';
import { presentShare, siteHour } from './physics/daily-curve.ts';
import { linkRateKbps, signalAt } from './physics/radio.ts';
import type { ClientSpec, SiteSpec } from './spec.ts';

const FARTHEST_METRES = 25;
/** Chance per minute that somebody walks over to another access point. */
const ROAM_PER_MINUTE = 0.02;
/** Chance per minute that somebody goes although nobody has to. */
const CHURN_PER_MINUTE = 0.01;
/** Part of its link that a client uses when it is busy, and how often it is. */
const BUSY_SHARE = 0.02;
const BUSY_CHANCE = 0.3;

/** Where somebody can be: a radio, or the device at the other end of a cable. */
export interface Place {
  readonly sn: string;
  readonly band?: ClientReport['band'];
  /** Names on the air; absent: every one that people of the site look for. */
  readonly ssids?: readonly string[];
  /** Whom it keeps out. */
  readonly blocked?: ReadonlySet<string>;
}

/** Where somebody is, and since when he is there (ms). */
export interface Stay extends Place {
  readonly from: number;
}

interface Presence {
  readonly client: ClientSpec;
  readonly place: Stay;
  metres: number;
  since: number;
  rxBytes: number;
  txBytes: number;
  rxRateKbps: number;
  txRateKbps: number;
}

/** What changed at one device since the last step. */
export interface CrowdChange {
  readonly join: ClientReport[];
  readonly leave: string[];
}

/** The radios that let somebody in. */
class Seats {
  readonly #all: readonly Place[];
  readonly #byKey: ReadonlyMap<string, Place>;
  readonly #byName = new Map<string, readonly Place[]>();
  readonly #keepOut: boolean;

  constructor(radios: readonly Place[]) {
    this.#all = radios;
    this.#keepOut = radios.some(({ blocked }) => (blocked?.size ?? 0) > 0);
    this.#byKey = new Map(radios.map((place) => [keyOf(place), place] as const));
  }

  /** In the order of the radios. */
  of({ mac, ssid = '' }: ClientSpec): readonly Place[] {
    let places = this.#byName.get(ssid);
    if (!places) {
      places = this.#all.filter(({ ssids }) => ssids === undefined || ssids.includes(ssid));
      this.#byName.set(ssid, places);
    }
    return this.#keepOut ? places.filter(({ blocked }) => blocked?.has(mac) !== true) : places;
  }

  /** Whether a place has still what brought somebody there; one that is no radio any more has not. */
  holds(place: Place, { mac, ssid = '' }: ClientSpec): boolean {
    const now = this.#byKey.get(keyOf(place));
    if (!now || now.blocked?.has(mac) === true) return false;
    return now.ssids === undefined || now.ssids.includes(ssid);
  }
}

const keyOf = ({ band, sn }: Place): string => `${sn} ${band}`;

/** The people of a site: they come and go with the hour, walk about, and leave an access point that goes dark. */
export class Crowd {
  readonly #site: SiteSpec;
  readonly #entropy: Entropy;
  readonly #present = new Map<string, Presence>();
  readonly #absent: ClientSpec[];
  #steppedAt: number | undefined;

  constructor(site: SiteSpec, entropy: Entropy) {
    this.#site = site;
    this.#entropy = entropy;
    this.#absent = site.clients.filter(({ port }) => port === undefined);
  }

  get size(): number {
    return this.#present.size;
  }

  /** Those at one device now. */
  at(sn: string): ClientReport[] {
    return [...this.#present.values()]
      .filter(({ place }) => place.sn === sn)
      .map((presence) => reportOf(presence));
  }

  /** Where everybody is who is here, by MAC. */
  places(): ReadonlyMap<string, Stay> {
    return new Map([...this.#present].map(([mac, { place }]) => [mac, place] as const));
  }

  countAt(sn: string, band?: Place['band']): number {
    let count = 0;
    for (const { place } of this.#present.values())
      if (place.sn === sn && (band === undefined || place.band === band)) count++;
    return count;
  }

  /** Moves everybody to `now`; `radios` are the places to be without a cable, `wired` the devices that are up. */
  step(
    now: number,
    radios: readonly Place[],
    isUp: (sn: string) => boolean,
  ): ReadonlyMap<string, CrowdChange> {
    const first = this.#steppedAt === undefined;
    const minutes = Math.max(0, now - (this.#steppedAt ?? now)) / 60_000;
    this.#steppedAt = now;
    const changes = new Map<string, CrowdChange>();
    this.#traffic(minutes * 60);
    this.#plugWired(now, isUp, changes);
    if (radios.length > 0) {
      const seats = new Seats(radios);
      this.#walk(now, minutes, seats, isUp, changes);
      this.#comeAndGo(now, minutes, first, seats, changes);
    }
    return changes;
  }

  /** Somebody comes to a place, whoever he is. */
  arrive(client: ClientSpec, place: Place, now: number): CrowdChange | undefined {
    const changes = new Map<string, CrowdChange>();
    this.#join(client, place, 1, now, changes);
    return changes.get(place.sn);
  }

  #traffic(seconds: number): void {
    for (const presence of this.#present.values()) {
      const busy = randomFloat(this.#entropy) < BUSY_CHANCE;
      const rate = busy
        ? linkRateKbps(signalAt(presence.metres)) * BUSY_SHARE * randomFloat(this.#entropy)
        : 8;
      presence.txRateKbps = Math.round(rate);
      presence.rxRateKbps = Math.round(rate / 6);
      presence.txBytes += Math.round((presence.txRateKbps * seconds * 1000) / 8);
      presence.rxBytes += Math.round((presence.rxRateKbps * seconds * 1000) / 8);
    }
  }

  #plugWired(now: number, isUp: (sn: string) => boolean, changes: Map<string, CrowdChange>): void {
    for (const client of this.#site.clients) {
      if (!client.port) continue;
      const presence = this.#present.get(client.mac);
      if (isUp(client.port.sn) && !presence) this.#join(client, { sn: client.port.sn }, 1, now, changes);
      if (!isUp(client.port.sn) && presence) this.#leave(presence, changes);
    }
  }

  #walk(
    now: number,
    minutes: number,
    seats: Seats,
    isUp: (sn: string) => boolean,
    changes: Map<string, CrowdChange>,
  ): void {
    // Those who walked stand at the end of the map; they do not walk again.
    for (const presence of this.#walking()) {
      const stranded = !isUp(presence.place.sn) || !seats.holds(presence.place, presence.client);
      if (!stranded && randomFloat(this.#entropy) >= ROAM_PER_MINUTE * minutes) continue;
      const next = this.#somewhere(seats, presence.client);
      if (!next) {
        this.#goHome(presence, changes);
        continue;
      }
      this.#leave(presence, changes);
      const before = stranded ? { ...presence, since: now } : presence;
      this.#join(presence.client, next, this.#somehowFar(), now, changes, before);
    }
  }

  #comeAndGo(
    now: number,
    minutes: number,
    first: boolean,
    seats: Seats,
    changes: Map<string, CrowdChange>,
  ): void {
    for (const presence of this.#walking())
      if (randomFloat(this.#entropy) < CHURN_PER_MINUTE * minutes) this.#goHome(presence, changes);
    const here = this.#walking();
    const share = presentShare(this.#site.day, siteHour(now, this.#site.zoneHours));
    const missing = Math.round((here.length + this.#absent.length) * share) - here.length;
    const pace = first ? Math.abs(missing) : Math.ceil(Math.abs(missing) * Math.min(1, minutes));
    for (const presence of missing < 0 ? here.slice(0, pace) : []) this.#goHome(presence, changes);
    for (const client of missing > 0 ? this.#arrivals(pace) : []) {
      const place = this.#somewhere(seats, client);
      if (place) this.#join(client, place, this.#somehowFar(), now, changes);
      else this.#absent.push(client);
    }
  }

  /** Takes so many out of those who are away. */
  #arrivals(count: number): ClientSpec[] {
    return Array.from({ length: Math.min(count, this.#absent.length) }, () =>
      this.#absent.splice(randomInt(this.#entropy, 0, this.#absent.length - 1), 1),
    ).flat();
  }

  #walking(): Presence[] {
    return [...this.#present.values()].filter(({ client }) => client.port === undefined);
  }

  #goHome(presence: Presence, changes: Map<string, CrowdChange>): void {
    this.#leave(presence, changes);
    this.#absent.push(presence.client);
  }

  #join(
    client: ClientSpec,
    place: Place,
    metres: number,
    now: number,
    changes: Map<string, CrowdChange>,
    before?: Presence,
  ): void {
    const { since = now, rxBytes = 0, txBytes = 0, rxRateKbps = 0, txRateKbps = 0 } = before ?? {};
    const stay = { ...place, from: now };
    const presence = { client, place: stay, metres, since, rxBytes, txBytes, rxRateKbps, txRateKbps };
    this.#present.set(client.mac, presence);
    const change = changeAt(changes, place.sn);
    const gone = change.leave.indexOf(client.mac);
    if (gone >= 0) change.leave.splice(gone, 1);
    change.join.push(reportOf(presence));
  }

  #leave({ client, place }: Presence, changes: Map<string, CrowdChange>): void {
    this.#present.delete(client.mac);
    const change = changeAt(changes, place.sn);
    // Who came and left in one step was never told of.
    const come = change.join.findIndex(({ mac }) => mac === client.mac);
    if (come >= 0) change.join.splice(come, 1);
    change.leave.push(client.mac);
  }

  #somewhere(seats: Seats, client: ClientSpec): Place | undefined {
    const places = seats.of(client);
    return places.length === 0 ? undefined : places[randomInt(this.#entropy, 0, places.length - 1)];
  }

  #somehowFar(): number {
    return 1 + randomFloat(this.#entropy) ** 1.5 * FARTHEST_METRES;
  }
}

function changeAt(changes: Map<string, CrowdChange>, sn: string): CrowdChange {
  const known = changes.get(sn);
  if (known) return known;
  const fresh: CrowdChange = { join: [], leave: [] };
  changes.set(sn, fresh);
  return fresh;
}

function reportOf({
  client,
  place,
  metres,
  since,
  rxBytes,
  txBytes,
  rxRateKbps,
  txRateKbps,
}: Presence): ClientReport {
  const { mac, name, ip, vlan, ssid, port } = client;
  const air = {
    ...(ssid !== undefined && { ssid }),
    ...(place.band && { band: place.band }),
    signalDbm: signalAt(metres),
  };
  const figures = { since, rxBytes, txBytes, rxRateKbps, txRateKbps };
  return { mac, name, ip, vlan, ...(port ? { port: port.port } : air), ...figures };
}
