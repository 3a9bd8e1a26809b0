import type { ProjectContent } from '@northlight/contract';
import { readConfig, readSettings } from '../network/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { renameTexts } from './rename.ts';
import type { SandboxRow } from './store.ts';

/** The content of a sandbox, at its beginning and now, with the names of its source. */
export interface SandboxContents {
  readonly base: ProjectContent;
  readonly own: ProjectContent;
  /** The present configuration with the names of the sandbox. */
  readonly present: ProjectContent['config'];
}

/** Reads the content of a sandbox. Secrets that were set in it have the ids that they have there. */
export async function readContents(
  db: DbOrTx,
  { base, originals, project_id: id }: Pick<SandboxRow, 'base' | 'originals' | 'project_id'>,
): Promise<SandboxContents> {
  const { config } = await readConfig(db, id);
  const settings = await readSettings(db, id);
  const present: ProjectContent = {
    config,
    devices: [...settings].map(([deviceId, own]) => ({ deviceId, settings: own.settings })),
  };
  return { base, own: renameTexts(present, new Map(Object.entries(originals))), present: config };
}
