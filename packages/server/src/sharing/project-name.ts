import type { DbOrTx } from '../platform/db/database.ts';

export const readProjectName = async (db: DbOrTx, projectId: number): Promise<string> => {
  const { name } = await db
    .selectFrom('projects')
    .select('name')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return name;
};
