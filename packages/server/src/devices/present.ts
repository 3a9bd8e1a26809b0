import {
  type Device,
  type DeviceDetail,
  deviceMay,
  modelDisplayName,
  STALE_AFTER_MS,
} from '@northlight/contract';
import { deviceKind, portStat } from '@northlight/contract/device-protocol';
import { type Principal, permissionFor, type ProjectAccess } from '../platform/http/principal.ts';
import type { DeviceRow } from './store.ts';

export interface Viewer {
  readonly principal: Principal;
  readonly project: ProjectAccess;
}

const BOTH = ['web', 'openapi'] as const;

/** Figures of a device that is gone are its last ones, and stale. */
export function presentDevice(row: DeviceRow, viewer: Viewer, now: number): Device {
  const reportedAt = row.reported_at?.getTime();
  const stale = reportedAt !== undefined && now - reportedAt > STALE_AFTER_MS;
  const kind = deviceKind.parse(row.kind);
  return {
    id: row.id,
    sn: row.sn,
    mac: row.mac,
    name: row.name,
    model: row.model,
    modelName: modelDisplayName(row.model),
    kind,
    state: row.state,
    stateAt: row.state_at.toISOString(),
    waiting: row.waiting,
    managed: row.managed,
    meshRole: row.mesh_role ?? undefined,
    ip: row.ip ?? undefined,
    vlan: row.vlan ?? undefined,
    port: row.uplink_port ?? undefined,
    uplink: row.uplink_id && row.uplink_name ? { id: row.uplink_id, name: row.uplink_name } : undefined,
    softwareVersion: row.software ?? undefined,
    hardwareVersion: row.hardware ?? undefined,
    cpuPercent: row.cpu ?? undefined,
    memoryPercent: row.mem ?? undefined,
    uptimeSeconds: row.uptime_seconds ?? undefined,
    clientCount: row.clients ?? undefined,
    reportedAt: row.reported_at?.toISOString(),
    stale,
    config: {
      desiredRev: row.desired_rev,
      reportedRev: row.reported_rev,
      status: row.reported_status,
      issues: row.reported_issues,
    },
    can: permissions(row, viewer),
  };
}

function permissions(row: DeviceRow, { principal, project }: Viewer): Device['can'] {
  const write = permissionFor(principal, { need: 'write', access: BOTH, project });
  const owner = permissionFor(principal, { need: 'owner', access: BOTH, project });
  return {
    configure: write.allowed ? deviceMay(row.state, 'configure') : write,
    restart: write.allowed ? deviceMay(row.state, 'restart') : write,
    rename: write,
    remove: owner,
  };
}

export function presentDetail(row: DeviceRow, viewer: Viewer, now: number): DeviceDetail {
  const caps = row.caps;
  const reported = new Map(
    (row.ports ?? []).flatMap((port) => {
      const parsed = portStat.safeParse(port);
      return parsed.success ? [[parsed.data.id, parsed.data] as const] : [];
    }),
  );
  return {
    ...presentDevice(row, viewer, now),
    capabilities: caps,
    ports: caps.ports.map((port) => {
      const { up, speedMbps, rxBytes, txBytes } = reported.get(port.id) ?? {};
      return {
        id: port.id,
        label: port.label,
        role: port.role,
        type: port.type,
        maxSpeedMbps: port.maxSpeedMbps,
        poe: port.poe,
        up,
        speedMbps,
        rxBytes,
        txBytes,
      };
    }),
  };
}
