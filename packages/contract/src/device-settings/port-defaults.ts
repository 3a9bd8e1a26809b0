import type { Capabilities, ConfigPort, DeviceConfig, PortCapability } from '../device-protocol/index.ts';
import { ALL_VLANS } from '../device-protocol/config-ports.ts';
import type { DeviceSettings, PortSetting } from './schema.ts';

/** Returns the default settings of a port. Uplinks carry all VLANs, other ports VLAN 1; PoE is on. */
export function getDefaultPort({ id, poe, role }: PortCapability): PortSetting {
  const uplink = role === 'uplink';
  return {
    id,
    enabled: true,
    mode: uplink ? 'trunk' : 'access',
    pvid: 1,
    tagged: uplink ? ALL_VLANS : [],
    untagged: [],
    speedMbps: 0,
    duplex: 'auto',
    eee: false,
    ...(poe && { poe: true }),
  };
}

/** Lists the settings of every port, with defaults for ports without settings. */
export function listEffectivePorts(
  caps: Pick<Capabilities, 'ports'>,
  settings: DeviceSettings,
): PortSetting[] {
  const own = new Map((settings.ports ?? []).map((port) => [port.id, port] as const));
  return caps.ports.map((port) => own.get(port.id) ?? getDefaultPort(port));
}

/** Returns the part of the settings that devices receive. Remarks and terminal types stay in the cloud. */
export function getDevicePart(settings: DeviceSettings): Partial<DeviceConfig> {
  const { ports, ...rest } = settings;
  if (!ports) return rest;
  const pushed = ports.map(({ remark: _remark, terminal: _terminal, ...port }): ConfigPort => port);
  return { ...rest, ports: pushed };
}
