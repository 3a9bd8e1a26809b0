import { ALL_VLANS, type Capabilities } from '../device-protocol/index.ts';
import { compareFields, type ItemField } from '../kit/compare-lists.ts';
import type { ConfigChange } from '../kit/config-change.ts';
import { formatVlanList } from '../net/index.ts';
import { listEffectivePorts } from './port-defaults.ts';
import { type DeviceSettings, type PortSetting, TERMINAL_TYPES } from './schema.ts';

/** Returns the differences in one device's settings, as lines of a review. `nameOfNode` names mesh nodes by MAC. */
export function describeSettings(
  caps: Capabilities,
  now: DeviceSettings,
  after: DeviceSettings,
  nameOfNode: (mac: string) => string = (mac) => mac,
): ConfigChange[] {
  const labels = new Map(caps.ports.map(({ id, label }) => [id, label] as const));
  const before = listEffectivePorts(caps, now);
  const ports = listEffectivePorts(caps, after).flatMap((port, index) => {
    const old = before[index];
    const item = { path: ['ports', port.id], item: `Port ${labels.get(port.id) ?? port.id}` };
    return old ? compareFields(item, listPortFields(old), listPortFields(port)) : [];
  });
  const [fields, fieldsAfter] = [listDeviceFields(now, nameOfNode), listDeviceFields(after, nameOfNode)];
  return [...ports, ...compareFields({ path: [], item: '' }, fields, fieldsAfter)];
}

const MODES = { access: 'access', trunk: 'trunk', hybrid: 'hybrid' } as const;
const formatOnOff = (on: boolean | undefined): string => (on === true ? 'on' : 'off');
const formatRate = (kbps: number | undefined): string => (kbps === undefined ? 'no limit' : `${kbps} kbit/s`);

function listPortFields(port: PortSetting): ItemField[] {
  const { eee, egressKbps, enabled, ingressKbps, poe, remark, terminal } = port;
  return [
    ['enabled', 'state', enabled ? 'enabled' : 'disabled'],
    ['vlans', 'VLANs', formatVlans(port)],
    ['speed', 'speed', formatSpeed(port)],
    ['ingressRate', 'incoming rate', formatRate(ingressKbps)],
    ['egressRate', 'outgoing rate', formatRate(egressKbps)],
    ['eee', 'EEE', formatOnOff(eee)],
    ...(poe === undefined ? [] : ([['poe', 'PoE', formatOnOff(poe)]] as const)),
    ['remark', 'remark', remark ?? 'none'],
    ['terminal', 'terminal', TERMINAL_TYPES[terminal ?? 'none']],
  ];
}

/** Formats the VLANs of a port: `trunk, PVID 1, tagged all`. */
export function formatVlans({ mode, pvid, tagged, untagged }: PortSetting): string {
  const taggedText = tagged === ALL_VLANS ? 'all' : tagged.length > 0 ? formatVlanList(tagged) : 'none';
  return [
    MODES[mode],
    mode === 'access' ? `VLAN ${pvid}` : `PVID ${pvid}`,
    ...(mode === 'access' ? [] : [`tagged ${taggedText}`]),
    ...(untagged.length > 0 ? [`untagged ${formatVlanList(untagged)}`] : []),
  ].join(', ');
}

/** Formats the speed of a port: `auto` or `1000 Mbit/s, full duplex`. */
export function formatSpeed({ duplex, speedMbps }: Pick<PortSetting, 'duplex' | 'speedMbps'>): string {
  const speed = speedMbps === 0 ? 'auto' : `${speedMbps} Mbit/s`;
  return duplex === 'auto' ? speed : `${speed}, ${duplex} duplex`;
}

function listDeviceFields(
  { lags = [], management, mesh, mirror, spanningTree }: DeviceSettings,
  nameOfNode: (mac: string) => string,
): ItemField[] {
  return [
    [
      'lags',
      'aggregations',
      lags.map(({ id, mode, ports }) => `${id} (${mode}): ${ports.join(', ')}`).join('; ') || 'none',
    ],
    [
      'spanningTree',
      'spanning tree',
      spanningTree?.enabled ? `on, priority ${spanningTree.priority}` : 'off',
    ],
    [
      'mirror',
      'port mirroring',
      mirror
        ? `${mirror.sources.map(({ direction, port }) => `${port} (${direction})`).join(', ')} to ${mirror.target}`
        : 'off',
    ],
    ['management', 'management IP', formatManagement(management)],
    ['mesh', 'preferred parent', mesh ? nameOfNode(mesh.preferredParent) : 'automatic'],
  ];
}

function formatManagement(management: DeviceSettings['management']): string {
  if (!management) return 'default';
  const { vlanId } = management;
  if (management.mode === 'dhcp') return `by DHCP in VLAN ${vlanId}`;
  const { dns, gateway, ip, prefix } = management;
  return [
    `${ip}/${prefix}, gateway ${gateway}, VLAN ${vlanId}`,
    ...dns.map((server) => `DNS ${server}`),
  ].join(', ');
}
