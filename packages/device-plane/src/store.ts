import type {
  ClientReport,
  ClientsMessage,
  EventMessage,
  HelloMessage,
  StatMessage,
  TopoMessage,
} from '@northlight/contract/device-protocol';
import type { LiveResource } from '@northlight/contract';
import type { DeviceView, Outcome } from './records.ts';

export interface StatUpdate {
  readonly deviceId: string;
  readonly message: StatMessage;
  /** When the device took the figures, by our clock (ms): their age. */
  readonly sampledAt: number;
  /** Of its radios, when it was an earlier report that told of them. */
  readonly radiosAt?: number;
}

/** What a device said of itself or of its clients, as it came: what history is made of. */
export type FigureReport = {
  readonly deviceId: string;
  readonly projectId: number;
  /** By our clock (ms). */
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
  /** In which it was said: late words of another one than the device's present session are nobody's. */
  readonly session?: string | undefined;
  readonly full: boolean;
  /** Joined or changed, in the order they were told. */
  readonly present: readonly ClientReport[];
  readonly left: readonly string[];
  readonly receivedAt: number;
  /** To be kept with it, for history. */
  readonly report?: FigureReport | undefined;
}

/** What an intake write touched, for live invalidation. */
export interface AffectedResources {
  readonly projectId: number;
  readonly resources: readonly LiveResource[];
  /** Rows of a resource beside which nothing of it changed, by their ids in its list; left out where more did. */
  readonly rows?: Readonly<Partial<Record<LiveResource, readonly string[]>>>;
}

export interface Credential {
  readonly tokenHash: string;
  /** Of the token that was offered and not used yet. */
  readonly nextHash: string | undefined;
  /** Fingerprint of the certificate in use. */
  readonly certificate?: string | undefined;
  /** Of the certificate that was issued and not used yet. */
  readonly nextCertificate?: string | undefined;
  readonly projectId: number;
}

/** What a connection was accepted with. */
export interface PresentedCredential {
  readonly tokenHash?: string | undefined;
  readonly certificate?: string | undefined;
}

export interface HeldDevice {
  readonly id: string;
  readonly session: string | undefined;
  readonly waiting: boolean;
}

/**
 * What the device plane asks of storage. Every promise resolves after the commit; each method is one transaction.
 * The in-memory and the PostgreSQL form pass one suite.
 */
export interface DeviceStore {
  /** The base device list's entry, and the device that an account made of it. */
  provisioning(sn: string): Promise<{ secretHash: string; claimed: boolean } | undefined>;
  /** Remembers that an unclaimed device is waiting; answers into whose list it has just come, if anybody's. */
  recordHello(
    sn: string,
    hello: HelloMessage,
    now: number,
    address?: string,
  ): Promise<{ accountId: string } | undefined>;
  /** Opens the next credential epoch of a claimed device under a new token, and ends its certificates; undefined when nobody claimed it. */
  issueCredential(sn: string, tokenHash: string): Promise<{ id: string; epoch: number } | undefined>;
  credential(deviceId: string): Promise<Credential | undefined>;
  /**
   * Keeps a next token beside the present one, and what it was made with. One that is offered already and not used
   * stays: its salt is answered. Undefined when the present token is another.
   */
  offerCredential(
    deviceId: string,
    presentHash: string,
    fresh: { readonly tokenHash: string; readonly salt: string },
  ): Promise<{ salt: string; epoch: number } | undefined>;
  /** At the first use of the offered token it becomes the present one, in the next epoch. True when it is that now. */
  promoteCredential(deviceId: string, nextHash: string): Promise<boolean>;
  /**
   * Keeps a new certificate beside the one in use, in the place of one that was never used. False when the proof is not
   * the device's present one: a certificate must not outlive the epoch in which it was asked for.
   */
  offerCertificate(deviceId: string, proof: PresentedCredential, fingerprint: string): Promise<boolean>;
  /** At its first use the new certificate takes the place of the other. True when it is in use now. */
  promoteCertificate(deviceId: string, fingerprint: string): Promise<boolean>;
  /** Loads a device with its open work, locked; applies the pure step; writes the outcome. Undefined: no such device. */
  step(
    deviceId: string,
    step: (view: DeviceView) => Outcome,
    now: number,
  ): Promise<(Outcome & { projectId: number }) | undefined>;
  /** Keeps reports for history; in the order in which they are given. */
  logReports(reports: readonly FigureReport[]): Promise<void>;
  /** Present figures: each one's last value, unless a younger one is known. */
  saveStats(updates: readonly StatUpdate[]): Promise<readonly AffectedResources[]>;
  saveClients(update: ClientsUpdate): Promise<readonly AffectedResources[]>;
  saveTopology(deviceId: string, message: TopoMessage): Promise<readonly AffectedResources[]>;
  /** Writes what a device told into the project's log, once per device and event id. */
  logEvent(deviceId: string, message: EventMessage, now: number): Promise<readonly AffectedResources[]>;
  /** Once per device and event id; a repeated event touches nothing. */
  saveEvent(deviceId: string, message: EventMessage, now: number): Promise<readonly AffectedResources[]>;
  /** Marks devices as held by this server instance until a time. */
  renewLease(instance: string, until: number): Promise<void>;
  /** Notes which instance holds a device's connection. */
  holdDevice(deviceId: string, instance: string): Promise<void>;
  /**
   * Devices whose connection this instance holds; `waiting` are those with queued work that may be sent. Not any more:
   * one that another instance holds, that is claimed no longer, or that was issued another credential.
   */
  heldDevices(instance: string): Promise<readonly HeldDevice[]>;
  /** Devices shown as present whose instance's lease ran out. */
  orphanedDevices(now: number): Promise<readonly string[]>;
  /**
   * Devices with work past its deadline, whose link has been lost since before `lostBefore` without an alarm, or that
   * have been restarting, upgrading or uploading since before `heldBefore`.
   */
  dueDevices(now: number, lostBefore: number, heldBefore: number): Promise<readonly string[]>;
}
