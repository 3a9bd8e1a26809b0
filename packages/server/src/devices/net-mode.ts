import type { Tx } from '../platform/db/database.ts';

export async function readNetMode(tx: Tx, projectId: number): Promise<number> {
  const { net_mode: netMode } = await tx
    .selectFrom('projects')
    .select('net_mode')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return netMode;
}
