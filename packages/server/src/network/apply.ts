import {
  type ConfigChange,
  cutsOff,
  describeChanges,
  DomainError,
  ERRORS,
  type Job,
  type NetworkConfig,
  type StagedConfig,
} from '@northlight/contract';
import { canonicalJson, randomId } from '@northlight/runtime';
import { CompiledQuery } from 'kysely';
import { queueConfiguration } from '../jobs/index.ts';
import { type AfterCommit, commit } from '../platform/commit.ts';
import type { Tx } from '../platform/db/database.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { accountOf, actorOf, projectOf, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { canariesOf } from './canaries.ts';
import {
  lockedDevices,
  namesOf,
  type ProjectDevice,
  readConfig,
  refuseBrokenRules,
  refuseOldVersion,
  scopeOf,
} from './state.ts';
import { previewWays } from './reachability.ts';
import { keepSecrets } from './secrets.ts';
import { STORE_INTENT } from './statements.ts';
import { intentOf, type ProjectParts, projectParts, takesNetwork, touchedBy } from './touched.ts';

/** Where a configuration comes from that is not the draft of who applies it: that one stands, on its old base. */
interface ApplyOrigin {
  /** `template Guests`: the title ends with it. */
  readonly name: string;
}

/** Stores the configuration, the intent of every touched device, the job and the audit row together, then pushes. */
export async function applyConfig(
  services: Services,
  staged: StagedConfig & { readonly confirmName?: string | undefined },
  context: RequestContext,
  origin?: ApplyOrigin,
): Promise<{ version: number; job: Job }> {
  const { projectId } = projectOf(context);
  return commit(services, async (tx, after) => {
    // The project's row is the lock: two applies come one after another, and the later one sees a newer version.
    const project = await tx
      .selectFrom('projects')
      .select(['name', 'net_mode', 'country', 'time_zone'])
      .where('id', '=', projectId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const current = await readConfig(tx, projectId);
    refuseOldVersion(staged, current.version);
    const devices = await lockedDevices(tx, projectId);
    refuseBrokenRules(staged.config, scopeOf(devices, project), current.config);
    const config = await keepSecrets(services, tx, projectId, staged.config, true);
    const parts = await projectParts(services, tx, projectId, config, project);
    const application = { projectId, current, config, devices, parts };
    if (staged.confirmName !== project.name) await refuseCutOff(tx, application);
    after.live(projectId, 'networkConfig', 'networkDraft');
    return storeAndQueue(services, tx, after, application, context, origin);
  });
}

/** What cuts a device off from its management is applied only by who says that he means it. */
async function refuseCutOff(
  tx: Tx,
  { config, current, devices, parts, projectId }: Application,
): Promise<void> {
  const { settings } = parts;
  const broken = await previewWays(tx, projectId, { devices, settings, now: current.config, after: config });
  if (!cutsOff(broken)) return;
  throw new DomainError('managementCutOff', { fields: { confirmName: ERRORS.managementCutOff.message } });
}

interface Application {
  readonly projectId: number;
  readonly current: { version: number; config: NetworkConfig };
  readonly config: NetworkConfig;
  readonly devices: readonly ProjectDevice[];
  readonly parts: ProjectParts;
}

const NAMED_MAX = 3;

/** What is applied, by name as far as there is room: `Apply VLAN 20, VLAN 30 and 4 more`. */
function titleOf(changes: readonly ConfigChange[]): string {
  const items = [...new Set(changes.map(({ item }) => item))];
  const named = items.slice(0, NAMED_MAX).join(', ');
  const more = items.length - NAMED_MAX;
  if (changes.length === 1) return `Apply ${changes[0]?.setting}`;
  return items.length === 0 ? 'Apply again' : `Apply ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

async function storeAndQueue(
  services: Services,
  tx: Tx,
  after: AfterCommit,
  { projectId, current, config, devices, parts }: Application,
  context: RequestContext,
  origin: ApplyOrigin | undefined,
) {
  const now = new Date(services.clock.now());
  const version = current.version + 1;
  const changes = describeChanges(current.config, config, namesOf(devices));
  const title = origin ? `${titleOf(changes)} from ${origin.name}` : titleOf(changes);
  const jobId = randomId(services.entropy, now.getTime());
  const { id: accountId } = accountOf(context);
  const drafter = origin ? null : accountId;
  const values = [version, JSON.stringify(config), actorOf(context), now, title, jobId, drafter];
  const touched = touchedBy(devices.filter(takesNetwork(parts)), parts);
  const canaries = canariesOf(touched.map(({ device }) => device));
  const revisions = await storeIntent(tx, projectId, values, intentOf(services, touched));
  const queued = {
    jobId,
    title,
    devices: touched.map(({ device }) => ({ ...device, wave: canaries && !canaries.has(device.id) ? 1 : 0 })),
    revisions,
    waves: canaries && [Math.max(1, Math.floor((canaries.size * 100) / touched.length)), 100],
  };
  const job = await queueConfiguration(services, tx, after, queued, context);
  await auditRequest(services, tx, context, {
    action: 'network.apply',
    object: `network configuration, version ${version}`,
    before: canonicalJson(current.config),
    after: canonicalJson(config),
  });
  return { version, job };
}

/** The project's configuration and what each device is to run; the new revision of each. */
async function storeIntent(
  tx: Tx,
  projectId: number,
  values: readonly unknown[],
  intent: string,
): Promise<ReadonlyMap<string, number>> {
  const parameters = [intent, projectId, ...values];
  const { rows } = await tx.executeQuery(CompiledQuery.raw(STORE_INTENT, parameters));
  return new Map((rows as { id: string; desired_rev: number }[]).map((row) => [row.id, row.desired_rev]));
}
