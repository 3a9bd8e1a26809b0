import {
  describeIssue,
  DomainError,
  getSecretSlot,
  type TemplateChange,
  wifiSecurity,
} from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import type { Tx } from '../platform/db/database.ts';
import { publishChanges } from '../platform/work.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { rejectDuplicateName } from './save.ts';
import { sealTemplateSecret } from './secrets.ts';
import { lockTemplate, type TemplateRow } from './store.ts';

/** Renames a template or sets one of its passwords. The audit row records that a password was set, never its value. */
export async function changeTemplate(
  services: Services,
  templateId: string,
  change: TemplateChange,
  context: RequestContext,
): Promise<TemplateRow> {
  const { id: accountId } = getAccount(context);
  const { name, remark, secret } = change;
  const row = await rejectDuplicateName(() =>
    commitRequest(services, context, async (tx) => {
      const before = await lockTemplate(tx, accountId, templateId);
      if (secret) await setSecret(services, tx, before, secret);
      const after: TemplateRow = {
        ...before,
        ...(name !== undefined && { name, name_key: normalizeName(name) }),
        ...(remark !== undefined && { remark: remark === '' ? null : remark }),
        changed_at: new Date(services.clock.now()),
      };
      const { changed_at, name_key } = after;
      await tx
        .updateTable('network_templates')
        .set({ name: after.name, name_key, remark: after.remark, changed_at })
        .where('id', '=', templateId)
        .execute();
      await auditRequest(services, tx, context, {
        action: 'template.change',
        object: `template ${before.name}`,
        before: JSON.stringify({ name: before.name, remark: before.remark }),
        after: JSON.stringify({
          name: after.name,
          remark: after.remark,
          ...(secret && { password: `set, policy ${secret.policyId}` }),
        }),
      });
      return after;
    }),
  );
  publishChanges(services.bus, (after) => after.liveTo([accountId], 'templates'));
  return row;
}

/** Stores a password of a policy after validating it with the schema of the policy form. */
async function setSecret(
  services: Services,
  tx: Tx,
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
  await sealTemplateSecret(services, tx, row, policyId, value);
}

export async function deleteTemplate(
  services: Services,
  templateId: string,
  context: RequestContext,
): Promise<void> {
  const { id: accountId } = getAccount(context);
  await commitRequest(services, context, async (tx) => {
    const { name } = await lockTemplate(tx, accountId, templateId);
    await tx.deleteFrom('network_templates').where('id', '=', templateId).execute();
    await auditRequest(services, tx, context, { action: 'template.delete', object: `template ${name}` });
  });
  publishChanges(services.bus, (after) => after.liveTo([accountId], 'templates'));
}
