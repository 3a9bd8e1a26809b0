import {
  DomainError,
  type NetworkConfig,
  type NewTemplate,
  getSecretSlot,
  TEMPLATE_LIMIT,
  type TemplateContent,
} from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import { openSecrets, readReviewSnapshot } from '../network/index.ts';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { commitRequest, type RequestWork } from '../platform/http/commit-request.ts';
import { getPermissionFor } from '../platform/http/principal.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { createTemplateKey, sealTemplateSecret, omitSecrets } from './secrets.ts';
import type { TemplateRow } from './store.ts';
import { findReadableProject, WEB_ACCESS } from './targets.ts';

/**
 * Saves a part of a project's applied configuration as a template. Includes passwords only for callers that may reveal them
 * in the project.
 */
export async function saveTemplate(context: RequestContext, input: NewTemplate): Promise<TemplateRow> {
  const { services } = context;
  const { access, name: source } = await findReadableProject(context, input.projectId);
  const { config } = await readReviewSnapshot(services.db, input.projectId);
  const mayReveal = getPermissionFor(context.principal, {
    need: 'write',
    access: WEB_ACCESS,
    project: access,
  }).allowed;
  const visible = mayReveal ? await openSecrets(services, services.db, input.projectId, config) : config;
  const content = selectContent(visible, input);
  const secrets = content.policies.flatMap((policy) => {
    const value = getSecretSlot(policy)?.value;
    return value === undefined ? [] : [{ policyId: policy.id, value }];
  });
  return rejectDuplicateName(() =>
    commitRequest(context, async (work) => {
      const { account, now, tx } = work;
      const id = work.createId();
      const row: TemplateRow = {
        id,
        account_id: account.id,
        name: input.name,
        name_key: normalizeName(input.name),
        remark: input.remark ?? null,
        source,
        content: omitSecrets(content),
        secret_key: createTemplateKey(services, id),
        created_at: now,
        changed_at: now,
      };
      await checkTemplateLimit(work);
      await tx
        .insertInto('network_templates')
        .values({ ...row, content: JSON.stringify(row.content) })
        .execute();
      for (const { policyId, value } of secrets) await sealTemplateSecret(work, row, policyId, value);
      await work.audit({
        action: 'template.save',
        object: `template ${input.name}`,
        after: auditSummary(content, secrets.length),
        // Omits the project for demos, whose audit rows are public.
        ...(!access.demo && { projectId: input.projectId }),
      });
      work.liveTo([account.id], 'templates');
      return row;
    }),
  );
}

/** Selects the requested items. Throws with the field of an item that does not exist. */
function selectContent({ dhcpPools, vlans, wireless }: NetworkConfig, input: NewTemplate): TemplateContent {
  const policies = wireless?.policies ?? [];
  const fields: Record<string, string> = {};
  const chosen = <T, K>(
    field: string,
    keys: readonly K[],
    items: readonly T[],
    keyOf: (item: T) => K,
  ): T[] => {
    const found = items.filter((item) => keys.includes(keyOf(item)));
    if (found.length < new Set(keys).size)
      fields[field] = 'Some of the chosen items no longer exist in the project. Choose again.';
    return found;
  };
  const content: TemplateContent = {
    vlans: chosen('vlans', input.vlans, vlans, ({ id }) => id),
    dhcpPools: chosen('pools', input.pools, dhcpPools, ({ vlanId }) => vlanId).map(
      ({ reservations: _own, ...pool }) => pool,
    ),
    policies: chosen('policies', input.policies, policies, ({ id }) => id).map(
      ({ devices: _own, ...policy }) => policy,
    ),
  };
  if (input.pools.some((vlanId) => !input.vlans.includes(vlanId)))
    fields['pools'] = 'A DHCP pool needs its VLAN. Choose the VLAN too.';
  if (content.vlans.length + content.policies.length === 0)
    fields['vlans'] = 'Choose at least one VLAN or policy.';
  if (Object.keys(fields).length > 0) throw new DomainError('invalidParameters', { fields });
  return content;
}

/** Locks the account's row, so that parallel requests cannot exceed the limit. */
async function checkTemplateLimit({ account, tx }: RequestWork): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', account.id).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom('network_templates')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (count >= TEMPLATE_LIMIT)
    throw new DomainError('invalidParameters', {
      message: `The limit of ${TEMPLATE_LIMIT} templates is reached. Delete one first.`,
    });
}

export async function rejectDuplicateName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (findBrokenConstraint(error) !== 'network_templates_name') throw error;
    throw new DomainError('invalidParameters', {
      fields: { name: 'You already have a template with this name. Enter a different one.' },
    });
  }
}

const auditSummary = ({ dhcpPools, policies, vlans }: TemplateContent, secrets: number): string =>
  JSON.stringify({
    vlans: vlans.map(({ id }) => id),
    pools: dhcpPools.map(({ vlanId }) => vlanId),
    policies: policies.map(({ name }) => name),
    passwords: secrets,
  });
