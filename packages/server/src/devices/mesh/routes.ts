import type { HandlersOf } from '../../platform/http/serve.ts';
import { addFoundNodes } from './add-nodes.ts';
import { searchNodes } from './search-nodes.ts';

/** Operations that add factory-new nodes which the primary node of a mesh project finds. */
export function meshRoutes(): HandlersOf<'meshNodeSearch' | 'meshNodeAdd'> {
  return {
    meshNodeSearch: (_input, context) => searchNodes(context),
    meshNodeAdd: ({ body, params }, context) => addFoundNodes(context, params.jobId, body.sns),
  };
}
