import {
  checkNetworkConfig,
  cutsOff,
  ERRORS,
  slotOf,
  type TemplateContent,
  type TemplatePreview,
  type TemplateTarget,
} from '@northlight/contract';
import { type Merged, mergeTemplate } from './merge.ts';
import {
  countDraftChanges,
  type ReviewSnapshot,
  openSecrets,
  readReviewSnapshot,
  reviewAgainst,
  scopeOf,
} from '../network/index.ts';
import { accountOf, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { openTemplate } from './secrets.ts';
import { findTemplate } from './store.ts';
import { writableProject } from './targets.ts';

/** What a template would do to one project: each item by itself, then the whole as its review would say it. */
export async function previewTemplate(
  services: Services,
  templateId: string,
  { except, projectId }: TemplateTarget,
  context: RequestContext,
): Promise<TemplatePreview> {
  const { id: accountId } = accountOf(context);
  const row = await findTemplate(services.db, accountId, templateId);
  const { name: projectName } = await writableProject(services, context, projectId);
  const ground = await readReviewSnapshot(services.db, projectId);
  const merged = await mergedOn(services, ground, await openTemplate(services, services.db, row), except);
  const scope = scopeOf(ground.devices, ground.project);
  const violations = checkNetworkConfig(merged.config, scope, ground.config);
  const review = violations.length === 0 ? await reviewAgainst(services, ground, merged.config) : undefined;
  return {
    projectId,
    projectName,
    baseVersion: ground.version,
    items: [...merged.items],
    violations: violations.map(({ error, message, path }) => ({ path, code: ERRORS[error].code, message })),
    ...(review && { review }),
    cutsOff: cutsOff(review?.broken ?? []),
    ownDraft: await countDraftChanges(services.db, projectId, accountId),
  };
}

/** The project's passwords are opened to be compared: one that is the same stays the project's own. */
export async function mergedOn(
  services: Services,
  { config, devices, project, projectId }: ReviewSnapshot,
  content: TemplateContent,
  except: readonly string[],
): Promise<Merged> {
  const opened = await openSecrets(services, services.db, projectId, config);
  const secrets = new Map(
    (opened.wireless?.policies ?? []).map((policy) => [policy.id, slotOf(policy)?.value] as const),
  );
  const { device, lanPorts } = scopeOf(devices, project);
  return mergeTemplate(config, content, new Set(except), {
    lanPorts: device && lanPorts,
    secretOf: (policyId) => secrets.get(policyId),
  });
}
