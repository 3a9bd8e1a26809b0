import type { Capabilities, DeviceConfig } from '../contract-types.ts';
import type { LearnedCapabilities } from './learned-capabilities.ts';

/** An authority that an account trusts with its devices. */
export interface TrustedAuthority {
  readonly accountId: string;
  /** SHA-256 of its public key (SPKI), hex; the same for all certificates of the key. */
  readonly keyHash: string;
  /** Certificate of the authority in PEM. */
  readonly certificate: string;
}

/**
 * Identity of a device that its certificate proves. The same MAC under another authority is another device.
 */
export interface OpenWifiIdentity {
  readonly accountId: string;
  readonly keyHash: string;
  /** Serial number: `OWF1` and the MAC in upper case without colons. */
  readonly sn: string;
  /** MAC with colons. */
  readonly mac: string;
}

/** A sent or applied configuration with the number (`uuid`) that the device stores it under. */
export interface NumberedConfig {
  readonly uuid: number;
  readonly rev: number;
  readonly hash: string;
  /**
   * Configuration of the project from which the document was emitted; absent in links that earlier versions
   * stored. It can have secrets, so that stores encrypt it.
   */
  readonly config?: DeviceConfig | undefined;
  /**
   * Document without its number; only for switches, which restart PoE when they receive the document again.
   * It has no secrets.
   */
  readonly document?: Readonly<Record<string, unknown>> | undefined;
}

/** Protocol state of one device, stored so that its configuration converges after reconnects and server restarts. */
export interface OpenWifiLink {
  /** Highest number that was ever sent or reported. */
  readonly lastUuid: number;
  /** Configuration that the device last applied. */
  readonly applied: NumberedConfig | undefined;
  /** True if the device has lost the applied configuration, for example by a reset. */
  readonly isLost?: boolean | undefined;
  /** Sent configuration without an answer; `tries` counts the attempts. */
  readonly pending: (NumberedConfig & { readonly tries: number }) | undefined;
  /** Command that completes when the device connects again; `firmware` is the software before the command. */
  readonly leaving:
    | { readonly kind: 'restart' | 'reset' | 'upgrade'; readonly cid: string; readonly firmware: string }
    | undefined;
  /** Random id of the last known start of the device. */
  readonly boot: string;
  /** Facts about a switch from earlier states, so that they are known before the switch sends a new state. */
  readonly learned?: LearnedCapabilities | undefined;
}

/** A device that no account has added yet, as it reports itself. */
export interface WaitingDevice {
  readonly model: string;
  readonly software: string;
  readonly caps: Capabilities;
}

/** A refused connection of a device whose certificate a trusted authority signed. */
export interface DeviceRefusal {
  /** Common name of the device's certificate, or the device's MAC. */
  readonly device: string;
  readonly reason: string;
}

/** Storage of the uCentral endpoint, in addition to that of the device plane. */
export interface OpenWifiStore {
  /**
   * Returns the authorities with this certificate subject (in the format of node:crypto), without those of
   * disabled accounts.
   */
  findAuthorities(subject: string): Promise<readonly TrustedAuthority[]>;
  /** Returns the id of the device with this identity; undefined if the account has not added it. */
  findDevice(identity: OpenWifiIdentity): Promise<string | undefined>;
  /**
   * Stores that a device is waiting. Returns the account to whose waiting list it was added; undefined if it
   * was in the list already.
   */
  recordWaiting(
    identity: OpenWifiIdentity,
    device: WaitingDevice,
    now: number,
    address: string | undefined,
  ): Promise<{ accountId: string } | undefined>;
  /**
   * Stores the last refusal of a device of an authority; resolves to false if a refusal with the same reason
   * was stored within the last minute.
   */
  recordRefusal(
    signer: Pick<TrustedAuthority, 'accountId' | 'keyHash'>,
    refusal: DeviceRefusal,
    now: number,
  ): Promise<boolean>;
  loadLink(deviceId: string): Promise<OpenWifiLink>;
  saveLink(deviceId: string, link: OpenWifiLink): Promise<void>;
}
