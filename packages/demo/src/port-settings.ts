import {
  type DeviceSettings,
  findCapabilities,
  getDefaultPort,
  type NetworkConfig,
  type PortSetting,
} from '@northlight/contract';
import { ALL_VLANS } from '@northlight/contract/device-protocol';
import type { SiteSpec } from '@northlight/simulator';

type Mode = Pick<PortSetting, 'mode' | 'pvid' | 'tagged'>;

const DEVICE_VLAN = 1;
const TRUNK: Mode = { mode: 'trunk', pvid: DEVICE_VLAN, tagged: ALL_VLANS };

/**
 * Lists the settings of a site's switches by serial number. The ports of switches and bridges carry all VLANs, those of
 * access points the VLANs of the Wi-Fi networks, and other ports the VLAN of their device or client. Ports that keep
 * their default settings are not listed.
 */
export function listSwitchSettings(
  { clients, devices }: SiteSpec,
  network: NetworkConfig,
): ReadonlyMap<string, DeviceSettings> {
  const wifiVlans = [...new Set((network.wireless?.policies ?? []).flatMap(({ vlanId }) => vlanId ?? []))];
  const getMode = ({ model, vlan }: SiteSpec['devices'][number]): Mode => {
    const caps = findCapabilities(model);
    if (caps?.kind === 'switch' || caps?.kind === 'cpe') return TRUNK;
    return caps?.kind === 'ap' ? { ...TRUNK, tagged: wifiVlans } : createAccessMode(vlan);
  };
  const modes = new Map<string, Mode>();
  for (const device of devices)
    if (device.uplink) modes.set(`${device.uplink.sn} ${device.uplink.port}`, getMode(device));
  for (const { port, vlan } of clients)
    if (port) modes.set(`${port.sn} ${port.port}`, createAccessMode(vlan));
  return new Map(
    devices.flatMap(({ model, sn }) => {
      const caps = findCapabilities(model);
      if (!caps?.features.includes('port-mode')) return [];
      const ports = caps.ports.flatMap((port): PortSetting[] => {
        const mode = modes.get(`${sn} ${port.id}`);
        return mode && (mode.mode === 'trunk' || mode.pvid !== DEVICE_VLAN)
          ? [{ ...getDefaultPort(port), ...mode }]
          : [];
      });
      return ports.length > 0 ? [[sn, { ports }] as const] : [];
    }),
  );
}

const createAccessMode = (vlan: number): Mode => ({ mode: 'access', pvid: vlan, tagged: [] });
