import type { Job } from '@northlight/contract';
import type { AlarmGrouper, AlarmNotifier } from './alarms/index.ts';
import type { AssignScope } from './network/index.ts';
import type { DevicePlane } from '@northlight/device-plane';
import type { KeyObject, X509Certificate } from 'node:crypto';
import type { Clock, Entropy, PasswordVerifier } from '@northlight/runtime';
import type { Logger } from 'pino';
import type { Demo } from './demo.ts';
import type { JobScheduler } from './jobs/index.ts';
import type { LargeProjects } from './large-projects.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { AfterCommit } from './platform/commit.ts';
import type { Config } from './platform/config.ts';
import type { DiskGuard } from './platform/disk-guard.ts';
import type { Feature } from './platform/feature.ts';
import type { Db, Tx } from './platform/db/database.ts';
import type { AuthorityServices } from './platform/http/commit-request.ts';
import type { RefusalRowLimiter } from './platform/http/audit-refusal.ts';
import type { LiveHub } from './platform/live/hub.ts';
import type { Principal, ProjectAccessResult } from './platform/http/principal.ts';
import type { RequestContext } from './platform/http/request-context.ts';
import type { DeviceFileUrls } from './platform/device-files/device-files.ts';
import type { AccountFiles } from './platform/files/account-files.ts';
import type { PlanProcessor } from './platform/images/plan-processor.ts';
import type { ImageProcessor } from './platform/images/image-processor.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { RightsWatch } from './platform/rights-watch.ts';
import type { TextMessageSender } from './platform/mail/text-message-sender.ts';
import type { Envelope } from './platform/secrets/envelope.ts';
import type { Telemetry } from './telemetry/index.ts';
import type { TopologyUpdater } from './topology/index.ts';
import type { TunnelHub } from './tunnels/index.ts';
import type { Gazetteer } from './gazetteer/index.ts';
import type { PasswordHasher } from './platform/secrets/password-hasher.ts';

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
  readonly tunnels: TunnelHub;
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
  readonly jobScheduler: JobScheduler;
  readonly telemetry: Telemetry;
  readonly diskGuard: DiskGuard;
  readonly alarms: AlarmGrouper;
  readonly topology: TopologyUpdater;
  readonly largeProjects: LargeProjects;
  readonly notices: AlarmNotifier;
  readonly gazetteer: Gazetteer;
  readonly demo: Feature<Demo>;
  /** Returns true for the authority that signs device certificates of this server. */
  isOwnAuthority(certificate: X509Certificate): boolean;
  /** Returns whether a VLAN or a wireless policy is applied in one of the projects. */
  hasNetworkSetup(projectIds: readonly number[]): Promise<boolean>;
  /** Assigns desired configurations from project and device settings; returns the new revisions by device. */
  assignConfiguration(
    tx: Tx,
    after: AfterCommit,
    projectId: number,
    deviceIds: readonly string[],
    scope?: AssignScope,
  ): Promise<ReadonlyMap<string, number>>;
  /** Stores the country of devices in the wireless configuration and pushes it with a job of this title. */
  changeCountry(
    deviceIds: readonly string[],
    change: { readonly country: string; readonly title: string },
    context: RequestContext,
  ): Promise<Job>;
  /** True when mails are stored in files that /dev/outbox may show. */
  readonly outboxShown: boolean;
  projectAccess(principal: Principal, projectId: number): Promise<ProjectAccessResult>;
  /** Returns the version of the caller's project list, which the session contains. */
  projectListVersion(principal: Principal): Promise<number>;
}
