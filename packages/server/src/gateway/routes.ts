import { projectOf } from '../platform/http/request-context.ts';
import { permissionFor } from '../platform/http/principal.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { applyConfig, readConfig, readScope, reviewConfig } from './service.ts';

export function gatewayRoutes(
  services: Services,
): HandlersOf<'gatewayConfigGet' | 'gatewayConfigReview' | 'gatewayConfigApply'> {
  return {
    gatewayConfigGet: async (_input, context) => {
      const project = projectOf(context);
      const [{ version, config }, scope] = await Promise.all([
        readConfig(services.db, project.projectId),
        readScope(services.db, project.projectId),
      ]);
      const configure = permissionFor(context.principal, {
        need: 'write',
        access: ['web', 'openapi'],
        project,
      });
      return { version, config, scope, can: { configure } };
    },
    gatewayConfigReview: ({ body }, context) => reviewConfig(services, body, context),
    gatewayConfigApply: ({ body }, context) => applyConfig(services, body, context),
  };
}
