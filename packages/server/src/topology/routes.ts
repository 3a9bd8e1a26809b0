import { getProjectAccess } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { readTopology } from './graph.ts';

export function topologyRoutes({ db }: Services): HandlersOf<'topologyGet'> {
  return {
    topologyGet: (_input, context) => readTopology(db, getProjectAccess(context).projectId),
  };
}
