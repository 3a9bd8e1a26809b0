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
import { bssid } from './bssid.ts';
import type { ChannelWish } from './channels.ts';
import { bssLines } from './hostapd-conf.ts';
import { placeWlans, powerOf, thresholdFloor } from './place-wlans.ts';

/** A radio of this machine. */
export interface ApRadio {
  readonly id: string;
  /** The interface that the kernel gave it; it stays down, and its SSIDs get interfaces of their own. */
  readonly interface: string;
  readonly mac: string;
}

export interface ApMachine {
  readonly sn: string;
  readonly caps: Capabilities;
  /** How it is reached when nobody has configured it. */
  readonly management: ConfigManagement;
  readonly radios: readonly ApRadio[];
  /** Directory of hostapd's control sockets, and the file of those who are not let in. */
  readonly controlDir: string;
  readonly denyFile: string;
  /** Whether the kernel has VLAN tags (8021q), and whether its firewall sees what is bridged. */
  readonly tagging: boolean;
  readonly limiting: boolean;
}

/** One SSID on one radio: an interface and a process of its own. */
export interface Bss {
  readonly device: string;
  readonly bssid: string;
  readonly radio: string;
  readonly ssid: string;
  readonly bridge: string;
  readonly vlanId: number | undefined;
  readonly isolated: boolean;
  readonly shutdowns: readonly ConfigShutdown[];
  /** All of its file but the lines of the channel. */
  readonly lines: readonly string[];
  readonly upKbps: number | undefined;
  readonly downKbps: number | undefined;
  /** Its place in the configuration. */
  readonly path: string;
}

export interface RadioSettings {
  readonly id: string;
  readonly wish: ChannelWish;
  /** Undefined leaves it to the driver. */
  readonly powerDbm: number | undefined;
}

/** A network that the device itself gives its clients, hidden behind its own address. */
export interface OwnNetwork {
  readonly bridge: string;
  /** The first three bytes of its addresses. */
  readonly base: string;
}

/** Everything that a configuration comes to on an access point. */
export interface ApArtefacts {
  readonly bsses: readonly Bss[];
  readonly radios: readonly RadioSettings[];
  /** VLANs that the uplink carries tagged. */
  readonly vlans: readonly number[];
  readonly networks: readonly OwnNetwork[];
  readonly management: { readonly bridge: string; readonly settings: UplinkSettings };
  readonly country: string | undefined;
  readonly timeZone: string;
  readonly denied: readonly string[];
  readonly issues: readonly ConfigIssue[];
}

export const UNTAGGED_BRIDGE = 'nlbr0';
export const bridgeOf = (vlanId: number | undefined): string =>
  vlanId === undefined ? UNTAGGED_BRIDGE : `nlbr${vlanId}`;
/** Untagged management is VLAN 1, as at a switch. */
const UNTAGGED_VLAN = 1;
const networkBridge = (index: number): string => `nlnat${index}`;
/** Networks of `dhcp: ap`, one per SSID. */
const NETWORK_BASE = '172.30';

/** What the configuration comes to. Pure; throws `EncodingRefused` with the path of a value that must not be written. */
export function renderAp(config: DeviceConfig, machine: ApMachine): ApArtefacts {
  const { caps, tagging } = machine;
  const management = config.management ?? machine.management;
  const managed = management.vlanId === UNTAGGED_VLAN || !tagging ? undefined : management.vlanId;
  const { wireless } = config;
  const issues: ConfigIssue[] = [];
  const wlans = (wireless?.wlans ?? []).map((wlan, index) => ({
    wlan,
    index,
    place: placeOf(wlan, index, machine, issues),
  }));
  const onRadio = wireless ? placeWlans(wireless, caps).onRadio : new Map<string, readonly number[]>();
  const bsses = machine.radios.flatMap((radio, number) =>
    (onRadio.get(radio.id) ?? []).flatMap((index, slot): Bss[] => {
      const own = wlans[index];
      if (!own?.place) return [];
      return [renderBss({ ...own, place: own.place, radio, device: `nlw${number}b${slot}`, slot }, machine)];
    }),
  );
  const vlans = [managed, ...bsses.map(({ vlanId }) => vlanId)].filter((id) => id !== undefined);
  return {
    bsses,
    radios: machine.radios.map(({ id }) => radioSettings(id, wireless?.radios ?? [], caps)),
    vlans: [...new Set(vlans)].sort((a, b) => a - b),
    networks: wlans
      .filter(({ place, index }) => place?.bridge === networkBridge(index))
      .map(({ index }) => ({ bridge: networkBridge(index), base: `${NETWORK_BASE}.${index}` })),
    management: { bridge: bridgeOf(managed), settings: renderUplink(management, 'management') },
    country: wireless?.country,
    timeZone: wireless?.timeZone ?? 'UTC',
    denied: (wireless?.blacklist ?? []).map((mac, index) => encodeMac(mac, `wireless.blacklist.${index}`)),
    issues,
  };
}

interface Place {
  readonly bridge: string;
  readonly vlanId: number | undefined;
}

/** Where the frames of an SSID go; undefined where it must be left out. */
function placeOf(
  { dhcp, downKbps, upKbps, vlanId }: ConfigWlan,
  index: number,
  { limiting, tagging }: ApMachine,
  issues: ConfigIssue[],
): Place | undefined {
  const at = `wireless.wlans.${index}`;
  if (vlanId !== undefined) encodeInteger(vlanId, 1, 4094, `${at}.vlanId`);
  if ((upKbps !== undefined || downKbps !== undefined) && !limiting)
    issues.push({
      path: `${at}.upKbps`,
      reason: "The firewall of this device's kernel does not see what is bridged.",
      substitution: 'The limit is left out.',
    });
  if (vlanId !== undefined && !tagging) {
    issues.push({
      path: `${at}.vlanId`,
      reason: 'The kernel of this device has no VLAN tags (8021q).',
      substitution: 'The SSID is not on the air.',
    });
    return undefined;
  }
  if (dhcp === 'user') return { bridge: bridgeOf(vlanId), vlanId };
  if (vlanId === undefined) return { bridge: networkBridge(index), vlanId };
  issues.push({
    path: `${at}.dhcp`,
    reason: 'This device has no address of its own in that VLAN to hide clients behind.',
    substitution: 'Addresses come from the network of the VLAN.',
  });
  return { bridge: bridgeOf(vlanId), vlanId };
}

interface Placed {
  readonly wlan: ConfigWlan;
  readonly index: number;
  readonly place: Place;
  readonly radio: ApRadio;
  readonly device: string;
  readonly slot: number;
}

function renderBss({ device, index, place, radio, slot, wlan }: Placed, machine: ApMachine): Bss {
  const path = `wireless.wlans.${index}`;
  const own = bssid(radio.mac, slot);
  if (own === undefined) throw new EncodingRefused(path, 'an SSID for which this radio has an address');
  const { bridge, vlanId } = place;
  const { downKbps, isolated, shutdowns, ssid, upKbps } = wlan;
  const floor = thresholdFloor(machine.caps);
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
    lines: bssLines({ device, bridge, wlan, path, floor }, machine),
    upKbps: machine.limiting ? upKbps : undefined,
    downKbps: machine.limiting ? downKbps : undefined,
    path,
  };
}

function radioSettings(
  id: string,
  settings: readonly ConfigRadio[],
  { radios }: Capabilities,
): RadioSettings {
  const index = settings.findIndex((one) => one.id === id);
  const wished = settings[index];
  const radio = radios.find((own) => own.id === id);
  if (!wished || !radio) return { id, wish: { channel: 'auto', widthMhz: 'auto' }, powerDbm: undefined };
  const { channel, powerDbm, widthMhz } = wished;
  return {
    id,
    wish: { channel, widthMhz, path: `wireless.radios.${index}` },
    powerDbm: powerDbm === 'auto' ? undefined : powerOf(powerDbm, radio).dbm,
  };
}
