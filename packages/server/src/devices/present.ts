import {
  CONFIG_STATES,
  type Device,
  type DEVICE_FIGURES,
  type DeviceAction,
  type DeviceDetail,
  getDevicePermission,
  formatModelName,
  isMeshRole,
  isOpenWifi,
  LINK_TYPES,
  MANAGEMENT_MODES,
  type Permission,
  STALE_AFTER_MS,
} from '@northlight/contract';
import {
  backhaulStat,
  deviceKind,
  dhcpPoolStats,
  lldpNeighbour,
  portStat,
  radioStat,
  wanStat,
} from '@northlight/contract/device-protocol';
import { BOTH_ACCESS, getPermissionFor } from '../platform/http/principal.ts';
import type { Viewer } from '../platform/http/caller-context.ts';
import type { DeviceRow } from './store.ts';

/** Returns the figures from reports, for viewers of the device. An offline device shows its last figures, marked as stale. */
export function presentFigures(
  row: DeviceRow,
  now: number,
): Pick<Device, 'id' | (typeof DEVICE_FIGURES)[number]> {
  const reportedAt = row.reported_at?.getTime();
  return {
    id: row.id,
    ip: row.ip ?? undefined,
    vlan: row.vlan ?? undefined,
    port: row.parent_port ?? row.uplink_port ?? undefined,
    uplink: row.uplink_id && row.uplink_name ? { id: row.uplink_id, name: row.uplink_name } : undefined,
    ...presentBackhaul(row),
    cpuPercent: row.cpu ?? undefined,
    memoryPercent: row.mem ?? undefined,
    uptimeSeconds: row.uptime_seconds ?? undefined,
    clientCount: row.clients ?? undefined,
    reportedAt: row.reported_at?.toISOString(),
    stale: reportedAt !== undefined && now - reportedAt > STALE_AFTER_MS,
  };
}

/** Returns the connection of a mesh node for lists; the report of a device with another role is ignored. */
function presentBackhaul({ backhaul, role }: DeviceRow): Pick<Device, 'backhaulDbm' | 'hops'> {
  if (backhaul === null || !isMeshRole(role)) return {};
  const { data } = backhaulStat.safeParse(backhaul);
  return { hops: data?.hops, backhaulDbm: data?.signalDbm };
}

export function presentDevice(row: DeviceRow, viewer: Viewer, now: number): Device {
  const kind = deviceKind.parse(row.kind);
  return {
    ...presentFigures(row, now),
    sn: row.sn,
    mac: row.mac,
    name: row.name,
    model: row.model,
    modelName: formatModelName(row.model),
    kind,
    role: row.role,
    state: row.state,
    stateAt: row.state_at.toISOString(),
    waiting: row.waiting,
    features: row.caps.features,
    lastRefusal: row.message_note ?? undefined,
    managed: row.managed,
    managementMode: MANAGEMENT_MODES[row.managed],
    linkType: isOpenWifi(row.sn) ? LINK_TYPES.tcp : LINK_TYPES.mqtt,
    configState: row.reported_rev > 0 ? CONFIG_STATES.configured : CONFIG_STATES.notConfigured,
    meshRole: row.mesh_role ?? undefined,
    softwareVersion: row.software ?? undefined,
    hardwareVersion: row.hardware ?? undefined,
    config: {
      desiredRev: row.desired_rev,
      reportedRev: row.reported_rev,
      status: row.reported_status,
      issues: row.reported_issues,
    },
    can: computePermissions(row, viewer),
  };
}

function computePermissions(row: DeviceRow, { principal, project }: Viewer): Device['can'] {
  const write = getPermissionFor(principal, { need: 'write', access: BOTH_ACCESS, project });
  const owner = getPermissionFor(principal, { need: 'owner', access: BOTH_ACCESS, project });
  const withRealDevice = getPermissionFor(principal, {
    need: 'write',
    access: BOTH_ACCESS,
    project,
    notInDemo: true,
  });
  const permissionTo = (action: DeviceAction): Permission =>
    write.allowed ? getDevicePermission(row.state, action, row.managed) : write;
  const diagnose = write.allowed ? getDevicePermission(row.state, 'diagnose') : write;
  return {
    configure: permissionTo('configure'),
    restart: permissionTo('restart'),
    reset: permissionTo('reset'),
    upgrade: permissionTo('upgrade'),
    rename: write,
    remove: owner,
    diagnose,
    openLocalPage: withRealDevice.allowed ? diagnose : withRealDevice,
    replace: withRealDevice,
  };
}

export function presentDetail(
  row: DeviceRow,
  viewer: Viewer,
  now: number,
): Omit<DeviceDetail, 'vectorImage'> {
  return {
    ...presentDevice(row, viewer, now),
    capabilities: row.caps,
    radios: presentRadios(row),
    radiosAt: row.radios_at?.toISOString(),
    wans: presentWans(row),
    wansAt: row.wans_at?.toISOString(),
    dhcpPools: presentPoolUse(row),
    dhcpPoolsAt: row.dhcp_pools_at?.toISOString(),
    ports: presentPorts(row),
  };
}

/** Returns every port of the capability document, with its last report and its neighbour. */
export function presentPorts(row: DeviceRow): DeviceDetail['ports'] {
  const reported = new Map(
    (row.ports ?? []).flatMap((port) => {
      const parsed = portStat.safeParse(port);
      return parsed.success ? [[parsed.data.id, parsed.data] as const] : [];
    }),
  );
  const neighbours = new Map(
    (row.neighbours ?? []).flatMap((each) => {
      const parsed = lldpNeighbour.safeParse(each);
      if (!parsed.success) return [];
      const { peerMac, peerName, peerPort, port } = parsed.data;
      return [[port, { mac: peerMac, name: peerName, port: peerPort }] as const];
    }),
  );
  return row.caps.ports.map((port) => {
    const { id: _id, ...figures } = reported.get(port.id) ?? {};
    const neighbour = neighbours.get(port.id);
    return {
      id: port.id,
      label: port.label,
      role: port.role,
      type: port.type,
      maxSpeedMbps: port.maxSpeedMbps,
      poe: port.poe,
      ...figures,
      ...(neighbour && { neighbour }),
    };
  });
}

/** Returns every radio of the capability document, with its last reported figures. */
export function presentRadios({ caps, radios }: DeviceRow): DeviceDetail['radios'] {
  const reported = new Map(
    (radios ?? []).flatMap((radio) => {
      const parsed = radioStat.safeParse(radio);
      return parsed.success ? [[parsed.data.id, parsed.data] as const] : [];
    }),
  );
  return caps.radios.map((radio) => ({ ...reported.get(radio.id), ...radio }));
}

/** Returns the reported use of the DHCP pools; undefined without a report. */
export const presentPoolUse = ({ dhcp_pools }: DeviceRow): DeviceDetail['dhcpPools'] =>
  dhcp_pools ? dhcpPoolStats.safeParse(dhcp_pools).data : undefined;

/** Returns the reported state of the WAN ports of the capability document; undefined without a report. */
export function presentWans({ caps, wans }: DeviceRow): DeviceDetail['wans'] {
  const ports = new Set(caps.ports.flatMap(({ id, role }) => (role === 'wan' ? [id] : [])));
  return wans?.flatMap((wan) => {
    const parsed = wanStat.safeParse(wan);
    return parsed.success && ports.has(parsed.data.id) ? [parsed.data] : [];
  });
}
