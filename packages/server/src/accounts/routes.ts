import type { accountEndpoints } from '@northlight/contract';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { adminRoutes } from './admin/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { displayRoutes } from './displays/routes.ts';
import { providerRoutes } from './providers/routes.ts';
import { Providers } from './providers/providers.ts';
import { securityRoutes } from './security-routes.ts';
import { signInRoutes } from './sign-in/routes.ts';

/** Handlers of all account operations; reads the provider settings once. */
export function accountRoutes(services: Services): HandlersOf<keyof typeof accountEndpoints> {
  const providers = new Providers(services);
  return {
    ...signInRoutes(services, providers),
    ...providerRoutes(services, providers),
    ...securityRoutes(services),
    ...displayRoutes(),
    ...profileRoutes(services),
    ...adminRoutes(services),
  };
}
