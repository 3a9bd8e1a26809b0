import type { Migration } from 'kysely/migration';
import { accounts001 } from './accounts/index.ts';
import { alarms001 } from './alarms/index.ts';
import { clients001 } from './clients/index.ts';
import { devices001 } from './devices/index.ts';
import { gateway001 } from './gateway/index.ts';
import { platform001 } from './platform/migrations/001-platform.ts';
import { projects001 } from './projects/index.ts';

/** Every migration in the order in which it is applied; a name, once released, never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-platform': platform001,
  '0002-accounts': accounts001,
  '0003-projects': projects001,
  '0004-devices': devices001,
  '0005-gateway': gateway001,
  '0006-clients': clients001,
  '0007-alarms': alarms001,
};
