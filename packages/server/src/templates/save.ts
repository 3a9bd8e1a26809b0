import {
  DomainError,
  type NetworkConfig,
  type NewTemplate,
  getSecretSlot,
  TEMPLATE_LIMIT,
  type TemplateContent,
} from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import { createRandomId } from '@northlight/runtime';
import { openSecrets, readReviewSnapshot } from '../network/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { publishChanges } from '../platform/work.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getPermissionFor } from '../platform/http/principal.ts';
import { getAccount, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { createTemplateKey, sealTemplateSecret, omitSecrets } from './secrets.ts';
import type { TemplateRow } from './store.ts';
import { findReadableProject, WEB_ACCESS } from './targets.ts';

/**
 * Saves a part of a project's applied configuration as a template. Includes passwords only for callers that may reveal them
 * in the project.
 */
export async function saveTemplate(
  services: Services,
  input: NewTemplate,
  context: RequestContext,
): Promise<TemplateRow> {
  const { id: accountId } = getAccount(context);
  const { access, name: source } = await findReadableProject(services, context, input.projectId);
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
  const now = new Date(services.clock.now());
  const id = createRandomId(services.entropy, now.getTime());
  const row: TemplateRow = {
    id,
    account_id: accountId,
    name: input.name,
    name_key: normalizeName(input.name),
    remark: input.remark ?? null,
    source,
    content: omitSecrets(content),
    secret_key: createTemplateKey(services, id),
    created_at: now,
    changed_at: now,
  };
  await rejectDuplicateName(() =>
    commitRequest(services, context, async (tx) => {
      await checkTemplateLimit(tx, accountId);
      await tx
        .insertInto('network_templates')
        .values({ ...row, content: JSON.stringify(row.content) })
        .execute();
      for (const { policyId, value } of secrets) await sealTemplateSecret(services, tx, row, policyId, value);
      await auditRequest(services, tx, context, {
        action: 'template.save',
        object: `template ${input.name}`,
        after: auditSummary(content, secrets.length),
        // Omits the project for demos, whose audit rows are public.
        ...(!access.demo && { projectId: input.projectId }),
      });
    }),
  );
  publishChanges(services.bus, (after) => after.liveTo([accountId], 'templates'));
  return row;
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
async function checkTemplateLimit(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom('network_templates')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
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
