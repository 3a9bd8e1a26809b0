import { type DeviceSpec, getCapabilities, type SiteSpec } from './spec.ts';

/** Returns the id of the uplink port; if there is none, that of the WAN port, otherwise of the first port. */
export function findUplinkPort(device: DeviceSpec): string {
  const ports = getCapabilities(device)?.ports ?? [];
  return (
    device.uplinkPort ??
    (ports.find(({ role }) => role === 'uplink') ?? ports.find(({ role }) => role === 'wan') ?? ports[0])
      ?.id ??
    ''
  );
}

/** Returns the ports of a device with a link: its uplink, and those to devices and wired clients. */
export function listLinkedPorts(
  spec: DeviceSpec,
  site: SiteSpec,
  below: readonly DeviceSpec[],
): ReadonlySet<string> {
  const wired = site.clients.flatMap(({ port }) => (port?.sn === spec.sn ? [port.port] : []));
  return new Set([
    ...below.flatMap(({ uplink }) => (uplink ? [uplink.port] : [])),
    ...wired,
    findUplinkPort(spec),
  ]);
}
