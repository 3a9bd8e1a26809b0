import type {
  ClientReport,
  ClientsMessage,
  EventMessage,
  HelloMessage,
  StatMessage,
  TopoMessage,
} from '@northlight/contract/device-protocol';
import type { LiveResource } from '@northlight/contract';
import type { Consequences, DeviceView, Outcome } from './records.ts';

/** Parts of a report that many reports omit, and that therefore keep a sample time of their own. */
export const TIMED_PARTS = [
  'radios',
  'wans',
  'dhcpPools',
  'backhaul',
  'bridge',
  'recorder',
  'camera',
  'nearbyNetworks',
] as const satisfies (keyof StatMessage)[];
export type TimedPart = (typeof TIMED_PARTS)[number];

export interface StatUpdate {
  readonly deviceId: string;
  readonly message: StatMessage;
  /** Time at which the device took the figures, on the server's clock (ms). */
  readonly sampledAt: number;
  /** Difference of the device's clock (ms), positive if it is ahead. */
  readonly clockDifferenceMs?: number | undefined;
  /** Sample times of the parts that come from an earlier report (ms). */
  readonly partsAt?: Readonly<Partial<Record<TimedPart, number>>>;
}

/** Returns the sample time of a part of a report (ms). */
export const getPartTime = ({ partsAt, sampledAt }: StatUpdate, part: TimedPart): number =>
  partsAt?.[part] ?? sampledAt;

/** A report about the device itself or its clients as received, which is stored as history. */
export type FigureReport = {
  readonly deviceId: string;
  readonly projectId: number;
  /** Sample time on the server's clock (ms). */
  readonly sampledAt: number;
  readonly receivedAt: number;
  /** The message as JSON in UTF-8. */
  readonly payload: Uint8Array;
} & (
  | { readonly kind: 'stat'; readonly message: StatMessage }
  | { readonly kind: 'clients'; readonly message: ClientsMessage }
);

export interface ClientsUpdate {
  readonly deviceId: string;
  /** Session of the report; reports of another session than the device's current one are ignored. */
  readonly session?: string | undefined;
  readonly full: boolean;
  /** Joined or changed clients, in the order of the report. */
  readonly present: readonly ClientReport[];
  readonly left: readonly string[];
  readonly receivedAt: number;
  /** The report itself, stored as history in the same transaction. */
  readonly report?: FigureReport | undefined;
}

/** Resources affected by a write, for live invalidation, and the work that it requests. */
export interface AffectedResources extends Consequences {
  readonly projectId: number;
  readonly resources: readonly LiveResource[];
  /** Ids of the changed rows by resource; absent if other data may have changed too. */
  readonly rows?: Readonly<Partial<Record<LiveResource, readonly string[]>>>;
}

export interface Credential {
  readonly tokenHash: string;
  /** Hash of the token that was offered and not used yet. */
  readonly nextHash: string | undefined;
  /** Fingerprint of the certificate in use. */
  readonly certificate?: string | undefined;
  /** Fingerprint of the certificate that was issued and not used yet. */
  readonly nextCertificate?: string | undefined;
  readonly projectId: number;
}

/** Note about a message of a device that was refused, or whose parts were left out. */
export interface MessageNote {
  readonly kind: 'refused' | 'cleaned';
  /** Channel and parts: `clients: join.name shortened (3)`. */
  readonly reason: string;
}

/** The credential with which a connection was authenticated. */
export interface PresentedCredential {
  readonly tokenHash?: string | undefined;
  readonly certificate?: string | undefined;
}

/** A device whose connection a server instance has. */
export interface InstanceDevice {
  readonly id: string;
  readonly session: string | undefined;
  /** True if the device has queued work that may be sent. */
  readonly waiting: boolean;
}

/**
 * Storage of the device plane. Every promise resolves after the commit; each write is atomic. The in-memory and the
 * PostgreSQL implementation pass the same test suite.
 */
export interface DeviceStore {
  /** Returns the secret of a serial number in the base device list, and whether an account has claimed it; undefined if unlisted. */
  readProvisioning(sn: string): Promise<{ secretHash: string; claimed: boolean } | undefined>;
  /** Stores that an unclaimed device is waiting; returns the account whose waiting list it was added to, if any. */
  recordHello(
    sn: string,
    hello: HelloMessage,
    now: number,
    address?: string,
  ): Promise<{ accountId: string } | undefined>;
  /**
   * Starts the next credential epoch of a claimed device, with a new token and no certificates. Returns
   * undefined if the device is not claimed.
   */
  issueCredential(sn: string, tokenHash: string): Promise<{ id: string; epoch: number } | undefined>;
  /** Returns the current and offered credentials of a device; undefined if none was issued. */
  readCredential(deviceId: string): Promise<Credential | undefined>;
  /**
   * Stores a next token in addition to the current one. If an unused next token exists, keeps that token and
   * returns its salt. Returns undefined if `presentHash` is not the current token.
   */
  offerCredential(
    deviceId: string,
    presentHash: string,
    fresh: { readonly tokenHash: string; readonly salt: string },
  ): Promise<{ salt: string; epoch: number } | undefined>;
  /**
   * Makes the offered token the current one, in the next epoch, when it is first used. Returns true if the
   * token is current now.
   */
  promoteCredential(deviceId: string, nextHash: string): Promise<boolean>;
  /**
   * Stores a new certificate in addition to the one in use, replacing an unused one. Returns false if
   * `presented` is not the device's current credential: a certificate must not outlive the epoch in which it
   * was requested.
   */
  offerCertificate(deviceId: string, presented: PresentedCredential, fingerprint: string): Promise<boolean>;
  /**
   * Replaces the certificate in use by the offered certificate at its first use. Returns true if the offered
   * certificate is in use now.
   */
  promoteCertificate(deviceId: string, fingerprint: string): Promise<boolean>;
  /**
   * Reads a device with its open work, applies the step, and writes the outcome. Repeats this if another
   * write has changed the device, so that `step` must have no side effects. Returns undefined for an unknown
   * device.
   */
  step(
    deviceId: string,
    step: (view: DeviceView) => Outcome,
    now: number,
  ): Promise<(Outcome & { projectId: number }) | undefined>;
  /** Appends reports to the history, in the given order. */
  logReports(reports: readonly FigureReport[]): Promise<void>;
  /** Stores the current figures: the last value of each figure, unless a newer value is stored. */
  saveStats(updates: readonly StatUpdate[]): Promise<readonly AffectedResources[]>;
  /** Applies a client report, with its history; ignores reports of another session than the device's current one. */
  saveClients(update: ClientsUpdate): Promise<readonly AffectedResources[]>;
  /** Stores the LLDP neighbours of a device. */
  saveTopology(deviceId: string, message: TopoMessage, now: number): Promise<readonly AffectedResources[]>;
  /** Writes an event of a device into the project's log, once per device and event id. */
  logEvent(deviceId: string, message: EventMessage, now: number): Promise<readonly AffectedResources[]>;
  /** Raises or resolves the alarm of an event, once per device and event id; a repeated event affects nothing. */
  saveEvent(deviceId: string, message: EventMessage, now: number): Promise<readonly AffectedResources[]>;
  /** Writes a note into the project's log and keeps it as the device's last one. */
  saveMessageNote(deviceId: string, note: MessageNote, now: number): Promise<readonly AffectedResources[]>;
  /** Extends the lease of an instance on its devices to `until` (ms). */
  renewLease(instance: string, until: number): Promise<void>;
  /** Stores the server instance that has the connection of a device. */
  assignToInstance(deviceId: string, instance: string): Promise<void>;
  /**
   * Returns the devices whose connection this instance has. Excludes devices that another instance took over,
   * that are no longer claimed, or that were issued another credential.
   */
  listDevicesOfInstance(instance: string): Promise<readonly InstanceDevice[]>;
  /** Returns the devices in states 1 to 7 without an instance that has a valid lease. */
  orphanedDevices(now: number): Promise<readonly string[]>;
  /**
   * Returns the devices with work after its deadline, with a lost link since `lostBefore` or earlier, or
   * restarting, upgrading or uploading since `busyBefore` or earlier (ms).
   */
  dueDevices(now: number, lostBefore: number, busyBefore: number): Promise<readonly string[]>;
}
