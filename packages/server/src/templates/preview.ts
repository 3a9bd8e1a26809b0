import {
  checkNetworkConfig,
  isCuttingOffManagement,
  ERRORS,
  getSecretSlot,
  type TemplateContent,
  type TemplatePreview,
  type TemplateTarget,
} from '@northlight/contract';
import { type MergeResult, mergeTemplate } from './merge.ts';
import {
  countDraftChanges,
  type ReviewSnapshot,
  openSecrets,
  readReviewSnapshot,
  reviewAgainstSnapshot,
  buildScope,
} from '../network/index.ts';
import { getAccount, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { decryptTemplate } from './secrets.ts';
import { findTemplate } from './store.ts';
import { findWritableProject } from './targets.ts';

/**
 * Previews a template on one project: first each item separately, then the review of the merged
 * configuration.
 */
export async function previewTemplate(
  context: RequestContext,
  templateId: string,
  { except, projectId }: TemplateTarget,
): Promise<TemplatePreview> {
  const { services } = context;
  const { id: accountId } = getAccount(context);
  const row = await findTemplate(services.db, accountId, templateId);
  const { name: projectName } = await findWritableProject(context, projectId);
  const snapshot = await readReviewSnapshot(services.db, projectId);
  const merged = await mergeIntoSnapshot(services, snapshot, await decryptTemplate(services, row), except);
  const scope = buildScope(snapshot.devices, snapshot.project);
  const violations = checkNetworkConfig(merged.config, scope, snapshot.config);
  const review =
    violations.length === 0 ? await reviewAgainstSnapshot(services, snapshot, merged.config) : undefined;
  return {
    projectId,
    projectName,
    baseVersion: snapshot.version,
    items: [...merged.items],
    violations: violations.map(({ error, message, path }) => ({ path, code: ERRORS[error].code, message })),
    ...(review && { review }),
    cutsOff: isCuttingOffManagement(review?.broken ?? []),
    ownDraft: await countDraftChanges(services.db, projectId, accountId),
  };
}

/**
 * Merges a template into a snapshot; decrypts the project's passwords to keep those that equal the
 * template's.
 */
export async function mergeIntoSnapshot(
  services: Services,
  { config, devices, project, projectId }: ReviewSnapshot,
  content: TemplateContent,
  except: readonly string[],
): Promise<MergeResult> {
  const opened = await openSecrets(services, services.db, projectId, config);
  const secrets = new Map(
    (opened.wireless?.policies ?? []).map((policy) => [policy.id, getSecretSlot(policy)?.value] as const),
  );
  const { device, lanPorts } = buildScope(devices, project);
  return mergeTemplate(config, content, new Set(except), {
    lanPorts: device && lanPorts,
    secretOf: (policyId) => secrets.get(policyId),
  });
}
