import { DomainError, type NetworkConfig } from '@northlight/contract';
import {
  addEdits,
  listSlots,
  mapNetworkSecrets,
  openSecrets,
  pairSecrets,
  readSecretValues,
  storeSecrets,
} from '../network/index.ts';
import { commitRequest, type RequestWork } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { readContents, type SandboxContents } from './content.ts';
import type { SandboxRow } from './store.ts';

/** Adds the changes of a sandbox to the caller's draft of its source. Returns the number of changed items. */
export const takeOver = (context: RequestContext, sandboxId: number): Promise<number> =>
  commitRequest(context, async (work) => {
    const row = await findOwnSandbox(work, sandboxId);
    const contents = await readContents(work.tx, row);
    const changes = await addEdits(work, {
      base: contents.base,
      baseVersion: row.base_version,
      settingVersions: row.setting_versions,
      own: { ...contents.own, config: await storeNewSecrets(work, row, contents) },
    });
    if (changes === 0)
      throw new DomainError('configConflict', { message: 'The sandbox has no changes to take over.' });
    await work.audit({
      action: 'sandbox.take-over',
      object: `project ${sandboxId}`,
      after: `${changes} changes`,
    });
    return changes;
  });

/** Returns a sandbox of the request's project that the caller has opened; throws 404 without one. */
async function findOwnSandbox(
  { account, now, projectId, tx }: RequestWork,
  sandboxId: number,
): Promise<SandboxRow> {
  const row = await tx
    .selectFrom('sandboxes')
    .innerJoin('projects', 'projects.id', 'sandboxes.project_id')
    .selectAll('sandboxes')
    .where('sandboxes.project_id', '=', sandboxId)
    .where('sandboxes.source_id', '=', projectId)
    .where('projects.owner_id', '=', account.id)
    .where('projects.deleted_at', 'is', null)
    .where('projects.expires_at', '>', now)
    .executeTakeFirst();
  if (!row)
    throw new DomainError('invalidParameters', {
      status: 404,
      message: 'You have no such sandbox of this project.',
    });
  return row;
}

/**
 * Stores the secrets that the source does not have: those that were set in the sandbox. Remembers them, so that the same
 * changes can be taken over again.
 */
async function storeNewSecrets(
  work: RequestWork,
  { originals, project_id: sandboxId }: SandboxRow,
  { own, present }: SandboxContents,
): Promise<NetworkConfig> {
  const { projectId, services, tx } = work;
  const known = new Set(
    (await readSecretValues({ projectId, services, tx }, own.config)).map(({ id }) => id),
  );
  const values = listSlots(await openSecrets(services, tx, sandboxId, present)).map(({ value }) => value);
  let index = 0;
  const config = await storeSecrets(
    work,
    mapNetworkSecrets(own.config, (slot) => {
      const value = values[index++];
      return slot.id === undefined || known.has(slot.id) || value === undefined ? slot : { value };
    }),
    false,
  );
  const pairs = Object.fromEntries(pairSecrets(present, config));
  await tx
    .updateTable('sandboxes')
    .set({ originals: JSON.stringify({ ...originals, ...pairs }) })
    .where('project_id', '=', sandboxId)
    .execute();
  return config;
}
