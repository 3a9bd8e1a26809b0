import type {
  Capabilities,
  ConfigIssue,
  ConfigManagement,
  ConfigRadio,
  ConfigShutdown,
  ConfigWlan,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
import { encodeInteger, encodeMac, EncodingRefused } from '../system/encode.ts';
import { renderUplink, type UplinkSettings } from '../system/uplink-settings.ts';
import { deriveBssid } from './bssid.ts';
import type { RequestedChannel } from '../radio/channels.ts';
import { formatBssLines } from './hostapd-conf.ts';
import { assignWlans, limitPower, getThresholdFloor } from './assign-wlans.ts';

export interface ApRadio {
  readonly id: string;
  /** The radio's initial interface; it stays down, because each SSID gets its own interface. */
  readonly interface: string;
  readonly mac: string;
}

export interface ApMachine {
  readonly sn: string;
  readonly caps: Capabilities;
  /** Management settings without a configuration. */
  readonly management: ConfigManagement;
  readonly radios: readonly ApRadio[];
  /** Directory of hostapd's control sockets and of its deny list. */
  readonly controlDir: string;
  readonly denyFile: string;
  /** True when the kernel supports VLAN tags (8021q). */
  readonly tagging: boolean;
  /** True when the kernel's firewall can filter bridged traffic. */
  readonly limiting: boolean;
}

/** An SSID on a radio, with its own interface and hostapd process. */
export interface Bss {
  readonly device: string;
  readonly bssid: string;
  readonly radio: string;
  readonly ssid: string;
  readonly bridge: string;
  readonly vlanId: number | undefined;
  readonly isolated: boolean;
  readonly shutdowns: readonly ConfigShutdown[];
  /** Lines of the BSS's hostapd file, except those of the channel. */
  readonly lines: readonly string[];
  readonly upKbps: number | undefined;
  readonly downKbps: number | undefined;
  /** Path of the SSID in the configuration. */
  readonly path: string;
}

export interface RadioSettings {
  readonly id: string;
  readonly requested: RequestedChannel;
  /** Transmit power; undefined when the driver decides. */
  readonly powerDbm: number | undefined;
}

/** A client network of the device itself, behind NAT. */
export interface NatNetwork {
  readonly bridge: string;
  /** First 3 bytes of the network's addresses, such as `172.30.0`. */
  readonly base: string;
}

/** Rendered configuration of an access point. */
export interface ApArtefacts {
  readonly bsses: readonly Bss[];
  readonly radios: readonly RadioSettings[];
  /** VLANs that the uplink carries tagged. */
  readonly vlans: readonly number[];
  readonly networks: readonly NatNetwork[];
  readonly management: { readonly bridge: string; readonly settings: UplinkSettings };
  readonly country: string | undefined;
  readonly timeZone: string;
  readonly denied: readonly string[];
  readonly issues: readonly ConfigIssue[];
}

export const UNTAGGED_BRIDGE = 'nlbr0';
export const nameBridge = (vlanId: number | undefined): string =>
  vlanId === undefined ? UNTAGGED_BRIDGE : `nlbr${vlanId}`;
/** VLAN 1 means untagged management, as on Northlight switches. */
const UNTAGGED_VLAN = 1;
const findNetworkBridge = (index: number): string => `nlnat${index}`;
/** First two bytes of the networks of SSIDs with `dhcp: ap`, which have one network each. */
const NETWORK_BASE = '172.30';

/**
 * Renders a configuration without side effects. Throws `EncodingRefused` with the path of a value that cannot
 * be used.
 */
export function renderAp(config: DeviceConfig, machine: ApMachine): ApArtefacts {
  const { caps, tagging } = machine;
  const management = config.management ?? machine.management;
  const managed = management.vlanId === UNTAGGED_VLAN || !tagging ? undefined : management.vlanId;
  const { wireless } = config;
  const issues: ConfigIssue[] = [];
  const wlans = (wireless?.wlans ?? []).map((wlan, index) => ({
    wlan,
    index,
    attachment: resolveAttachment(wlan, index, machine, issues),
  }));
  const onRadio = wireless ? assignWlans(wireless, caps).onRadio : new Map<string, readonly number[]>();
  const bsses = machine.radios.flatMap((radio, number) =>
    (onRadio.get(radio.id) ?? []).flatMap((index, slot): Bss[] => {
      const own = wlans[index];
      if (!own?.attachment) return [];
      return [
        renderBss(
          { ...own, attachment: own.attachment, radio, device: `nlw${number}b${slot}`, slot },
          machine,
        ),
      ];
    }),
  );
  const vlans = [managed, ...bsses.map(({ vlanId }) => vlanId)].filter((id) => id !== undefined);
  return {
    bsses,
    radios: machine.radios.map(({ id }) => renderRadioSettings(id, wireless?.radios ?? [], caps)),
    vlans: [...new Set(vlans)].sort((a, b) => a - b),
    networks: wlans
      .filter(({ attachment, index }) => attachment?.bridge === findNetworkBridge(index))
      .map(({ index }) => ({ bridge: findNetworkBridge(index), base: `${NETWORK_BASE}.${index}` })),
    management: { bridge: nameBridge(managed), settings: renderUplink(management, 'management') },
    country: wireless?.country,
    timeZone: wireless?.timeZone ?? 'UTC',
    denied: (wireless?.blacklist ?? []).map((mac, index) => encodeMac(mac, `wireless.blacklist.${index}`)),
    issues,
  };
}

interface Attachment {
  readonly bridge: string;
  readonly vlanId: number | undefined;
}

/** Returns the bridge and VLAN of an SSID; undefined when the SSID must be left out. */
function resolveAttachment(
  { dhcp, downKbps, upKbps, vlanId }: ConfigWlan,
  index: number,
  { limiting, tagging }: ApMachine,
  issues: ConfigIssue[],
): Attachment | undefined {
  const at = `wireless.wlans.${index}`;
  if (vlanId !== undefined) encodeInteger(vlanId, 1, 4094, `${at}.vlanId`);
  if ((upKbps !== undefined || downKbps !== undefined) && !limiting)
    issues.push({
      path: `${at}.upKbps`,
      reason: 'The kernel of this device cannot filter bridged traffic.',
      substitution: 'The limit is left out.',
    });
  if (vlanId !== undefined && !tagging) {
    issues.push({
      path: `${at}.vlanId`,
      reason: 'The kernel of this device has no VLAN tags (8021q).',
      substitution: 'The SSID is not broadcast.',
    });
    return undefined;
  }
  if (dhcp === 'user') return { bridge: nameBridge(vlanId), vlanId };
  if (vlanId === undefined) return { bridge: findNetworkBridge(index), vlanId };
  issues.push({
    path: `${at}.dhcp`,
    reason: 'This device has no address in that VLAN and cannot use NAT there.',
    substitution: "Clients get addresses from the VLAN's DHCP server.",
  });
  return { bridge: nameBridge(vlanId), vlanId };
}

interface AttachedWlan {
  readonly wlan: ConfigWlan;
  readonly index: number;
  readonly attachment: Attachment;
  readonly radio: ApRadio;
  readonly device: string;
  readonly slot: number;
}

function renderBss({ device, index, attachment, radio, slot, wlan }: AttachedWlan, machine: ApMachine): Bss {
  const path = `wireless.wlans.${index}`;
  const own = deriveBssid(radio.mac, slot);
  if (own === undefined)
    throw new EncodingRefused(path, 'within the number of SSIDs for which this radio has addresses');
  const { bridge, vlanId } = attachment;
  const { downKbps, isolated, shutdowns, ssid, upKbps } = wlan;
  const floor = getThresholdFloor(machine.caps);
  for (const [name, kbps] of Object.entries({ upKbps, downKbps }))
    if (kbps !== undefined) encodeInteger(kbps, 1, 100_000_000, `${path}.${name}`);
  return {
    device,
    bssid: own,
    radio: radio.id,
    ssid,
    bridge,
    vlanId,
    isolated,
    shutdowns,
    lines: formatBssLines({ device, bridge, wlan, path, floor }, machine),
    upKbps: machine.limiting ? upKbps : undefined,
    downKbps: machine.limiting ? downKbps : undefined,
    path,
  };
}

function renderRadioSettings(
  id: string,
  settings: readonly ConfigRadio[],
  { radios }: Capabilities,
): RadioSettings {
  const index = settings.findIndex((one) => one.id === id);
  const configured = settings[index];
  const radio = radios.find((own) => own.id === id);
  if (!configured || !radio)
    return { id, requested: { channel: 'auto', widthMhz: 'auto' }, powerDbm: undefined };
  const { channel, powerDbm, widthMhz } = configured;
  return {
    id,
    requested: { channel, widthMhz, path: `wireless.radios.${index}` },
    powerDbm: powerDbm === 'auto' ? undefined : limitPower(powerDbm, radio).dbm,
  };
}
