import type { Migration } from 'kysely/migration';
import {
  accounts001,
  accounts002,
  accounts003,
  accounts004,
  accounts005,
  accounts006,
} from './accounts/index.ts';
import {
  alarms001,
  alarms002,
  alarms003,
  alarms004,
  alarms005,
  alarms006,
  alarms007,
  alarms008,
} from './alarms/index.ts';
import { clients001, clients002, clients003 } from './clients/index.ts';
import {
  devices001,
  devices003,
  devices004,
  devices005,
  devices006,
  devices007,
  devices008,
  devices009,
  devices010,
  devices011,
  devices012,
  devices013,
  devices014,
  devices015,
  devices016,
  devices017,
  devices018,
  devices019,
  devices020,
  devices021,
  devices022,
  devices023,
  devices024,
} from './devices/index.ts';
import { firmware001 } from './firmware/index.ts';
import { jobs001, jobs002 } from './jobs/index.ts';
import { gateway001, network002, network003 } from './network/index.ts';
import { logs001 } from './logs/index.ts';
import { topology001, topology002, topology003, topology004, topology005 } from './topology/index.ts';
import { maps001, maps002 } from './maps/index.ts';
import { messages001 } from './messages/index.ts';
import { files001 } from './platform/files/migrations/001-files.ts';
import { files002 } from './platform/files/migrations/002-project-files.ts';
import { platform001 } from './platform/migrations/001-platform.ts';
import { platform002 } from './platform/migrations/002-audit-chain.ts';
import { platform003 } from './platform/migrations/003-leases.ts';
import { platform004 } from './platform/migrations/004-process-address.ts';
import { platform005 } from './platform/migrations/005-document-drafts.ts';
import { projects001, projects002, projects003, projects004 } from './projects/index.ts';
import { sharing001 } from './sharing/index.ts';
import { telemetry001, telemetry002 } from './telemetry/index.ts';
import { templates001 } from './templates/index.ts';
import { tunnels001 } from './tunnels/index.ts';

/** All migrations in the order of their names. Names of released migrations never change. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-platform': platform001,
  '0002-accounts': accounts001,
  '0003-projects': projects001,
  '0004-devices': devices001,
  '0005-gateway': gateway001,
  '0006-clients': clients001,
  '0007-alarms': alarms001,
  '0008-project-life': projects002,
  '0009-sharing': sharing001,
  '0010-audit-chain': platform002,
  '0011-job-actor': jobs001,
  '0012-device-protocol': devices003,
  '0013-accounts-access': accounts002,
  '0014-files': files001,
  '0015-device-steps': devices004,
  '0016-waiting-devices': devices005,
  '0017-messages': messages001,
  '0018-device-certificates': devices006,
  '0019-maintenance': devices007,
  '0020-firmware': firmware001,
  '0021-openwifi': devices008,
  '0022-device-verifier': projects003,
  '0023-network-drafts': network002,
  '0024-radio-figures': devices009,
  '0025-network-secrets': network003,
  '0026-local-change': devices010,
  '0027-templates': templates001,
  '0028-telemetry': telemetry001,
  '0029-alarm-causes': alarms002,
  '0030-alarm-rules': alarms003,
  '0031-alarm-notifications': alarms004,
  '0032-client-visits': clients002,
  '0033-logs': logs001,
  '0034-data-screen': projects004,
  '0035-leases': platform003,
  '0036-process-address': platform004,
  '0037-tunnels': tunnels001,
  '0038-alarm-names': alarms005,
  '0039-pending-device-names': devices011,
  '0040-sign-in-flow-state': accounts003,
  '0041-device-authority': devices012,
  '0042-session-confirmation': accounts004,
  '0043-job-start': jobs002,
  '0044-authority-refusals': devices013,
  '0045-removed-devices': devices014,
  '0046-wans': devices015,
  '0055-alarm-mail-default': alarms006,
  '0056-telemetry-backfills': telemetry002,
  '0057-nearby-networks': devices016,
  '0058-dhcp-pools': devices017,
  '0059-device-roles': devices018,
  '0060-list-views': accounts005,
  '0061-backhaul': devices019,
  '0062-parent-changes': alarms007,
  '0063-bridges': devices020,
  '0064-roaming': clients003,
  '0065-topology': topology001,
  '0066-parents': devices021,
  '0067-topology-links': topology002,
  '0068-topology-edits': topology003,
  '0069-vlan-path-alarms': alarms008,
  '0070-device-page-space': devices022,
  '0071-maps': maps001,
  '0072-message-notes': devices023,
  '0073-topology-port-roles': topology004,
  '0074-bridge-links': topology005,
  '0075-activations': devices024,
  '0076-project-files': files002,
  '0077-plan-sizes': maps002,
  '0078-length-unit': accounts006,
  '0079-document-drafts': platform005,
};
