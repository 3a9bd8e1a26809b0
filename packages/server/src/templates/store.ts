import { DomainError, type Template, type TemplateSummary } from '@northlight/contract';
import type { Selectable } from 'kysely';
import type { Db, DbOrTx, Tx } from '../platform/db/database.ts';
import { listSecretStates } from './secrets.ts';
import type { NetworkTemplateTable } from './tables.ts';
import { toNaturalOrder } from '../platform/db/text-match.ts';

export type TemplateRow = Selectable<NetworkTemplateTable>;

/** Creates the same error for a missing template and one of another account. */
export const createUnknownTemplateError = (): DomainError =>
  new DomainError('invalidParameters', { status: 404, message: 'There is no such template.' });

export async function findTemplate(db: DbOrTx, accountId: string, id: string): Promise<TemplateRow> {
  const row = await selectOfAccount(db, accountId).where('id', '=', id).executeTakeFirst();
  if (!row) throw createUnknownTemplateError();
  return row;
}

/** Locks a template's row until the transaction ends, so that parallel changes run one after another. */
export async function lockTemplate(tx: Tx, accountId: string, id: string): Promise<TemplateRow> {
  const row = await selectOfAccount(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw createUnknownTemplateError();
  return row;
}

const selectOfAccount = (db: DbOrTx, accountId: string) =>
  db.selectFrom('network_templates').selectAll().where('account_id', '=', accountId);

export async function listTemplates(db: Db, accountId: string): Promise<TemplateSummary[]> {
  const rows = await selectOfAccount(db, accountId).orderBy(toNaturalOrder('name_key')).execute();
  const stored = await readStoredSecrets(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { dhcpPools, policies, vlans } = row.content;
    const states = Object.values(listSecretStates(row.content, stored(row.id)));
    return {
      ...selectCommonFields(row),
      vlans: vlans.map(({ id }) => id),
      pools: dhcpPools.length,
      policies: policies.map(({ name }) => name),
      secretsMissing: states.filter((state) => state === 'missing').length,
    };
  });
}

export async function presentTemplate(db: DbOrTx, row: TemplateRow): Promise<Template> {
  const stored = await readStoredSecrets(db, [row.id]);
  return {
    ...selectCommonFields(row),
    content: row.content,
    secrets: listSecretStates(row.content, stored(row.id)),
  };
}

const selectCommonFields = ({ changed_at, created_at, id, name, remark, source }: TemplateRow) => ({
  id,
  name,
  ...(remark !== null && { remark }),
  source,
  createdAt: created_at.toISOString(),
  changedAt: changed_at.toISOString(),
});

/** Returns, per template, the ids of policies with a stored password. */
async function readStoredSecrets(
  db: DbOrTx,
  ids: readonly string[],
): Promise<(templateId: string) => ReadonlySet<string>> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('template_secrets')
          .select(['template_id', 'policy_id'])
          .where('template_id', 'in', ids)
          .execute();
  const found = new Map<string, Set<string>>();
  for (const { policy_id, template_id } of rows)
    found.set(template_id, (found.get(template_id) ?? new Set()).add(policy_id));
  return (templateId) => found.get(templateId) ?? new Set();
}
