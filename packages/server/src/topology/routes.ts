import { DomainError, ERRORS, TOPOLOGY_HISTORY_DAYS } from '@northlight/contract';
import { DAY_MS } from '@northlight/runtime';
import type { Db } from '../platform/db/database.ts';
import { getProjectAccess } from '../platform/http/request-context.ts';
import { serveReads } from '../platform/http/project-reads.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { addRecords } from './change-records.ts';
import { listChanges } from './changes.ts';
import { discardDraft, readDraft, saveDraft } from './drafts.ts';
import { readEdits } from './edits.ts';
import { readHistoryStart, readTopology } from './graph.ts';
import { readLinks } from './links.ts';
import { topologyReads } from './reads.ts';
import { saveEdits } from './save-edits.ts';

export function topologyRoutes(
  services: Services,
): HandlersOf<
  | 'topologyChangeList'
  | 'topologyDraftDiscard'
  | 'topologyDraftGet'
  | 'topologyDraftSave'
  | 'topologyEditSave'
  | 'topologyGet'
> {
  const { clock, db, telemetry, topology } = services;
  const reads = serveReads(services, topologyReads);
  return {
    topologyChangeList: async ({ query }, context) => {
      const access = getProjectAccess(context);
      const to = new Date(query.to ?? clock.now());
      const changes = await listChanges(db, access.projectId, new Date(query.from), to);
      const accountId = context.principal.kind === 'account' ? context.principal.account.id : undefined;
      return { items: await addRecords(db, { access, accountId }, changes) };
    },
    topologyDraftGet: (_input, context) => readDraft(context),
    topologyDraftSave: ({ body }, context) => saveDraft(context, body),
    topologyDraftDiscard: (_input, context) => discardDraft(context),
    topologyEditSave: async ({ body }, context) => {
      const { projectId } = getProjectAccess(context);
      await saveEdits(context, body);
      await topology.processProject(projectId);
      return readEdits(db, projectId, await readLinks(db, projectId));
    },
    topologyGet: async (input, context) => {
      if (input.query.at === undefined) return reads.topologyGet(input, context);
      const { projectId } = getProjectAccess(context);
      const at = new Date(input.query.at);
      await checkTime(db, projectId, at, clock.now());
      return readTopology(db, projectId, { at, reader: telemetry.reader });
    },
  };
}

/** Refuses times outside the recorded history. */
async function checkTime(db: Db, projectId: number, at: Date, now: number): Promise<void> {
  const refuse = (message: string) => new DomainError('invalidParameters', { fields: { at: message } });
  if (at.getTime() > now) throw refuse('This time is in the future. Choose an earlier time.');
  if (at.getTime() < now - TOPOLOGY_HISTORY_DAYS * DAY_MS)
    throw refuse(`The history contains the last ${TOPOLOGY_HISTORY_DAYS} days. Choose a later time.`);
  const since = await readHistoryStart(db, projectId);
  if (at < since)
    throw new DomainError('timeBeforeProject', { fields: { at: ERRORS.timeBeforeProject.message } });
}
