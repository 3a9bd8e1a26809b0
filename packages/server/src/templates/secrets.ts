import {
  EMPTY_WIRELESS,
  mapSecrets,
  type SecretSlot,
  getSecretSlot,
  type Template,
  type TemplateContent,
  type TemplatePolicy,
} from '@northlight/contract';
import type { RequestWork } from '../platform/http/commit-request.ts';
import { Secret } from '../platform/secrets/envelope.ts';
import type { Services } from '../services.ts';

type TemplateKey = { readonly id: string; readonly secret_key: Buffer };

/**
 * Each template has its own key, so that its secrets cannot be opened with another template and become
 * unreadable when the template is deleted.
 */
const formatKeyContext = (id: string): string => `template|${id}`;
const formatSecretContext = (id: string, policyId: string): string =>
  `${id}|template_secrets|${policyId}|sealed`;

export const createTemplateKey = ({ envelope }: Pick<Services, 'envelope'>, id: string): Buffer =>
  envelope.newKey(formatKeyContext(id));

/** Returns the policies with each password slot replaced by the result of `change`. */
function mapPolicySecrets(
  policies: readonly TemplatePolicy[],
  change: (policyId: string, slot: SecretSlot) => SecretSlot,
): TemplatePolicy[] {
  return policies.flatMap((policy) =>
    mapSecrets({ ...EMPTY_WIRELESS, policies: [{ ...policy, devices: 'all' }] }, (slot) =>
      change(policy.id, slot),
    ).policies.map(({ devices: _all, ...rest }) => rest),
  );
}

/** Removes passwords and their ids from content before it is stored. */
export const omitSecrets = (content: TemplateContent): TemplateContent => ({
  ...content,
  policies: mapPolicySecrets(content.policies, () => ({})),
});

export async function sealTemplateSecret(
  { services: { envelope }, tx }: RequestWork,
  template: TemplateKey,
  policyId: string,
  value: string,
): Promise<void> {
  const context = formatSecretContext(template.id, policyId);
  const sealed = envelope.seal(
    template.secret_key,
    formatKeyContext(template.id),
    new Secret(value),
    context,
  );
  await tx
    .insertInto('template_secrets')
    .values({ template_id: template.id, policy_id: policyId, sealed })
    .onConflict((conflict) => conflict.columns(['template_id', 'policy_id']).doUpdateSet({ sealed }))
    .execute();
}

/** Returns the content of a template with its passwords decrypted. */
export async function decryptTemplate(
  { db, envelope }: Pick<Services, 'db' | 'envelope'>,
  template: TemplateKey & { readonly content: TemplateContent },
): Promise<TemplateContent> {
  const rows = await db
    .selectFrom('template_secrets')
    .select(['policy_id', 'sealed'])
    .where('template_id', '=', template.id)
    .execute();
  const opened = new Map(
    rows.map(({ policy_id: policyId, sealed }) => [
      policyId,
      envelope
        .open(
          template.secret_key,
          formatKeyContext(template.id),
          sealed,
          formatSecretContext(template.id, policyId),
        )
        .reveal(),
    ]),
  );
  const policies = mapPolicySecrets(template.content.policies, (policyId) => ({
    value: opened.get(policyId),
  }));
  return { ...template.content, policies };
}

export const listSecretStates = (
  { policies }: TemplateContent,
  stored: ReadonlySet<string>,
): Template['secrets'] =>
  Object.fromEntries(
    policies.map((policy) => [
      policy.id,
      !getSecretSlot(policy) ? 'none' : stored.has(policy.id) ? 'kept' : 'missing',
    ]),
  );
