import { CLIENT_VISITS_SHOWN } from '@northlight/contract';
import { auditRequest } from '../platform/http/audit-request.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { presentPage } from '../platform/db/cut-page.ts';
import { getProjectAccess } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { presentClient } from './present.ts';
import { presentVisit } from './present-visit.ts';
import { createUnknownClientError } from './unknown-client-error.ts';
import { hasClient, listClients, listVisits, setClientName, readClientName } from './store.ts';

const RECENT_MS = 86_400_000;

export function clientRoutes(services: Services): HandlersOf<'clientList' | 'clientVisits' | 'clientRename'> {
  const { clock, db } = services;
  return {
    clientList: async ({ query }, context) => {
      const since = new Date(clock.now() - RECENT_MS);
      return presentPage(
        await listClients(db, getProjectAccess(context).projectId, since, query),
        presentClient,
      );
    },
    clientVisits: async ({ params }, context) => {
      const { projectId } = getProjectAccess(context);
      // Reads one more visit, from which the oldest visit of the answer may have roamed.
      const rows = await listVisits(db, projectId, params.mac.toLowerCase(), CLIENT_VISITS_SHOWN + 1);
      const shown = rows.slice(0, CLIENT_VISITS_SHOWN);
      return { items: shown.map((row, index) => presentVisit(row, rows[index + 1])) };
    },
    clientRename: async ({ body, params }, context) => {
      const { projectId } = getProjectAccess(context);
      const mac = params.mac.toLowerCase();
      await commitRequest(services, context, async (tx, after) => {
        if (body.name !== '' && !(await hasClient(tx, projectId, mac))) throw createUnknownClientError();
        const before = (await readClientName(tx, projectId, mac)) ?? '';
        await setClientName(tx, projectId, mac, body.name);
        await auditRequest(services, tx, context, {
          action: 'client.rename',
          object: mac,
          before,
          after: body.name,
        });
        after.liveRows(projectId, 'clients', [mac]);
      });
      return { mac, name: body.name };
    },
  };
}
