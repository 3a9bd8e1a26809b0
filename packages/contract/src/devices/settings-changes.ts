import { ALL_VLANS, type Capabilities } from '../device-protocol/index.ts';
import type { ConfigChange } from '../network/schema.ts';
import { formatVlanList } from '../net/index.ts';
import { effectivePorts } from './port-defaults.ts';
import { type DeviceSettings, type PortSetting, TERMINAL_TYPES } from './settings.ts';

type Line = readonly [label: string, value: string];

/** The lines of a review of one device's settings: setting, now, after. Empty when nothing differs. */
export function describeSettings(
  caps: Capabilities,
  now: DeviceSettings,
  after: DeviceSettings,
): ConfigChange[] {
  const labels = new Map(caps.ports.map(({ id, label }) => [id, label] as const));
  const before = effectivePorts(caps, now);
  const ports = effectivePorts(caps, after).flatMap((port, index) => {
    const old = before[index];
    return old ? differing(`Port ${labels.get(port.id) ?? port.id}`, portLines(old), portLines(port)) : [];
  });
  return [...ports, ...differing('', deviceLines(now), deviceLines(after))];
}

function differing(title: string, now: readonly Line[], after: readonly Line[]): ConfigChange[] {
  const old = new Map(now);
  return after
    .filter(([label, value]) => old.get(label) !== value)
    .map(([label, value]) => ({
      setting: title === '' ? label : `${title}, ${label}`,
      now: old.get(label) ?? '',
      after: value,
    }));
}

const MODES = { access: 'access', trunk: 'trunk', hybrid: 'hybrid' } as const;
const onOff = (on: boolean | undefined): string => (on === true ? 'on' : 'off');
const rate = (kbps: number | undefined): string => (kbps === undefined ? 'no limit' : `${kbps} kbit/s`);

function portLines(port: PortSetting): Line[] {
  const { eee, egressKbps, enabled, ingressKbps, poe, remark, terminal } = port;
  return [
    ['state', enabled ? 'enabled' : 'disabled'],
    ['VLANs', vlansText(port)],
    ['speed', speedText(port)],
    ['incoming rate', rate(ingressKbps)],
    ['outgoing rate', rate(egressKbps)],
    ['EEE', onOff(eee)],
    ...(poe === undefined ? [] : ([['PoE', onOff(poe)]] as const)),
    ['remark', remark ?? 'none'],
    ['terminal', TERMINAL_TYPES[terminal ?? 'none']],
  ];
}

/** `trunk, PVID 1, tagged all`. */
export function vlansText({ mode, pvid, tagged, untagged }: PortSetting): string {
  const taggedText = tagged === ALL_VLANS ? 'all' : tagged.length > 0 ? formatVlanList(tagged) : 'none';
  return [
    MODES[mode],
    mode === 'access' ? `VLAN ${pvid}` : `PVID ${pvid}`,
    ...(mode === 'access' ? [] : [`tagged ${taggedText}`]),
    ...(untagged.length > 0 ? [`untagged ${formatVlanList(untagged)}`] : []),
  ].join(', ');
}

/** `auto` or `1000 Mbit/s, full duplex`. */
export function speedText({ duplex, speedMbps }: Pick<PortSetting, 'duplex' | 'speedMbps'>): string {
  const speed = speedMbps === 0 ? 'auto' : `${speedMbps} Mbit/s`;
  return duplex === 'auto' ? speed : `${speed}, ${duplex} duplex`;
}

function deviceLines({ lags = [], management, mirror, spanningTree }: DeviceSettings): Line[] {
  return [
    [
      'aggregations',
      lags.map(({ id, mode, ports }) => `${id} (${mode}): ${ports.join(', ')}`).join('; ') || 'none',
    ],
    ['spanning tree', spanningTree?.enabled ? `on, priority ${spanningTree.priority}` : 'off'],
    [
      'port mirroring',
      mirror
        ? `${mirror.sources.map(({ direction, port }) => `${port} (${direction})`).join(', ')} to ${mirror.target}`
        : 'off',
    ],
    ['management IP', managementText(management)],
  ];
}

function managementText(management: DeviceSettings['management']): string {
  if (!management) return 'as it came';
  return management.mode === 'dhcp'
    ? `by DHCP in VLAN ${management.vlanId}`
    : `${management.ip}/${management.prefix}, gateway ${management.gateway}, VLAN ${management.vlanId}`;
}
