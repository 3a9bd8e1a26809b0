import { CLIENT_VISITS_SHOWN } from '@northlight/contract';
import { commitRequest } from '../platform/http/commit-request.ts';
import { serveReads } from '../platform/http/project-reads.ts';
import { getProjectAccess } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { findPauseRange, presentVisit } from './present-visit.ts';
import { clientReads } from './reads.ts';
import { createUnknownClientError } from './unknown-client-error.ts';
import { hasClient, listVisits, setClientName, readClientName } from './store.ts';

export function clientRoutes(services: Services): HandlersOf<'clientList' | 'clientVisits' | 'clientRename'> {
  const { db } = services;
  return {
    ...serveReads(services, clientReads),
    clientVisits: async ({ params }, context) => {
      const { projectId } = getProjectAccess(context);
      // Reads one more visit, from which the oldest visit of the answer may have roamed.
      const rows = await listVisits(db, projectId, params.mac.toLowerCase(), CLIENT_VISITS_SHOWN + 1);
      const shown = rows.slice(0, CLIENT_VISITS_SHOWN);
      const range = findPauseRange(rows);
      const deviceIds = [...new Set(rows.map(({ device_id }) => device_id))];
      const interruptions = range ? await services.listInterruptions(projectId, deviceIds, range) : [];
      return { items: shown.map((row, index) => presentVisit(row, rows[index + 1], interruptions)) };
    },
    clientRename: async ({ body, params }, context) => {
      const mac = params.mac.toLowerCase();
      await commitRequest(context, async (work) => {
        const { projectId, tx } = work;
        if (body.name !== '' && !(await hasClient(tx, projectId, mac))) throw createUnknownClientError();
        const before = (await readClientName(tx, projectId, mac)) ?? '';
        await setClientName(tx, projectId, mac, body.name);
        await work.audit({
          action: 'client.rename',
          object: mac,
          before,
          after: body.name,
        });
        work.liveRows(projectId, 'clients', [mac]);
      });
      return { mac, name: body.name };
    },
  };
}
