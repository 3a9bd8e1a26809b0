import {
  describeIssue,
  DomainError,
  getSecretSlot,
  type TemplateChange,
  wifiSecurity,
} from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import { commitRequest, type RequestWork } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { rejectDuplicateName } from './save.ts';
import { sealTemplateSecret } from './secrets.ts';
import { lockTemplate, type TemplateRow } from './store.ts';

/** Renames a template or sets one of its passwords. The audit row records that a password was set, never its value. */
export async function changeTemplate(
  context: RequestContext,
  templateId: string,
  { name, remark, secret }: TemplateChange,
): Promise<TemplateRow> {
  return rejectDuplicateName(() =>
    commitRequest(context, async (work) => {
      const { account, now, tx } = work;
      const before = await lockTemplate(tx, account.id, templateId);
      if (secret) await setSecret(work, before, secret);
      const after: TemplateRow = {
        ...before,
        ...(name !== undefined && { name, name_key: normalizeName(name) }),
        ...(remark !== undefined && { remark: remark === '' ? null : remark }),
        changed_at: now,
      };
      const { changed_at, name_key } = after;
      await tx
        .updateTable('network_templates')
        .set({ name: after.name, name_key, remark: after.remark, changed_at })
        .where('id', '=', templateId)
        .execute();
      await work.audit({
        action: 'template.change',
        object: `template ${before.name}`,
        before: JSON.stringify({ name: before.name, remark: before.remark }),
        after: JSON.stringify({
          name: after.name,
          remark: after.remark,
          ...(secret && { password: `set, policy ${secret.policyId}` }),
        }),
      });
      work.liveTo([account.id], 'templates');
      return after;
    }),
  );
}

/** Stores a password of a policy after validating it with the schema of the policy form. */
async function setSecret(
  work: RequestWork,
  row: TemplateRow,
  { policyId, value }: NonNullable<TemplateChange['secret']>,
): Promise<void> {
  const policy = row.content.policies.find(({ id }) => id === policyId);
  if (!policy || !getSecretSlot(policy))
    throw new DomainError('invalidParameters', {
      fields: { 'secret.policyId': 'This policy has no password.' },
    });
  const { security } = policy;
  const typed = 'radius' in security ? { radius: { ...security.radius, secret: value } } : { key: value };
  const parsed = wifiSecurity.safeParse({ ...security, ...typed }, { error: describeIssue });
  if (!parsed.success)
    throw new DomainError('invalidParameters', {
      fields: { 'secret.value': parsed.error.issues[0]?.message ?? 'The password is not valid.' },
    });
  await sealTemplateSecret(work, row, policyId, value);
}

export async function deleteTemplate(context: RequestContext, templateId: string): Promise<void> {
  await commitRequest(context, async (work) => {
    const { account, tx } = work;
    const { name } = await lockTemplate(tx, account.id, templateId);
    await tx.deleteFrom('network_templates').where('id', '=', templateId).execute();
    await work.audit({ action: 'template.delete', object: `template ${name}` });
    work.liveTo([account.id], 'templates');
  });
}
