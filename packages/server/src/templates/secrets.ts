import {
  EMPTY_WIRELESS,
  mapSecrets,
  type SecretSlot,
  slotOf,
  type Template,
  type TemplateContent,
  type TemplatePolicy,
} from '@northlight/contract';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { Secret } from '../platform/secrets/envelope.ts';
import type { Services } from '../services.ts';

type Sealing = Pick<Services, 'envelope'>;
type Keeper = { readonly id: string; readonly secret_key: Buffer };

/** The key of a template is its own: what it seals opens nowhere else, and is gone with it. */
const keyContext = (id: string): string => `template|${id}`;
const placeOf = (id: string, policyId: string): string => `${id}|template_secrets|${policyId}|sealed`;

export const newTemplateKey = ({ envelope }: Sealing, id: string): Buffer => envelope.newKey(keyContext(id));

/** The policies with each of their passwords as `change` makes of it. */
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

/** The content as it is stored: neither a password nor the name of one. */
export const withoutSecrets = (content: TemplateContent): TemplateContent => ({
  ...content,
  policies: mapPolicySecrets(content.policies, () => ({})),
});

export async function sealTemplateSecret(
  { envelope }: Sealing,
  tx: Tx,
  keeper: Keeper,
  policyId: string,
  value: string,
): Promise<void> {
  const context = placeOf(keeper.id, policyId);
  const sealed = envelope.seal(keeper.secret_key, keyContext(keeper.id), new Secret(value), context);
  await tx
    .insertInto('template_secrets')
    .values({ template_id: keeper.id, policy_id: policyId, sealed })
    .onConflict((conflict) => conflict.columns(['template_id', 'policy_id']).doUpdateSet({ sealed }))
    .execute();
}

/** The content with its passwords, for a project that it is applied to. */
export async function openTemplate(
  { envelope }: Sealing,
  db: DbOrTx,
  keeper: Keeper & { readonly content: TemplateContent },
): Promise<TemplateContent> {
  const rows = await db
    .selectFrom('template_secrets')
    .select(['policy_id', 'sealed'])
    .where('template_id', '=', keeper.id)
    .execute();
  const opened = new Map(
    rows.map(({ policy_id: policyId, sealed }) => [
      policyId,
      envelope.open(keeper.secret_key, keyContext(keeper.id), sealed, placeOf(keeper.id, policyId)).reveal(),
    ]),
  );
  const policies = mapPolicySecrets(keeper.content.policies, (policyId) => ({
    value: opened.get(policyId),
  }));
  return { ...keeper.content, policies };
}

export const secretStates = ({ policies }: TemplateContent, kept: ReadonlySet<string>): Template['secrets'] =>
  Object.fromEntries(
    policies.map((policy) => [
      policy.id,
      !slotOf(policy) ? 'none' : kept.has(policy.id) ? 'kept' : 'missing',
    ]),
  );
