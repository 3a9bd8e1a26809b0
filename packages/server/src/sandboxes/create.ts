import { DomainError, SANDBOX_DAYS, SANDBOX_DEVICES_MAX, SANDBOXES_PER_DAY } from '@northlight/contract';
import { countCharacters, normalizeName, PROJECT_NAME_MAX } from '@northlight/contract/net';
import { createRandomId, DAY_MS } from '@northlight/runtime';
import { copyAlarmRules } from '../alarms/index.ts';
import { addAttempt, countAttempts, lockLimitKey } from '../platform/db/limits.ts';
import { commitRequest, type RequestWork } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { createProjectId, deleteEndedDemoCopies, hasDemoCopy } from '../projects/index.ts';
import type { Demo } from '../services.ts';
import { insertSandbox } from './insert.ts';
import { readSandboxSource } from './source.ts';

/**
 * Opens a sandbox of the request's project: a project of the caller with simulated devices, which have other identities
 * and the same configuration. Resolves with its id.
 */
export async function createSandbox(context: RequestContext, demo: Demo): Promise<number> {
  const { services } = context;
  const id = createProjectId(services);
  await commitRequest(context, async (work) => {
    await checkLimits(work);
    const source = await readSandboxSource(services, work.tx, work.projectId);
    if (source.devices.length > SANDBOX_DEVICES_MAX)
      throw new DomainError('deviceLimit', {
        message: `A sandbox simulates up to ${SANDBOX_DEVICES_MAX} devices. This project has ${source.devices.length}.`,
      });
    const copy = demo.simulate(services, source, id);
    await insertSandbox(
      services,
      work,
      {
        id,
        name: await findFreeName(work),
        ownerId: work.account.id,
        expiresAt: new Date(work.now.getTime() + SANDBOX_DAYS * DAY_MS),
      },
      { copy, source },
    );
    await copyAlarmRules(work.tx, work.projectId, id);
    await work.audit({
      action: 'sandbox.create',
      object: `project ${id}`,
      after: `${source.devices.length} devices`,
    });
    work.liveTo([work.account.id], 'projects');
  });
  return id;
}

/** Throws 1161 for a second sandbox of the project, and 1160 for too many within a day. */
async function checkLimits({ account, entropy, now, projectId, tx }: RequestWork): Promise<void> {
  const key = `sandbox:${account.id}`;
  await lockLimitKey(tx, key);
  if (await hasDemoCopy(tx, account.id, projectId, now))
    throw new DomainError('experienceExists', {
      message: 'You already have a sandbox of this project. Open it, or delete it first.',
    });
  if ((await countAttempts(tx, key, new Date(now.getTime() - DAY_MS))) >= SANDBOXES_PER_DAY)
    throw new DomainError('experienceDailyLimit', {
      message: `You have opened ${SANDBOXES_PER_DAY} sandboxes within 24 h. Try again tomorrow.`,
    });
  await addAttempt(tx, key, createRandomId(entropy, now.getTime()), now);
  await deleteEndedDemoCopies(tx, account.id, projectId, now);
}

/** Returns a name for a sandbox of the request's project that no project of the account has. */
async function findFreeName({ account, projectId, tx }: RequestWork): Promise<string> {
  const { name } = await tx
    .selectFrom('projects')
    .select('name')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('projects')
    .select('name_key')
    .where('owner_id', '=', account.id)
    .where('deleted_at', 'is', null)
    .execute();
  const taken = new Set(rows.map((row) => row.name_key));
  for (let number = 1; ; number++) {
    const ending = number === 1 ? ' sandbox' : ` sandbox ${number}`;
    const free = `${cutName(name, PROJECT_NAME_MAX - ending.length)}${ending}`;
    if (!taken.has(normalizeName(free))) return free;
  }
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the beginning of a name with at most `max` characters, without half of a composed one. */
function cutName(name: string, max: number): string {
  let kept = '';
  for (const { segment } of GRAPHEMES.segment(name)) {
    if (countCharacters(kept + segment) > max) break;
    kept += segment;
  }
  return kept.trimEnd();
}
