import { DomainError } from '@northlight/contract';
import { type ColumnType, type RawBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../db/database.ts';

export interface DocumentDraftTable {
  /** Kind of the document: `network`, `map`. */
  document: string;
  /** Id of the document: of the project, or of the floor plan. */
  subject: string;
  project_id: number;
  account_id: string;
  /** Number of the last save. */
  version: number;
  /** Version of the document that the edits are based on. */
  base_version: number;
  /** Content of that version; null for a document whose versions are kept. */
  base: ColumnType<unknown, string | null, string | null>;
  content: ColumnType<unknown, string, string>;
  /** Size of the content as JSON. */
  bytes: number;
  /** Number of changes between `base` and `content`; 0 for a document that does not count them. */
  changes: number;
  updated_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    document_drafts: DocumentDraftTable;
  }
}

/** Draft of one account of a document. */
export interface DraftKey {
  readonly projectId: number;
  readonly accountId: string;
  /** Id of the document among those of its kind in the project; the project's id for the only one. */
  readonly subject?: string;
}

export interface Draft<Content, Base> {
  readonly version: number;
  readonly baseVersion: number;
  readonly base: Base;
  readonly content: Content;
  readonly updatedAt: Date;
}

export type DraftValues<Content, Base> = Omit<Draft<Content, Base>, 'version'> & {
  /** Number of changes for the list of editors; 0 by default. */
  readonly changes?: number;
};

/** Drafts of one kind of document: per account, with a version that two windows of the account cannot both save. */
export interface DraftStore<Content, Base> {
  readonly document: string;
  read(db: DbOrTx, key: DraftKey): Promise<Draft<Content, Base> | undefined>;
  /** Replaces version `version` of the draft; 0 if there is none. Throws `configConflict` if another one is stored. */
  save(
    tx: Tx,
    key: DraftKey,
    version: number,
    values: DraftValues<Content, Base>,
  ): Promise<Draft<Content, Base>>;
  /** Deletes version `version` of the draft; throws `configConflict` if another one is stored. */
  remove(tx: Tx, key: DraftKey, version: number): Promise<void>;
  /** Deletes the draft, whichever version is stored. */
  discard(tx: Tx, key: DraftKey): Promise<void>;
  /** Deletes the drafts of all accounts of a removed document. */
  discardAll(tx: Tx, subject: string): Promise<void>;
}

/** Creates the store for the drafts of a kind of document. A null base is not stored. */
export function createDraftStore<Content, Base = null>(document: string): DraftStore<Content, Base> {
  const matches = ({ accountId, projectId, subject = String(projectId) }: DraftKey): RawBuilder<boolean> =>
    sql<boolean>`document = ${document} and subject = ${subject} and account_id = ${accountId}`;
  const select = (db: DbOrTx, key: DraftKey) =>
    db.selectFrom('document_drafts').selectAll().where(matches(key)).executeTakeFirst();
  // Rows of a kind of document are written by its store alone.
  const present = (row: Selectable<DocumentDraftTable>): Draft<Content, Base> => ({
    version: row.version,
    baseVersion: row.base_version,
    base: row.base as Base,
    content: row.content as Content,
    updatedAt: row.updated_at,
  });
  return {
    document,
    read: async (db, key) => {
      const row = await select(db, key);
      return row && present(row);
    },
    save: async (tx, key, version, { base, baseVersion, changes = 0, content, updatedAt }) => {
      const text = JSON.stringify(content);
      const values = {
        version: version + 1,
        base_version: baseVersion,
        base: base === null ? null : JSON.stringify(base),
        content: text,
        bytes: Buffer.byteLength(text),
        changes,
        updated_at: updatedAt,
      };
      const { accountId, projectId, subject = String(projectId) } = key;
      const row =
        version === 0
          ? await tx
              .insertInto('document_drafts')
              .values({ document, subject, project_id: projectId, account_id: accountId, ...values })
              .onConflict((conflict) => conflict.doNothing())
              .returningAll()
              .executeTakeFirst()
          : await tx
              .updateTable('document_drafts')
              .set(values)
              .where(matches(key))
              .where('version', '=', version)
              .returningAll()
              .executeTakeFirst();
      if (!row) throw createDraftConflict();
      return present(row);
    },
    remove: async (tx, key, version) => {
      const gone = await tx
        .deleteFrom('document_drafts')
        .where(matches(key))
        .where('version', '=', version)
        .returning('version')
        .executeTakeFirst();
      if (!gone && (version > 0 || (await select(tx, key)))) throw createDraftConflict();
    },
    discard: async (tx, key) => {
      await tx.deleteFrom('document_drafts').where(matches(key)).execute();
    },
    discardAll: async (tx, subject) => {
      await tx
        .deleteFrom('document_drafts')
        .where('document', '=', document)
        .where('subject', '=', subject)
        .execute();
    },
  };
}

const createDraftConflict = (): DomainError =>
  new DomainError('configConflict', {
    message: 'Another window changed this draft. Reload the page and repeat your changes.',
  });

/** Deletes the drafts of all accounts of a project. */
export async function deleteProjectDrafts(tx: Tx, projectId: number): Promise<void> {
  await tx.deleteFrom('document_drafts').where('project_id', '=', projectId).execute();
}
