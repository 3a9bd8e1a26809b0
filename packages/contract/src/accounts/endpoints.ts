import { adminEndpoints } from './admin-endpoints.ts';
import { displayEndpoints } from './display-endpoints.ts';
import { listViewEndpoints } from './list-views.ts';
import { profileEndpoints } from './profile-endpoints.ts';
import { providerEndpoints } from './provider-endpoints.ts';
import { qrEndpoints } from './qr-endpoints.ts';
import { securityEndpoints } from './security-endpoints.ts';
import { signInEndpoints } from './sign-in-endpoints.ts';

export const accountEndpoints = {
  ...signInEndpoints,
  ...qrEndpoints,
  ...providerEndpoints,
  ...securityEndpoints,
  ...displayEndpoints,
  ...profileEndpoints,
  ...listViewEndpoints,
  ...adminEndpoints,
} as const;
