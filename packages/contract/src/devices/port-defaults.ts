import type { Capabilities, ConfigPort, DeviceConfig, PortCapability } from '../device-protocol/index.ts';
import { ALL_VLANS } from '../device-protocol/config-ports.ts';
import type { DeviceSettings, PortSetting } from './settings.ts';

/** A port that nobody has set: an uplink carries everything, another one VLAN 1; what can feed does. */
export function defaultPort({ id, poe, role }: PortCapability): PortSetting {
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

/** Every port of the device as it is set or came. */
export function effectivePorts(caps: Pick<Capabilities, 'ports'>, settings: DeviceSettings): PortSetting[] {
  const own = new Map((settings.ports ?? []).map((port) => [port.id, port] as const));
  return caps.ports.map((port) => own.get(port.id) ?? defaultPort(port));
}

/** What the device is told; remarks and terminal types are ours alone. */
export function devicePart(settings: DeviceSettings): Partial<DeviceConfig> {
  const { ports, ...rest } = settings;
  if (!ports) return rest;
  const told = ports.map(({ remark: _remark, terminal: _terminal, ...port }): ConfigPort => port);
  return { ...rest, ports: told };
}
