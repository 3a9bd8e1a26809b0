import {
  DomainError,
  ERRORS,
  type TemplateContent,
  type TemplateOutcome,
  type TemplateTarget,
} from '@northlight/contract';
import { applyConfig, countDraftChanges, readReviewSnapshot, saveDraft } from '../network/index.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { accountOf, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { mergedOn } from './preview.ts';
import { openTemplate } from './secrets.ts';
import { findTemplate } from './store.ts';
import { writableProject } from './targets.ts';

type Target = TemplateTarget & { readonly baseVersion: number };
interface Named {
  readonly name: string;
  readonly content: TemplateContent;
}

/** One project after the other, each as a change of its own; one that is refused stops no other. */
export async function applyTemplate(
  services: Services,
  templateId: string,
  targets: readonly Target[],
  context: RequestContext,
): Promise<TemplateOutcome[]> {
  const row = await findTemplate(services.db, accountOf(context).id, templateId);
  const named = { name: row.name, content: await openTemplate(services, services.db, row) };
  const outcomes: TemplateOutcome[] = [];
  for (const target of targets) outcomes.push(await outcomeOf(services, named, target, context));
  await auditRequest(services, services.db, context, {
    action: 'template.apply',
    object: `template ${row.name}`,
    after: JSON.stringify(
      outcomes.map(({ projectId, refusal, result }) => ({ projectId, result, code: refusal?.code })),
    ),
  });
  return outcomes;
}

async function outcomeOf(
  services: Services,
  named: Named,
  target: Target,
  context: RequestContext,
): Promise<TemplateOutcome> {
  const { projectId } = target;
  try {
    return await applyTo(services, named, target, context);
  } catch (error) {
    if (!(error instanceof DomainError))
      services.log.error({ err: error, projectId }, 'template not applied to a project');
    const refused = error instanceof DomainError ? error : new DomainError('serverError');
    const { code, fields, message } = refused;
    return { projectId, result: 'refused', refusal: { code, message, ...(fields && { fields }) } };
  }
}

/** By the way of every other change of the project: its version, its rules, its history, its job. */
async function applyTo(
  services: Services,
  { content, name }: Named,
  { baseVersion, except, projectId }: Target,
  context: RequestContext,
): Promise<TemplateOutcome> {
  const { access } = await writableProject(services, context, projectId);
  const { config, items } = await mergedAt(services, projectId, baseVersion, content, except);
  if (items.every(({ excepted, state }) => excepted || state === 'same'))
    return { projectId, result: 'unchanged' };
  try {
    const inProject = { ...context, project: access };
    const origin = { name: `template ${name}` };
    const { job, version } = await applyConfig(services, { baseVersion, config }, inProject, origin);
    return { projectId, result: 'applied', version, jobId: job.id };
  } catch (error) {
    throw error instanceof DomainError && error.errorName === 'managementCutOff' ? reviewThere() : error;
  }
}

/** On the version that was looked at, and on no other. */
async function mergedAt(
  services: Services,
  projectId: number,
  baseVersion: number,
  content: TemplateContent,
  except: readonly string[],
) {
  const ground = await readReviewSnapshot(services.db, projectId);
  if (ground.version !== baseVersion) throw new DomainError('configConflict');
  return mergedOn(services, ground, content, except);
}

/** Puts it where it can be mended and reviewed; edits of the caller that wait there are not written over. */
export async function stageTemplate(
  services: Services,
  templateId: string,
  { baseVersion, except, projectId }: Target,
  context: RequestContext,
): Promise<{ changes: number }> {
  const { id: accountId } = accountOf(context);
  const row = await findTemplate(services.db, accountId, templateId);
  const { access } = await writableProject(services, context, projectId);
  const content = await openTemplate(services, services.db, row);
  const { config } = await mergedAt(services, projectId, baseVersion, content, except);
  if ((await countDraftChanges(services.db, projectId, accountId)) > 0)
    throw new DomainError('configConflict', {
      message: 'You have changes staged in this project. Apply or discard them there first.',
    });
  await saveDraft(services, { version: 0, baseVersion, config }, { ...context, project: access });
  return { changes: await countDraftChanges(services.db, projectId, accountId) };
}

/** Who cuts a device off says so by the project's name, where he sees which one it is. */
const reviewThere = (): DomainError =>
  new DomainError('managementCutOff', {
    message: `${ERRORS.managementCutOff.message} Stage it in the project and review it there.`,
  });
