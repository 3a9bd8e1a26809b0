import { type Alarm, type DeviceDetail, type DhcpPool, LAN_VLAN_ID } from '@northlight/contract';
import { PATHS } from '../paths.ts';

/** Page on which the first step of an alarm is taken. */
export interface FirstStepLink {
  readonly to: (typeof PATHS)[keyof typeof PATHS];
  readonly search: Readonly<Record<string, string>>;
  readonly label: string;
}

type AlarmDevice = Pick<DeviceDetail, 'capabilities' | 'dhcpPools' | 'id' | 'name'>;

/**
 * Returns the page of the first step; undefined for a step outside the console, such as a check of a cable at a lost
 * site.
 *
 * @param device the device of the alarm; undefined if it has been removed
 * @param pools the DHCP pools of the project's configuration
 */
export function findFirstStepLink(
  { event = '', kind, subject }: Pick<Alarm, 'kind' | 'subject'> & Partial<Pick<Alarm, 'event'>>,
  device: AlarmDevice | undefined,
  pools: readonly Pick<DhcpPool, 'name' | 'vlanId'>[],
): FirstStepLink | undefined {
  if (kind === 'project-clients-high') return { to: PATHS.internet, search: {}, label: 'Open Internet' };
  if (kind === 'channel-plan-worse')
    return { to: PATHS.rf, search: { tab: 'history' }, label: 'Open optimizations' };
  if (kind === 'restore-drill-failed') return { to: PATHS.backups, search: {}, label: 'Open backups' };
  if (!device) return undefined;
  const openDevice = {
    to: PATHS.devices,
    search: { open: device.id },
    label: `Open ${device.name}`,
  } as const;
  switch (kind) {
    case 'site-lost':
      return undefined;
    case 'camera-lost':
    case 'disk-fault':
    case 'disk-full':
    case 'recording-stopped':
    case 'retention-short':
      return { ...openDevice, search: { open: device.id, tab: 'recording' } };
    case 'dhcp-pool-high':
      return createPoolLink(findFullestPool(device, pools));
    case 'config-rolled-back':
      return { to: PATHS.networkHistory, search: {}, label: 'Open configuration history' };
    case 'bridge-link-weak':
      return { to: PATHS.wireless, search: { tab: 'bridges' }, label: 'Open bridge links' };
    case 'cpu-high':
    case 'clients-high':
      return { to: PATHS.deviceData, search: { devices: device.id }, label: `Open data of ${device.name}` };
    case 'device-event':
      return {
        to: PATHS.log,
        search: { filter: `Device = ${device.name.replaceAll(';', '%3B')}` },
        label: `Open log of ${device.name}`,
      };
    case 'vlan-path-broken':
      // The VLANs of a gateway's ports are set in the form of the VLAN.
      if (!device.capabilities.features.includes('port-mode')) return createVlanLink(event);
      return createPortLink(device, subject);
    case 'uplink-down':
    case 'poe-budget':
    case 'poe-fault':
    case 'port-flapping': {
      const port = device.capabilities.ports.find(({ id }) => id === subject);
      if (port?.role === 'wan') return { to: PATHS.internet, search: {}, label: 'Open Internet' };
      return createPortLink(device, port?.id);
    }
    case 'backhaul-flapping':
    case 'backhaul-weak':
    case 'camera-tampered':
    case 'claim-attempt':
    case 'clock-wrong':
    case 'config-drifted':
    case 'config-refused':
    case 'default-password':
    case 'device-flapping':
    case 'device-offline':
    case 'identity-takeover':
    case 'memory-high':
    case 'picture-covered':
    case 'picture-frozen':
      return openDevice;
  }
}

function createPortLink({ capabilities, id, name }: AlarmDevice, portId: string | undefined): FirstStepLink {
  const port = capabilities.ports.find((each) => each.id === portId);
  return {
    to: PATHS.devices,
    search: { open: id, tab: 'ports', ...(portId !== undefined && { ports: portId }) },
    label: `Open ${name}, ${port ? `port ${port.label}` : 'ports'}`,
  };
}

/** Returns the form of the VLAN that the event of an alarm names; the list of VLANs for several. */
function createVlanLink(event: string): FirstStepLink {
  const id = /\bVLAN (?<id>\d+)\b/.exec(event)?.groups?.['id'];
  return id === undefined
    ? { to: PATHS.vlan, search: {}, label: 'Open VLANs' }
    : { to: PATHS.vlan, search: { open: id === String(LAN_VLAN_ID) ? 'lan' : id }, label: `Open VLAN ${id}` };
}

const createPoolLink = (pool: Pick<DhcpPool, 'name'> | undefined): FirstStepLink =>
  pool
    ? { to: PATHS.dhcp, search: { open: pool.name }, label: `Edit DHCP pool ${pool.name}` }
    : { to: PATHS.dhcp, search: {}, label: 'Open DHCP Policy' };

/** Returns the pool whose use the alarm watches: the fullest one in the last report of the gateway. */
function findFullestPool<Pool extends Pick<DhcpPool, 'vlanId'>>(
  { dhcpPools = [] }: Pick<AlarmDevice, 'dhcpPools'>,
  pools: readonly Pool[],
): Pool | undefined {
  const [fullest] = [...dhcpPools].sort(
    (one, other) => other.used / other.addresses - one.used / one.addresses,
  );
  return pools.find(({ vlanId }) => vlanId === fullest?.vlanId);
}
