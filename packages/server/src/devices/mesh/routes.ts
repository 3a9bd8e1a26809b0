import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { addFoundNodes } from './add-nodes.ts';
import { searchNodes } from './search-nodes.ts';

/** Operations that add factory-new nodes which the primary node of a mesh project finds. */
export function meshRoutes(services: Services): HandlersOf<'meshNodeSearch' | 'meshNodeAdd'> {
  return {
    meshNodeSearch: (_input, context) => searchNodes(services, context),
    meshNodeAdd: ({ body, params }, context) => addFoundNodes(services, params.jobId, body.sns, context),
  };
}
