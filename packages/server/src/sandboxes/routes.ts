import { DomainError, type Project } from '@northlight/contract';
import type { RequestContext } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import { createSandbox } from './create.ts';
import { setFault } from './faults.ts';
import { getCreatePermission, listSandboxes, presentSandbox } from './present.ts';
import { takeOver } from './take-over.ts';

type SandboxRoutes = HandlersOf<
  'sandboxCreate' | 'sandboxFaultSet' | 'sandboxGet' | 'sandboxList' | 'sandboxTakeOver'
>;

/** @param presentProject returns a project for its caller */
export function sandboxRoutes(
  presentProject: (context: RequestContext, id: number) => Promise<Project>,
): SandboxRoutes {
  return {
    sandboxList: async (_input, context) => {
      const items = await listSandboxes(context);
      return { items, total: items.length, can: { create: getCreatePermission(context) } };
    },
    sandboxCreate: async (_input, context) => {
      const { demo } = context.services;
      if (!demo.enabled) throw new DomainError('demoProject', { message: demo.reason });
      return presentProject(context, await createSandbox(context, demo.part));
    },
    sandboxGet: (_input, context) => presentSandbox(context),
    sandboxFaultSet: async ({ body }, context) => {
      await setFault(context, body);
      return presentSandbox(context);
    },
    sandboxTakeOver: async ({ params }, context) => ({
      changes: await takeOver(context, params.sandboxId),
    }),
  };
}
