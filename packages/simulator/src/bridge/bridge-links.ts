import type {
  BridgePeer,
  BridgeStat,
  ConfigBridge,
  LinkThroughput,
} from '@northlight/contract/device-protocol';
import { drawRandomFloat, drawRandomInt, type Entropy, MINUTE_MS, SeededEntropy } from '@northlight/runtime';
import { computeNextValue } from '../physics/next-value.ts';
import { type DeviceSpec, getCapabilities, type SiteSpec } from '../spec.ts';
import {
  computeBridgeRateMbps,
  computeBridgeRetryPercent,
  computeLinkSignalDbm,
  computeNoiseDbm,
} from './bridge-radio.ts';

/** Port of an uplink over a bridge link. */
export const BRIDGE_PORT = 'bridge';
/** Weakest signal with which a client connects. */
const REACH_DBM = -82;
const DEFAULT_METRES = 200;
const AUTO_CHANNELS = [100, 108, 116, 149] as const;
const AUTO_WIDTH_MHZ = 40;
const FADING = { pull: 0.2, noise: 0.5, min: -2, max: 2 } as const;
/** Share of the link rate that remains for data after headers, acknowledgements and pauses. */
const MAC_EFFICIENCY = 0.65;
const THROUGHPUT_JITTER = 0.08;
/** Largest difference between the two chains of an antenna (dB). */
const CHAIN_DIFFERENCE_DB = 3;

/** State of the site's devices by serial number. */
export interface BridgeStates {
  readonly isRunning: (sn: string) => boolean;
  /** Returns the configured end of a link; undefined while the device has none. */
  readonly getBridge: (sn: string) => ConfigBridge | undefined;
}

interface Bridge {
  readonly spec: DeviceSpec;
  readonly maxPowerDbm: number;
  readonly gainDbi: number;
  readonly autoChannel: number;
  /** Signal of the second chain compared with the first (dB). */
  readonly chainDifferenceDb: number;
  /** Setting of the installer, which applies until the bridge receives another one. */
  readonly installed: ConfigBridge | undefined;
  misalignedDegrees: number;
  /** Serial number of the base that the client is connected to. */
  base: string | undefined;
  /** Last time at which a peer was connected (ms). */
  peerSeenAt: number | undefined;
}

/** Links between the bridges of a site. Its randomness depends only on the seed of the site. */
export class BridgeLinks {
  readonly #bridges = new Map<string, Bridge>();
  readonly #entropy: Entropy;
  readonly #fading = new Map<string, number>();
  #rainDbPerKm = 0;

  constructor({ devices, seed }: Pick<SiteSpec, 'devices' | 'seed'>) {
    this.#entropy = new SeededEntropy(seed);
    for (const spec of devices) {
      const caps = getCapabilities(spec);
      if (caps?.kind !== 'cpe') continue;
      const [radio] = caps.radios;
      const hasClient = devices.some(({ uplink }) => uplink?.sn === spec.sn && uplink.port === BRIDGE_PORT);
      this.#bridges.set(spec.sn, {
        spec,
        maxPowerDbm: radio?.maxPowerDbm ?? 20,
        gainDbi: radio?.antennaGainDbi ?? 0,
        autoChannel:
          AUTO_CHANNELS[drawRandomInt(this.#entropy, 0, AUTO_CHANNELS.length - 1)] ?? AUTO_CHANNELS[0],
        chainDifferenceDb: drawRandomInt(this.#entropy, -CHAIN_DIFFERENCE_DB, CHAIN_DIFFERENCE_DB),
        installed: describeInstalled(spec, hasClient),
        misalignedDegrees: drawRandomInt(this.#entropy, 0, 4),
        base: undefined,
        peerSeenAt: undefined,
      });
    }
  }

  get isEmpty(): boolean {
    return this.#bridges.size === 0;
  }

  /** Lists the serial numbers of the clients that are connected to a base. */
  listClients(sn: string): string[] {
    return [...this.#bridges.values()].flatMap(({ base, spec }) => (base === sn ? [spec.sn] : []));
  }

  /** Returns true if the bridge had a connected peer within the last minute, even if a change of this bridge has ended the connection. */
  hadPeer(sn: string, now: number): boolean {
    const seenAt = this.#bridges.get(sn)?.peerSeenAt;
    return this.countPeers(sn) > 0 || (seenAt !== undefined && now - seenAt <= MINUTE_MS);
  }

  countPeers(sn: string): number {
    return this.#listPeers(sn).length;
  }

  /** Advances the fading, and connects and disconnects clients. Returns the bridges whose peers have changed. */
  step(states: BridgeStates, now: number): string[] {
    const changed = new Set<string>();
    for (const [sn, bridge] of this.#bridges) if (this.countPeers(sn) > 0) bridge.peerSeenAt = now;
    for (const [sn, bridge] of this.#bridges) {
      this.#fading.set(sn, computeNextValue(this.#fading.get(sn) ?? 0, 0, this.#entropy, FADING));
      const base = this.#findBase(bridge, states);
      if (base === bridge.base) continue;
      for (const each of [sn, base, bridge.base]) if (each !== undefined) changed.add(each);
      bridge.base = base;
    }
    return [...changed];
  }

  /** Returns the report of a bridge; undefined for other devices, and for a bridge without a link. */
  report(sn: string, states: BridgeStates): BridgeStat | undefined {
    const bridge = this.#bridges.get(sn);
    const settings = bridge && this.#getSettings(bridge, states);
    if (!bridge || !settings) return undefined;
    const base = settings.mode === 'base' ? bridge : this.#bridges.get(bridge.base ?? '');
    const { channel, widthMhz } = this.#getRadio(base, states);
    const noiseDbm = computeNoiseDbm(widthMhz);
    const peers = this.#listPeers(sn).map((peer) => this.#describePeer(bridge, peer, states, noiseDbm));
    const powerDbm = getPower(bridge, settings);
    return base
      ? { mode: settings.mode, channel, widthMhz, powerDbm, noiseDbm, peers }
      : { mode: settings.mode, powerDbm, peers };
  }

  /** Returns the throughput that a client has now; undefined for other devices and without a connected base. */
  measureThroughput(sn: string, states: BridgeStates): Required<LinkThroughput> | undefined {
    const report = this.report(sn, states);
    const [peer] = report?.peers ?? [];
    if (report?.mode !== 'client' || !peer) return undefined;
    const share = (MAC_EFFICIENCY * (100 - (peer.retryPercent ?? 0))) / 100;
    const jitter = (): number => 1 - THROUGHPUT_JITTER * drawRandomFloat(this.#entropy);
    return {
      receivedMbps: peer.rxRateMbps * share * jitter(),
      sentMbps: peer.txRateMbps * share * jitter(),
    };
  }

  /** Turns an antenna by this angle away from its peer. */
  misalign(sn: string, degrees: number): void {
    const bridge = this.#bridges.get(sn);
    if (!bridge) throw new Error(`${sn} is not a bridge.`);
    bridge.misalignedDegrees = degrees;
  }

  /** Sets the loss by rain (dB/km) of all links. */
  setRain(decibelsPerKm: number): void {
    this.#rainDbPerKm = decibelsPerKm;
  }

  /** Returns the base to which a client connects: one with the same SSID and key, in reach, with a free place. */
  #findBase(client: Bridge, states: BridgeStates): string | undefined {
    const own = this.#getSettings(client, states);
    const { mac, sn } = client.spec;
    if (own?.mode !== 'client' || !states.isRunning(sn)) return undefined;
    const fits = (base: Bridge): boolean => {
      const other = this.#getSettings(base, states);
      return (
        other?.mode === 'base' &&
        states.isRunning(base.spec.sn) &&
        other.ssid === own.ssid &&
        other.key === own.key &&
        accepts(own, base.spec.mac) &&
        accepts(other, mac) &&
        (client.base === base.spec.sn || this.#listPeers(base.spec.sn).length < other.maxClients) &&
        this.#computeSignal(client, base, states) >= REACH_DBM
      );
    };
    return [...this.#bridges.values()].find((base) => base !== client && fits(base))?.spec.sn;
  }

  #getSettings({ installed, spec }: Bridge, { getBridge }: BridgeStates): ConfigBridge | undefined {
    return getBridge(spec.sn) ?? installed;
  }

  #getRadio(base: Bridge | undefined, states: BridgeStates): { channel: number; widthMhz: number } {
    const settings = base && this.#getSettings(base, states);
    const channel = settings?.mode === 'base' ? settings.channel : 'auto';
    return {
      channel: channel === 'auto' ? (base?.autoChannel ?? AUTO_CHANNELS[0]) : channel,
      widthMhz: settings && settings.widthMhz !== 'auto' ? settings.widthMhz : AUTO_WIDTH_MHZ,
    };
  }

  #listPeers(sn: string): Bridge[] {
    const base = this.#bridges.get(this.#bridges.get(sn)?.base ?? '');
    const clients = [...this.#bridges.values()].filter((bridge) => bridge.base === sn);
    return base ? [base] : clients;
  }

  #describePeer(bridge: Bridge, peer: Bridge, states: BridgeStates, noiseDbm: number): BridgePeer {
    const { widthMhz } = this.#getRadio(bridge.base === undefined ? bridge : peer, states);
    const received = this.#computeSignal(peer, bridge, states);
    const sent = this.#computeSignal(bridge, peer, states);
    const signalDbm = clampLevel(received);
    return {
      mac: peer.spec.mac,
      signalDbm,
      // Both chains together have the whole signal.
      chainsDbm: [0, bridge.chainDifferenceDb].map((difference) => clampLevel(received - 3 - difference)),
      rxRateMbps: computeBridgeRateMbps(received - noiseDbm, widthMhz),
      txRateMbps: computeBridgeRateMbps(sent - noiseDbm, widthMhz),
      retryPercent: computeBridgeRetryPercent(sent - noiseDbm),
    };
  }

  /** Returns the signal (dBm) of the sender at the receiver. */
  #computeSignal(sender: Bridge, receiver: Bridge, states: BridgeStates): number {
    const settings = this.#getSettings(sender, states);
    const base = [sender, receiver].find((each) => this.#getSettings(each, states)?.mode === 'base');
    const client = base === sender ? receiver : sender;
    const signal = computeLinkSignalDbm({
      powerDbm: getPower(sender, settings),
      gainDbi: sender.gainDbi,
      peerGainDbi: receiver.gainDbi,
      distanceMetres: client.spec.bridgeMetres ?? DEFAULT_METRES,
      channel: this.#getRadio(base, states).channel,
      misalignedDegrees: [sender.misalignedDegrees, receiver.misalignedDegrees],
      rainDbPerKm: this.#rainDbPerKm,
    });
    return signal + (this.#fading.get(client.spec.sn) ?? 0);
  }
}

const clampLevel = (dbm: number): number => Math.max(-120, Math.min(0, Math.round(dbm)));

const accepts = ({ peers }: ConfigBridge, mac: string): boolean => peers?.includes(mac) ?? true;

const getPower = ({ maxPowerDbm }: Bridge, settings: ConfigBridge | undefined): number =>
  settings === undefined || settings.powerDbm === 'auto' ? maxPowerDbm : settings.powerDbm;

/** Returns the setting that connects a bridge with its uplink over a link; undefined for a bridge without one. */
function describeInstalled({ sn, uplink }: DeviceSpec, hasClient: boolean): ConfigBridge | undefined {
  const isClient = uplink?.port === BRIDGE_PORT;
  if (!isClient && !hasClient) return undefined;
  const shared = {
    ssid: `link ${isClient ? uplink.sn : sn}`,
    key: 'set by the installer',
    widthMhz: 'auto',
    powerDbm: 'auto',
    distanceMetres: DEFAULT_METRES,
    vlans: 'all',
  } as const;
  return isClient
    ? { mode: 'client', ...shared }
    : { mode: 'base', ...shared, channel: 'auto', maxClients: 8 };
}
