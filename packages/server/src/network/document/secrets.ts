import { DomainError, type NetworkConfig } from '@northlight/contract';
import { insertRows } from '../../platform/db/insert-rows.ts';
import { listSlots, mapNetworkSecrets } from './map-secrets.ts';
import { createRandomId } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Db, DbOrTx, Tx } from '../../platform/db/database.ts';
import type { Secret } from '../../platform/secrets/envelope.ts';
import { openProjectSecret, sealProjectSecret } from '../../platform/secrets/project-secrets.ts';
import type { Services } from '../../services.ts';

/** A project in a transaction, with the services for its secrets. `RequestWork` is one. */
interface SecretStore {
  readonly projectId: number;
  readonly services: Pick<Services, 'clock' | 'entropy' | 'envelope'>;
  readonly tx: Tx;
}

const sealContext = (id: string): string => `network_secrets|${id}|sealed`;

/**
 * Stores entered secrets and replaces them by their ids in the document. Throws at the field when the document names a
 * secret of another project.
 */
export async function storeSecrets(
  { projectId, services, tx }: SecretStore,
  config: NetworkConfig,
  applied: boolean,
): Promise<NetworkConfig> {
  await refuseForeignSecrets(tx, projectId, config);
  const fresh: { id: string; value: string }[] = [];
  const named: string[] = [];
  const kept = mapNetworkSecrets(config, ({ id, value }) => {
    if (value === undefined) {
      if (id !== undefined) named.push(id);
      return { id };
    }
    const own = createRandomId(services.entropy, services.clock.now());
    fresh.push({ id: own, value });
    return { id: own };
  });
  if (applied && named.length > 0)
    await tx.updateTable('network_secrets').set({ applied }).where('id', 'in', named).execute();
  if (fresh.length === 0) return kept;
  const project = await readProjectKey(tx, projectId);
  const rows = fresh.map(({ id, value }) => ({
    id,
    project_id: projectId,
    sealed: sealProjectSecret(services, project, sealContext(id), value),
    applied,
    created_at: new Date(services.clock.now()),
  }));
  await insertRows(tx, 'network_secrets', rows).execute();
  return kept;
}

/** Returns the document with its secrets filled in, for devices; deleted secrets stay empty. */
export async function openSecrets(
  services: Pick<Services, 'envelope'>,
  db: DbOrTx,
  projectId: number,
  config: NetworkConfig,
): Promise<NetworkConfig> {
  const ids = listSecretIds(config);
  if (ids.length === 0) return config;
  const project = await readProjectKey(db, projectId);
  const rows = await readSecretRows(db, projectId, ids);
  const opened = new Map(
    rows.map(({ id, sealed }) => [
      id,
      openProjectSecret(services, project, sealContext(id), sealed).reveal(),
    ]),
  );
  return mapNetworkSecrets(config, ({ id, value }) => ({
    value: value ?? (id === undefined ? undefined : opened.get(id)),
  }));
}

/** Returns the ids of the secrets of a document with those in the same places of another one. */
export function pairSecrets(config: NetworkConfig, other: NetworkConfig): [string, string][] {
  const others = listSlots(other);
  return listSlots(config).flatMap(({ id }, index): [string, string][] => {
    const pair = others[index]?.id;
    return id !== undefined && pair !== undefined ? [[id, pair]] : [];
  });
}

/** A secret of a document, with the dotted path of its field. */
export interface SecretValue {
  readonly id: string;
  readonly path: string;
  readonly value: string;
}

/** Returns the secrets that a document names, for an encrypted file; deleted secrets are absent. */
export async function readSecretValues(
  { projectId, services, tx }: SecretStore,
  config: NetworkConfig,
): Promise<SecretValue[]> {
  const named: { readonly id: string; readonly path: string }[] = [];
  mapNetworkSecrets(config, (slot, path) => {
    if (slot.id !== undefined) named.push({ id: slot.id, path });
    return slot;
  });
  if (named.length === 0) return [];
  const project = await readProjectKey(tx, projectId);
  const rows = await readSecretRows(
    tx,
    projectId,
    named.map(({ id }) => id),
  );
  const sealed = new Map(rows.map((row) => [row.id, row.sealed] as const));
  return named.flatMap(({ id, path }) => {
    const bytes = sealed.get(id);
    if (!bytes) return [];
    const value = openProjectSecret(services, project, sealContext(id), bytes).reveal();
    return [{ id, path, value }];
  });
}

/** Returns one secret of a project, for the reveal call; undefined when the project has none of that id. */
export async function openSecret(
  { projectId, services, tx }: SecretStore,
  id: string,
): Promise<Secret | undefined> {
  const [row] = await readSecretRows(tx, projectId, [id]);
  return row && openProjectSecret(services, await readProjectKey(tx, projectId), sealContext(id), row.sealed);
}

/** Returns the unique ids of the secrets that the document names. */
function listSecretIds(config: NetworkConfig): string[] {
  const ids = new Set<string>();
  mapNetworkSecrets(config, (slot) => {
    if (slot.id !== undefined && slot.value === undefined) ids.add(slot.id);
    return slot;
  });
  return [...ids];
}

export async function refuseForeignSecrets(
  db: DbOrTx,
  projectId: number,
  config: NetworkConfig,
): Promise<void> {
  const ids = listSecretIds(config);
  if (ids.length === 0) return;
  const own = new Set((await readSecretRows(db, projectId, ids)).map(({ id }) => id));
  const fields: Record<string, string> = {};
  mapNetworkSecrets(config, (slot, path) => {
    if (slot.value === undefined && slot.id !== undefined && !own.has(slot.id))
      fields[path] = 'This secret is no longer stored. Enter it again.';
    return slot;
  });
  if (Object.keys(fields).length > 0) throw new DomainError('invalidParameters', { fields });
}

const readSecretRows = (db: DbOrTx, projectId: number, ids: readonly string[]) =>
  db
    .selectFrom('network_secrets')
    .select(['id', 'sealed'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute();

async function readProjectKey(db: DbOrTx, id: number): Promise<{ id: number; secret_key: Buffer }> {
  const query = db.selectFrom('projects').select('secret_key').where('id', '=', id);
  return { id, secret_key: (await query.executeTakeFirstOrThrow()).secret_key };
}

/** Deletes secrets of discarded drafts: created before `before`, never applied, and in no draft. */
export async function deleteUnusedSecrets(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('network_secrets')
    .where('applied', '=', false)
    .where('created_at', '<', before)
    .where(
      sql<boolean>`not exists (select 1 from document_drafts d
        where d.document = 'network' and d.project_id = network_secrets.project_id
        and position(network_secrets.id::text in d.content::text) > 0)`,
    )
    .execute();
}
