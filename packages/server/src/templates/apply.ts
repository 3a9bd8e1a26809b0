import {
  DomainError,
  type TemplateContent,
  type TemplateOutcome,
  type TemplateTarget,
} from '@northlight/contract';
import { applyConfig, countDraftChanges, readReviewSnapshot, saveDraft } from '../network/index.ts';
import { auditAttempt } from '../platform/http/audit-request.ts';
import { getAccount, type RequestContext } from '../platform/http/request-context.ts';
import { mergeIntoSnapshot } from './preview.ts';
import { decryptTemplate } from './secrets.ts';
import { findTemplate } from './store.ts';
import { findWritableProject } from './targets.ts';

type Target = TemplateTarget & { readonly baseVersion: number };
interface NamedTemplate {
  readonly name: string;
  readonly content: TemplateContent;
}

/**
 * Applies a template to projects one after another, each as a separate change. A rejected project does not
 * stop the others.
 */
export async function applyTemplate(
  context: RequestContext,
  templateId: string,
  targets: readonly Target[],
): Promise<TemplateOutcome[]> {
  const { services } = context;
  const row = await findTemplate(services.db, getAccount(context).id, templateId);
  const template = { name: row.name, content: await decryptTemplate(services, row) };
  const outcomes: TemplateOutcome[] = [];
  for (const target of targets) outcomes.push(await applyToTarget(context, template, target));
  await auditAttempt(context, {
    action: 'template.apply',
    object: `template ${row.name}`,
    after: JSON.stringify(
      outcomes.map(({ projectId, refusal, result }) => ({ projectId, result, code: refusal?.code })),
    ),
  });
  return outcomes;
}

async function applyToTarget(
  context: RequestContext,
  template: NamedTemplate,
  target: Target,
): Promise<TemplateOutcome> {
  const { projectId } = target;
  try {
    return await applyToProject(context, template, target);
  } catch (error) {
    if (!(error instanceof DomainError))
      context.services.log.error({ err: error, projectId }, 'a template could not be applied to a project');
    const refused = error instanceof DomainError ? error : new DomainError('serverError');
    const { code, fields, message } = refused;
    return { projectId, result: 'refused', refusal: { code, message, ...(fields && { fields }) } };
  }
}

/**
 * Applies a template like any other configuration change: with a version check, rules, a history entry and a
 * job.
 */
async function applyToProject(
  context: RequestContext,
  { content, name }: NamedTemplate,
  target: Target,
): Promise<TemplateOutcome> {
  const { baseVersion, projectId } = target;
  const project = await findWritableProject(context, projectId);
  const { config, items } = await mergeAtVersion(context, target, content);
  if (items.every(({ excepted, state }) => excepted || state === 'same'))
    return { projectId, result: 'unchanged' };
  try {
    const origin = { formatTitle: (changes: string) => `${changes} from template ${name}` };
    const { job, version } = await applyConfig(project.context, { baseVersion, config }, origin);
    return { projectId, result: 'applied', version, jobId: job.id };
  } catch (error) {
    throw error instanceof DomainError && error.errorName === 'managementCutOff' ? cutOffError() : error;
  }
}

/** Merges a template into a project; throws a conflict unless the project is at `baseVersion`. */
async function mergeAtVersion(
  { services }: RequestContext,
  { baseVersion, except, projectId }: Target,
  content: TemplateContent,
) {
  const snapshot = await readReviewSnapshot(services.db, projectId);
  if (snapshot.version !== baseVersion) throw new DomainError('configConflict');
  return mergeIntoSnapshot(services, snapshot, content, except);
}

/** Stores the merged configuration as the caller's draft of a project. Throws a conflict when the caller has staged changes there. */
export async function stageTemplate(
  context: RequestContext,
  templateId: string,
  target: Target,
): Promise<{ changes: number }> {
  const { services } = context;
  const { baseVersion, projectId } = target;
  const { id: accountId } = getAccount(context);
  const row = await findTemplate(services.db, accountId, templateId);
  const project = await findWritableProject(context, projectId);
  const content = await decryptTemplate(services, row);
  const { config } = await mergeAtVersion(context, target, content);
  if ((await countDraftChanges(services.db, projectId, accountId)) > 0)
    throw new DomainError('configConflict', {
      message: 'You have changes staged in this project. Apply or discard them there first.',
    });
  await saveDraft(project.context, { version: 0, baseVersion, config });
  return { changes: await countDraftChanges(services.db, projectId, accountId) };
}

/**
 * Error for a template that cuts a device off: the user must confirm the change in the project's own review,
 * which names the device.
 */
const cutOffError = (): DomainError =>
  new DomainError('managementCutOff', {
    message:
      'A device could lose its connection to the cloud. Add the template to the project’s draft and review it there.',
  });
