import type { ChartWindow, DEMO_SCENES, DeviceRole, DeviceSettings, Job } from '@northlight/contract';
import type { DevicePlane } from '@northlight/device-plane';
import type { Clock, Entropy, PasswordVerifier } from '@northlight/runtime';
import type { Block } from '@northlight/telemetry-codec';
import type { KeyObject, X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Gazetteer } from './gazetteer/index.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Config } from './platform/config.ts';
import type { Db, Tx } from './platform/db/database.ts';
import type { DeviceFileUrls } from './platform/device-files/device-files.ts';
import type { DiskGuard } from './platform/disk-guard.ts';
import type { Feature } from './platform/feature.ts';
import type { AccountFiles } from './platform/files/account-files.ts';
import type { CallerContext } from './platform/http/caller-context.ts';
import type { LargeProjectReader } from './platform/http/large-project-reader.ts';
import type { Principal, ProjectAccessResult } from './platform/http/principal.ts';
import type { RefusalRowLimiter } from './platform/http/refusal-row-limiter.ts';
import type { ImageProcessor } from './platform/images/image-processor.ts';
import type { PlanProcessor } from './platform/images/plan-processor.ts';
import type { LiveHub } from './platform/live/hub.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { TextMessageSender } from './platform/mail/text-message-sender.ts';
import type { RightsWatch } from './platform/rights-watch.ts';
import type { Envelope } from './platform/secrets/envelope.ts';
import type { PasswordHasher } from './platform/secrets/password-hasher.ts';
import type { Work } from './platform/work.ts';
import type { SandboxSource, SimulatedCopy } from './simulation.ts';

/** Work on a device that may have interrupted its clients. */
export interface Interruption {
  readonly deviceId: string;
  /** Title of the job. */
  readonly title: string;
  /** Time at which the device ended the work. */
  readonly at: Date;
}

/** Work of an actor on one project. */
export type ProjectWork = Work & { readonly actor: string; readonly projectId: number };

/** Order of backups of devices, as they are before a change. */
export interface BackupOrder {
  readonly cause: 'before-change' | 'before-upgrade';
  readonly deviceIds: readonly string[];
  /** Configuration before the change; absent if the transaction has changed nothing of it yet. */
  readonly before?: {
    readonly version: number;
    readonly devices: readonly { readonly id: string; readonly role: DeviceRole }[];
    readonly settings: ReadonlyMap<string, { readonly settings: DeviceSettings }>;
  };
}

/** All services of a server process. context.ts builds them, and tests can replace single services. */
export interface Services extends AuthorityServices {
  readonly config: Config;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  readonly db: Db;
  readonly bus: Bus;
  readonly live: LiveHub;
  readonly rights: RightsWatch;
  readonly mailer: Mailer;
  readonly textMessageSender: TextMessageSender;
  readonly files: AccountFiles;
  readonly images: ImageProcessor;
  readonly plans: PlanProcessor;
  /** Builds URLs for devices. */
  readonly deviceFiles: DeviceFileUrls;
  readonly tunnels: TunnelAccess;
  /** Returns the origin at which the console is served. */
  address(): string;
  /** Keys whose signatures on upgrade files are trusted. */
  readonly firmwareKeys: readonly KeyObject[];
  readonly passwords: PasswordHasher;
  /** Creates a verifier of a device password; takes about 50 ms of CPU time. */
  passwordVerifier(password: string): Promise<PasswordVerifier>;
  readonly envelope: Envelope;
  readonly refusalRows: RefusalRowLimiter;
  readonly plane: DevicePlane;
  readonly telemetry: { readonly reader: SeriesReader };
  readonly diskGuard: DiskGuard;
  readonly alarms: PausableWork & {
    /** Resolves when the alarms of a project are grouped. */
    waitForProject(projectId: number): Promise<void>;
  };
  readonly topology: PausableWork & {
    /** Resolves when the links of a project are computed. */
    processProject(projectId: number): Promise<void>;
  };
  readonly notices: {
    /** Sends due notifications soon. */
    run(): void;
  };
  readonly largeProjects: LargeProjectReader;
  readonly gazetteer: Gazetteer;
  readonly demo: Feature<Demo>;
  /** Returns true for the authority that signs device certificates of this server. */
  isOwnAuthority(certificate: X509Certificate): boolean;
  /** Returns whether a VLAN or a wireless policy is applied in one of the projects. */
  hasNetworkSetup(projectIds: readonly number[]): Promise<boolean>;
  /** Assigns desired configurations from project and device settings; returns the new revisions by device. */
  assignConfiguration(
    work: Work,
    projectId: number,
    deviceIds: readonly string[],
    scope?: AssignScope,
  ): Promise<ReadonlyMap<string, number>>;
  /** Orders a backup of each device as it is before the change of this transaction. */
  orderBackups(work: ProjectWork, order: BackupOrder): Promise<void>;
  /** Throws 27 while an RF optimization of the project runs, for changes of what it plans with. */
  refuseRadioEdits(tx: Tx, projectId: number): Promise<void>;
  /** Lists the work that may have interrupted the clients of devices between two times, the newest first. */
  listInterruptions(
    projectId: number,
    deviceIds: readonly string[],
    range: { readonly from: Date; readonly until: Date },
  ): Promise<readonly Interruption[]>;
  /** Stores the country of devices in the wireless configuration and pushes it with a job of this title. */
  changeCountry(
    context: RequestContext,
    deviceIds: readonly string[],
    change: { readonly country: string; readonly title: string },
  ): Promise<Job>;
  /** True when mails are stored in files that /dev/outbox may show. */
  readonly outboxShown: boolean;
  projectAccess(principal: Principal, projectId: number): Promise<ProjectAccessResult>;
  /** Returns the version of the caller's project list, which the session contains. */
  projectListVersion(principal: Principal): Promise<number>;
}

/**
 * Context of a request that a handler receives in addition to the parsed input. It is declared here because
 * some services receive it.
 */
export interface RequestContext extends CallerContext {
  readonly services: Services;
}

/** Reads rights in the transaction of a change. */
interface AuthorityServices {
  /** Reads the caller again; throws 10, 69 or 70 when the session has ended. */
  readPrincipal(tx: Tx, principal: Principal): Promise<Principal>;
  /** Locks a project until the transaction ends and returns the caller's access to it. */
  lockProjectAccess(tx: Tx, principal: Principal, projectId: number): Promise<ProjectAccessResult>;
}

/**
 * `configured` includes only devices that already have a configuration; `password` adds devices whose local
 * page needs its password.
 */
export type AssignScope = 'configured' | 'password';

/** Background work by project, of which single projects can be paused after failures. */
interface PausableWork {
  /** Number of paused projects. */
  readonly paused: number;
}

/** Group of a series, such as the figures of ports. */
export type SeriesGroup = 'sys' | 'port' | 'radio' | 'client' | 'project' | 'application';

/** Reads series of stored figures. */
export interface SeriesReader {
  /** Returns the unaggregated reports, including reports before and after the window. */
  reports(...series: SeriesQuery): Promise<Map<string, Block>>;
  /** Returns the hourly figures with their aggregates. */
  hours(...series: SeriesQuery): Promise<Map<string, Block>>;
  /** Returns all data that is not packed yet. */
  unpacked(seriesIds: readonly string[], group: SeriesGroup): Promise<Map<string, Block>>;
}

type SeriesQuery = [
  seriesIds: readonly string[],
  group: SeriesGroup,
  window: ChartWindow,
  columnFilter: (column: string) => boolean,
];

/** Tunnels to local pages of devices. */
interface TunnelAccess {
  readonly isAvailable: boolean;
  /** Returns the first part of a tunnel's host name, which has 128 bits and cannot be guessed. */
  labelOfTunnel(tunnelId: string): string;
  /** Returns the ticket that authenticates the device when it connects (256 bits). */
  ticketOfTunnel(tunnelId: string): string;
  /** Returns true while the device is connected; ends a tunnel whose server process has stopped. */
  isConnected(tunnel: { readonly id: string; readonly process: string | null }): Promise<boolean>;
  /** Returns the path and key with which a browser can enter once. Replaces the earlier key. */
  createEntryPath(tunnelId: string): Promise<string>;
  /** Returns the label of a tunnel's host name; undefined for host names of the console. */
  labelFromHost(hostName: string): string | undefined;
  /** Answers a browser's request for a tunnel's host name. */
  serve(
    label: string,
    request: IncomingMessage,
    response: ServerResponse,
    browser: { readonly network: string; readonly secure: boolean },
  ): Promise<void>;
}

export type DemoScene = (typeof DEMO_SCENES)[number];

/** Endpoint of the simulated devices: the plain MQTT listener of this process. */
export interface DemoEndpoint {
  readonly host: string;
  readonly port: number;
  /** Certificate authority of the listener for files (PEM). */
  readonly ca: string;
}

/** The live demo. A package above the server provides it, so that the server ships neither simulator nor agent. */
export interface Demo {
  /**
   * Creates missing demo projects, and simulates the devices of the demos and of all copies until the result
   * is disposed of. Called by the process that holds the demo's lease.
   */
  start(services: Services, endpoint: DemoEndpoint): Promise<AsyncDisposable>;
  /** Creates the requester's own copy of a scene; resolves with its project id. Called by any process that serves the API. */
  createCopy(context: RequestContext, scene: DemoScene): Promise<number>;
  /** Describes simulated devices for those of a project, for the sandbox with this project id. */
  simulate(services: Services, source: SandboxSource, sandboxId: number): SimulatedCopy;
}
